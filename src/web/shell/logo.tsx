import { Link } from "@tanstack/react-router";
import { brand } from "#shared/brand.ts";
import { Wordmark } from "../ui/mark.tsx";

export function Logo() {
	return (
		<Link to="/" className="flex items-center gap-2.5 rounded-1" aria-label={brand.name}>
			<Wordmark />
		</Link>
	);
}
