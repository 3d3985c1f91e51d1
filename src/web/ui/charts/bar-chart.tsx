import { formatNumber } from "#web/lib/base/format.ts";
import { colorOf, type LinkOf, type Point, type Series, tableOf } from "./chart-data.ts";
import { ChartFrame, type ChartFrameProps } from "./chart-frame.tsx";
import { type Geometry, Plot } from "./plot.tsx";

export interface BarChartProps extends ChartFrameProps {
	/** Header of the points in the table: "Month". */
	head: string;
	points: readonly Point[];
	/** In stacking order, from the bottom. */
	series: readonly Series[];
	/** Next to each other instead of on top of each other. */
	isGrouped?: boolean;
	format?: (value: number) => string;
	/** Pixels. */
	height?: number;
	/** A shared legend is shown elsewhere. */
	hideLegend?: boolean;
	/** Lists the emails of a point; of one series from the table, of all (empty id) from the drawing. */
	linkOf?: LinkOf;
}

/** Upright bars, stacked or grouped. */
export default function BarChart(props: BarChartProps) {
	const { head, points, series, isGrouped = false, format = formatNumber, height = 216, hideLegend, linkOf } = props;
	const x = (index: number, width: number) => ((index + 0.5) * width) / points.length;
	return (
		<ChartFrame
			title={props.title}
			note={props.note}
			action={props.action}
			table={tableOf(head, points, series, format)}
			legend={hideLegend ? [] : series}
			isEmpty={points.length === 0 || series.every(({ values }) => values.every((value) => value === 0))}
			height={height}
			linkOf={linkOf && ((row, column) => linkOf(row, series[column]?.id ?? ""))}
		>
			<Plot
				label={props.title}
				points={points}
				series={series}
				isStacked={!isGrouped}
				format={format}
				height={height}
				x={x}
				linkOf={linkOf && ((index) => linkOf(index, ""))}
			>
				{(geometry) =>
					points.map(({ label }, index) => (
						<g key={label} opacity={geometry.active === null || geometry.active === index ? 1 : 0.55}>
							<Bars geometry={geometry} index={index} count={points.length} series={series} isGrouped={isGrouped} />
						</g>
					))
				}
			</Plot>
		</ChartFrame>
	);
}

/** Widest bar, in pixels. */
const widest = 40;

interface BarsProps {
	geometry: Geometry;
	index: number;
	count: number;
	series: readonly Series[];
	isGrouped: boolean;
}

function Bars({ geometry: { left, right, y }, index, count, series, isGrouped }: BarsProps) {
	const slot = (right - left) / count;
	const width = Math.max(1, Math.min(widest * (isGrouped ? series.length : 1), slot * 0.7));
	const start = left + (index + 0.5) * slot - width / 2;
	let below = 0;
	return series.map(({ id, color, values }, layer) => {
		const value = values[index] ?? 0;
		const own = isGrouped ? width / series.length : width;
		const from = isGrouped ? 0 : below;
		below += value;
		// Touching fills are separated by a pixel of the page.
		const gap = value > 0 && (layer > 0 || isGrouped) ? 1 : 0;
		const height = Math.max(0, y(from) - y(from + value) - (isGrouped ? 0 : gap));
		return (
			<rect
				key={id}
				x={start + (isGrouped ? layer * own : 0)}
				width={Math.max(1, own - (isGrouped ? gap : 0))}
				y={y(from + value)}
				height={height}
				rx={Math.min(2, own / 4)}
				fill={color === "other" ? "none" : colorOf(color)}
				stroke={color === "other" ? colorOf(color) : "none"}
			/>
		);
	});
}
