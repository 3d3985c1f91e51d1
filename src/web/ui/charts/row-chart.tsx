import { formatNumber } from "#web/lib/base/format.ts";
import { colorOf, type LinkOf, type Point, type Series, tableOf, totalsOf } from "./chart-data.ts";
import { ChartFrame, type ChartFrameProps } from "./chart-frame.tsx";
import { ChartLink } from "./chart-link.tsx";

export interface RowChartProps extends ChartFrameProps {
	/** Header of the points in the table: "Sender". */
	head: string;
	points: readonly Point[];
	/** In stacking order, from the left. */
	series: readonly Series[];
	format?: (value: number) => string;
	/** A shared legend is shown elsewhere. */
	hideLegend?: boolean;
	/** Lists the emails of a bar; of one series from the table, of all (empty id) from the drawing. */
	linkOf?: LinkOf;
}

/** Pixels of one bar with its space. */
const rowHeight = 32;

/** Lying bars with their names and totals: for rankings, and for names too long for an axis. */
export default function RowChart(props: RowChartProps) {
	const { head, points, series, format = formatNumber, hideLegend, linkOf } = props;
	const totals = totalsOf(points, series);
	const max = Math.max(1, ...totals);
	return (
		<ChartFrame
			title={props.title}
			note={props.note}
			action={props.action}
			table={tableOf(head, points, series, format)}
			legend={hideLegend ? [] : series}
			isEmpty={totals.every((total) => total === 0)}
			height={Math.max(3, points.length) * rowHeight}
			linkOf={linkOf && ((row, column) => linkOf(row, series[column]?.id ?? ""))}
		>
			<ul aria-hidden="true" className="grid grid-cols-[minmax(80px,auto)_minmax(0,1fr)_auto] gap-x-3">
				{points.map(({ label, short = label }, index) => (
					<li
						key={label}
						className="relative col-span-full grid h-8 grid-cols-subgrid items-center rounded-1 text-13 has-[a]:hover:bg-sunken"
					>
						{/* For the pointer: the table behind is for the keyboard and screen readers. */}
						<ChartLink target={linkOf?.(index, "") ?? null} tabIndex={-1} title={label} className="absolute inset-0" />
						<span className="max-w-48 truncate text-ink-2 max-sm:max-w-28">{short}</span>
						<span className="flex h-4 gap-px">
							{series.map(({ id, color, values }) => {
								const share = (100 * (values[index] ?? 0)) / max;
								if (share === 0) return null;
								return (
									<span
										key={id}
										className="h-full min-w-0.5 first:rounded-l-1 last:rounded-r-1"
										style={{
											width: `${share}%`,
											...(color === "other"
												? { border: `1px solid ${colorOf(color)}` }
												: { background: colorOf(color) }),
										}}
									/>
								);
							})}
						</span>
						<span className="text-right font-medium tabular-nums">{format(totals[index] ?? 0)}</span>
					</li>
				))}
			</ul>
		</ChartFrame>
	);
}
