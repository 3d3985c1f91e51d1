import { LoaderCircle } from "lucide-react";

/** Decorative: the control that shows it sets `aria-busy` or has a text. */
export function Spinner({ size = 16 }: { size?: number }) {
	return <LoaderCircle aria-hidden="true" size={size} className="shrink-0 animate-spin" />;
}
