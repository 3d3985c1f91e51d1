import { arc, pie } from "d3-shape";
import { formatNumber } from "#web/lib/base/format.ts";
import { type ChartTarget, colorOf, type Part, percentages } from "./chart-data.ts";
import { ChartFrame, type ChartFrameProps } from "./chart-frame.tsx";
import { ChartLink } from "./chart-link.tsx";
import { Swatch } from "./swatch.tsx";

export interface DonutChartProps extends ChartFrameProps {
	/** Header of the parts in the table: "Category". */
	head: string;
	/** In order, clockwise from the top. */
	parts: readonly Part[];
	format?: (value: number) => string;
	/** Below the total in the middle: "emails". */
	unit?: string;
	/** Lists the emails of a part. */
	linkOf?: (id: string) => ChartTarget | null;
}

const size = 176;
const ring = 26;

/** Parts of a whole, named next to the ring. For up to six parts; more are easier to compare as rows. */
export default function DonutChart(props: DonutChartProps) {
	const { head, parts, format = formatNumber, unit, linkOf } = props;
	const total = parts.reduce((sum, { value }) => sum + value, 0);
	const shares = percentages(parts.map(({ value }) => value));
	const slices = pie<Part>()
		.value(({ value }) => value)
		.sort(null)([...parts]);
	const path = arc<(typeof slices)[number]>()
		.innerRadius(size / 2 - ring)
		.outerRadius(size / 2 - 1)
		.cornerRadius(2);
	return (
		<ChartFrame
			title={props.title}
			note={props.note}
			action={props.action}
			table={{
				head,
				columns: [unit ?? "Value", "Share"],
				rows: parts.map(({ label, value }, index) => ({ label, values: [format(value), `${shares[index]}%`] })),
			}}
			isEmpty={total === 0}
			height={size}
			linkOf={linkOf && ((row) => linkOf(parts[row]?.id ?? ""))}
		>
			<div className="flex flex-wrap items-center gap-x-8 gap-y-4">
				<div aria-hidden="true" className="relative" style={{ width: size, height: size }}>
					<svg width={size} height={size} viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`} className="block">
						<title>{props.title}</title>
						{slices.map((slice) => (
							<path
								key={slice.data.id}
								d={path(slice) ?? ""}
								fill={slice.data.color === "other" ? "none" : colorOf(slice.data.color)}
								stroke={slice.data.color === "other" ? colorOf("other") : "var(--chart-gap)"}
								strokeWidth={parts.length > 1 ? 1 : 0}
							/>
						))}
					</svg>
					<div className="absolute inset-0 flex flex-col items-center justify-center">
						<span className="font-display text-28 leading-8 font-medium tabular-nums">{format(total)}</span>
						{unit && <span className="text-12 text-ink-3">{unit}</span>}
					</div>
				</div>
				<ul className="min-w-48 flex-1">
					{parts.map(({ id, label, color, value }, index) => (
						<li key={id} className="flex h-8 items-center gap-2 border-b border-line text-13 last:border-0">
							<Swatch color={color} />
							<span className="min-w-0 flex-1 truncate">
								<ChartLink target={linkOf?.(id) ?? null} className="rounded-1 hover:underline">
									{label}
								</ChartLink>
							</span>
							<span className="font-medium tabular-nums">{format(value)}</span>
							<span className="w-10 text-right text-ink-3 tabular-nums">{shares[index]}%</span>
						</li>
					))}
				</ul>
			</div>
		</ChartFrame>
	);
}
