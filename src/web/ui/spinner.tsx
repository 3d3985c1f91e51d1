import { LoaderCircle } from "lucide-react";

/** Decorative: the control that shows it says `aria-busy` or carries a text. */
export function Spinner({ size = 16 }: { size?: number }) {
	return <LoaderCircle aria-hidden="true" size={size} className="shrink-0 animate-spin" />;
}
