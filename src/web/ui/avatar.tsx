import { cx } from "./cx.ts";

interface AvatarProps {
	/** A name or address; its first letter shows. */
	name: string;
	/** `round` for people, `square` for mailboxes. */
	shape?: "round" | "square";
	size?: "small" | "medium";
}

/** Decorative: the name stands beside it. */
export function Avatar({ name, shape = "round", size = "medium" }: AvatarProps) {
	const initial = [...name.trim()].find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? "·";
	return (
		<span
			aria-hidden="true"
			className={cx(
				"inline-flex shrink-0 items-center justify-center bg-accent-soft font-semibold text-accent uppercase select-none",
				shape === "round" ? "rounded-full" : "rounded-1",
				size === "small" ? "size-6.5 text-12" : "size-9 text-14",
			)}
		>
			{initial}
		</span>
	);
}
