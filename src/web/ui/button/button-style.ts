import type { LucideIcon } from "lucide-react";
import { cx } from "../base/cx.ts";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "small" | "medium" | "large";

/** Style options of a button, or of a link that looks like one. */
export interface ButtonStyle {
	/** One primary per view. `danger` is for destructive actions that cannot easily be undone. */
	variant?: ButtonVariant;
	size?: ButtonSize;
	icon?: LucideIcon;
	/** Takes the full width of its container. */
	wide?: boolean;
}

const base =
	"relative inline-flex items-center justify-center gap-2 rounded-2 border whitespace-nowrap select-none " +
	"transition-colors duration-[120ms] disabled:opacity-50 aria-disabled:opacity-60";
const variants: Record<ButtonVariant, string> = {
	primary: "border-transparent font-semibold bg-accent text-on-accent not-aria-disabled:hover:bg-accent-hover",
	secondary: "border-line-strong font-semibold bg-surface text-ink not-aria-disabled:hover:bg-sunken",
	ghost: "border-transparent bg-transparent font-medium text-ink-2 not-aria-disabled:hover:bg-sunken hover:text-ink",
	danger:
		"border-line-strong font-semibold bg-surface text-red not-aria-disabled:hover:border-red not-aria-disabled:hover:bg-red-soft",
};
const sizes: Record<ButtonSize, string> = {
	// Touch areas are at least 40 px; the ::after area extends beyond the border.
	small:
		"h-7 px-2.5 text-13 pointer-coarse:h-9 pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-1",
	medium: "h-8 px-3 text-13 pointer-coarse:h-10",
	large: "h-10 px-4 text-14",
};

/** The classes of a button. @param icon an icon precedes its text */
export function buttonStyle({ variant = "secondary", size = "medium", wide }: ButtonStyle, icon: boolean): string {
	return cx(base, variants[variant], sizes[size], icon && "pl-2.5", wide && "w-full");
}
