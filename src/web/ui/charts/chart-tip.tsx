import type { ChartColor } from "./chart-data.ts";
import { Swatch } from "./swatch.tsx";

interface ChartTipProps {
	title: string;
	/** Sum, where there are several. */
	total?: string;
	rows: readonly { id: string; label: string; color: ChartColor; value: string }[];
	/** Position of the point, in pixels within the drawing. */
	x: number;
	/** Width of the drawing. */
	width: number;
}

/** Values at one point, next to it. For the eyes: the slider around the drawing reads them out. */
export function ChartTip({ title, total, rows, x, width }: ChartTipProps) {
	const onLeft = x > width / 2;
	return (
		<div
			aria-hidden="true"
			className="pointer-events-none absolute top-0 z-[var(--z-sticky)] min-w-36 rounded-2 border border-line bg-surface px-2.5 py-2 text-12 shadow-2"
			style={onLeft ? { right: width - x + 12 } : { left: x + 12 }}
		>
			<p className="flex justify-between gap-4 font-semibold">
				<span className="whitespace-nowrap">{title}</span>
				{total !== undefined && <span className="tabular-nums">{total}</span>}
			</p>
			{rows.map(({ id, label, color, value }) => (
				<p key={id} className="mt-1 flex items-center gap-2 text-ink-2">
					<Swatch color={color} />
					<span className="flex-1 whitespace-nowrap">{label}</span>
					<span className="pl-3 tabular-nums">{value}</span>
				</p>
			))}
		</div>
	);
}
