import type { ReactNode } from "react";
import { cx } from "../base/cx.ts";

interface CardProps {
	/** A level-two heading in the sans-serif font. */
	title?: ReactNode;
	/** Secondary text next to or under the title. */
	note?: ReactNode;
	/** Buttons at the end of the header. */
	actions?: ReactNode;
	/** No padding around the children: for tables and lists that have their own. */
	flush?: boolean;
	/** A colored edge, for content that needs attention or informs. */
	tone?: "plain" | "green" | "amber" | "red" | "blue";
	children: ReactNode;
}

const edges = {
	plain: "",
	green: "border-l-2 border-l-green",
	amber: "border-l-2 border-l-amber",
	red: "border-l-2 border-l-red",
	blue: "border-l-2 border-l-blue",
};

/** A pane with a thin border. Do not nest cards: use a Section inside. */
export function Card({ title, note, actions, flush, tone = "plain", children }: CardProps) {
	return (
		<section className={cx("min-w-0 overflow-hidden rounded-3 border border-line bg-surface", edges[tone])}>
			{(title !== undefined || actions !== undefined) && (
				<SectionHead title={title} note={note} actions={actions} bar={flush} />
			)}
			<div className={flush ? "" : cx("px-4 pb-4", title === undefined && "pt-4")}>{children}</div>
		</section>
	);
}

/** A titled part of a page, without a box. */
export function Section({ title, note, actions, children }: Omit<CardProps, "flush" | "tone">) {
	return (
		<section className="min-w-0">
			<div className="mb-3 flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<div className="flex flex-wrap items-baseline gap-x-2">
					<h2 className="text-14 font-semibold">{title}</h2>
					{note !== undefined && <span className="text-13 text-ink-3">{note}</span>}
				</div>
				{actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
			</div>
			{children}
		</section>
	);
}

function SectionHead({ title, note, actions, bar }: Pick<CardProps, "title" | "note" | "actions"> & { bar?: boolean }) {
	return (
		<div
			className={cx(
				"flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3",
				bar && "border-b border-line",
			)}
		>
			<div className="min-w-0">
				<h2 className="text-14 font-semibold">{title}</h2>
				{note !== undefined && <p className="text-13 text-ink-3">{note}</p>}
			</div>
			{actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
		</div>
	);
}
