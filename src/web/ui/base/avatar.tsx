import { cx } from "./cx.ts";

interface AvatarProps {
	/** A name or address; its first letter shows. */
	name: string;
	/** `round` for people, `square` for mailboxes. */
	shape?: "round" | "square";
	size?: "small" | "medium" | "large";
	/** Shown instead of the letter: a URL on this server, or a `data:` URL. */
	picture?: string | null;
}

const sizes = { small: "size-6.5 text-12", medium: "size-9 text-14", large: "size-14 text-20" };

/** Decorative: the name is next to it. */
export function Avatar({ name, shape = "round", size = "medium", picture }: AvatarProps) {
	const initial = [...name.trim()].find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? "·";
	return (
		<span
			aria-hidden="true"
			className={cx(
				"inline-flex shrink-0 items-center justify-center overflow-hidden bg-accent-soft font-semibold text-accent uppercase select-none",
				shape === "round" ? "rounded-full" : "rounded-1",
				sizes[size],
			)}
		>
			{picture ? <img src={picture} alt="" className="size-full object-cover" /> : initial}
		</span>
	);
}
