import { createLink } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cx } from "../base/cx.ts";
import { Spinner } from "../base/spinner.tsx";
import { type ButtonStyle, buttonStyle } from "./button-style.ts";
import { Tooltip } from "./tooltip.tsx";

export type ButtonProps = Omit<ComponentProps<"button">, "className" | "style"> &
	ButtonStyle & {
		/** In progress: a spinner shows, clicks are ignored, focus stays. */
		busy?: boolean;
		/** Shows the icon filled, such as a set star. */
		filled?: boolean;
	};

export function Button(props: ButtonProps) {
	const { variant, size, icon: Icon, wide, busy, filled, onClick, children, type, ...rest } = props;
	const click = (event: MouseEvent<HTMLButtonElement>) => {
		if (busy) event.preventDefault();
		else onClick?.(event);
	};
	return (
		<button
			{...rest}
			type={type ?? "button"}
			onClick={click}
			aria-busy={busy || undefined}
			aria-disabled={busy || rest["aria-disabled"] || undefined}
			className={buttonStyle({ variant, size, wide }, Icon !== undefined)}
		>
			{busy ? (
				<Spinner />
			) : (
				Icon && <Icon aria-hidden="true" size={16} fill={filled ? "currentColor" : "none"} className="shrink-0" />
			)}
			{children}
		</button>
	);
}

interface ButtonAnchorProps extends ButtonStyle, Pick<ComponentProps<"a">, "href" | "onClick" | "children"> {
	/** Accessible name, where the text alone is ambiguous. */
	label?: string;
}

function ButtonAnchor({ href, label, variant, size, icon: Icon, wide, children, ...link }: ButtonAnchorProps) {
	return (
		<a {...link} href={href} aria-label={label} className={buttonStyle({ variant, size, wide }, Icon !== undefined)}>
			{Icon && <Icon aria-hidden="true" size={16} className="shrink-0" />}
			{children}
		</a>
	);
}

/** A link that looks like a button; route, parameters and search are checked like those of `Link`. */
export const ButtonLink = createLink(ButtonAnchor);

interface DownloadLinkProps extends ButtonStyle {
	/** A URL on the server, such as a raw message. */
	href: string;
	/** Suggested file name. */
	download?: string | true;
	children: ReactNode;
	/** Accessible name, where the text alone is ambiguous. */
	label?: string;
	onClick?: () => void;
}

/** A link that looks like a button and downloads a file or opens it in a new tab. */
export function DownloadLink({ href, download, children, label, onClick, icon: Icon, ...style }: DownloadLinkProps) {
	return (
		<a
			href={href}
			aria-label={label}
			onClick={onClick}
			download={download === true ? "" : download}
			target={download === undefined ? "_blank" : undefined}
			rel="noreferrer"
			className={buttonStyle(style, Icon !== undefined)}
		>
			{Icon && <Icon aria-hidden="true" size={16} className="shrink-0" />}
			{children}
		</a>
	);
}

export type IconButtonProps = Omit<ComponentProps<"button">, "className" | "style" | "children" | "aria-label"> & {
	icon: LucideIcon;
	/** Accessible name and tooltip. */
	label: string;
	/** Shortcut shown in the tooltip. */
	keys?: string;
	/** A toggle's state. */
	pressed?: boolean;
	size?: "small" | "medium";
	busy?: boolean;
	/** Shows the icon filled, such as a set star. */
	filled?: boolean;
	tooltip?: boolean;
};

export function IconButton(props: IconButtonProps) {
	const { icon: Icon, label, keys, pressed, size = "medium", busy, filled, tooltip = true, type, ...rest } = props;
	const button = (
		<button
			{...rest}
			type={type ?? "button"}
			aria-label={label}
			aria-pressed={pressed}
			aria-busy={busy || undefined}
			className={cx(
				"relative inline-flex shrink-0 items-center justify-center rounded-2 text-ink-2 transition-colors",
				"hover:bg-sunken hover:text-ink disabled:opacity-45 aria-pressed:text-accent data-popup-open:bg-sunken",
				// The ::after area makes it at least 40 px for a finger.
				"pointer-coarse:after:absolute",
				size === "small"
					? "size-7 pointer-coarse:after:-inset-1.5"
					: "size-8 pointer-coarse:after:-inset-x-1 pointer-coarse:after:-inset-y-1.5",
			)}
		>
			{busy ? <Spinner /> : <Icon aria-hidden="true" size={17} fill={filled ? "currentColor" : "none"} />}
		</button>
	);
	if (!tooltip) return button;
	return (
		<Tooltip text={label} keys={keys}>
			{button}
		</Tooltip>
	);
}
