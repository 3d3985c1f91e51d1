import type { ReactNode } from "react";
import type { FigureId } from "#shared/figures/figures.ts";
import { cx } from "../base/cx.ts";
import { Defined } from "../base/defined.tsx";

export interface Stat {
	label: string;
	/** Formatted; a link where it opens what it counts. */
	value: ReactNode;
	/** A unit or a change next to the number: "MB", "down 9". */
	note?: string;
	tone?: "plain" | "green" | "amber" | "red";
	/** What it counts, where several screens show it. */
	figure?: FigureId;
}

const tones = { plain: "", green: "text-green", amber: "text-amber", red: "text-red" };

/** Large numbers in a strip; two columns on a phone. */
export function StatStrip({ stats, label }: { stats: readonly Stat[]; label?: string }) {
	return (
		<dl
			aria-label={label}
			className="grid grid-cols-2 gap-px overflow-hidden rounded-3 border border-line bg-line md:auto-cols-fr md:grid-flow-col md:grid-cols-none"
		>
			{stats.map((stat) => (
				<div key={stat.label} className="bg-surface px-4 py-3.5 last:odd:col-span-2 md:px-4.5 md:last:odd:col-span-1">
					<dt className="text-12 text-ink-3">{stat.label}</dt>
					<dd
						className={cx(
							"font-display tabular-nums",
							isWord(stat.value) ? "text-20 xl:text-28" : "text-28",
							tones[stat.tone ?? "plain"],
						)}
					>
						{stat.figure === undefined ? stat.value : <Defined figure={stat.figure}>{stat.value}</Defined>}
						{stat.note && <span className="ml-2 font-sans text-13 text-ink-3">{stat.note}</span>}
					</dd>
				</div>
			))}
		</dl>
	);
}

/** A quarter of a tablet has room for a number in this size, but not for "Unconfirmed". */
function isWord(value: ReactNode): boolean {
	return typeof value === "string" && /^\p{L}{2,}/u.test(value);
}
