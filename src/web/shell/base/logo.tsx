import { Link } from "@tanstack/react-router";
import { brand } from "#shared/brand.ts";
import { Wordmark } from "../../ui/base/mark.tsx";

export function Logo() {
	return (
		<Link
			to="/"
			className="relative flex items-center gap-2.5 rounded-1 pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-2.5"
			aria-label={brand.name}
		>
			<Wordmark />
		</Link>
	);
}
