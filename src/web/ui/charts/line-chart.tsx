import { area, curveMonotoneX, line } from "d3-shape";
import { formatNumber } from "#web/lib/base/format.ts";
import { colorOf, type LinkOf, type Point, type Series, tableOf } from "./chart-data.ts";
import { ChartFrame, type ChartFrameProps } from "./chart-frame.tsx";
import { type Geometry, Plot } from "./plot.tsx";

export interface LineChartProps extends ChartFrameProps {
	/** Header of the points in the table: "Week". */
	head: string;
	points: readonly Point[];
	/** In stacking order, from the bottom. */
	series: readonly Series[];
	/** Filled, and on top of each other when there are several. */
	isArea?: boolean;
	format?: (value: number) => string;
	/** Pixels. */
	height?: number;
	/** A shared legend is shown elsewhere. */
	hideLegend?: boolean;
	/** Lists the emails of a point; of one series from the table, of all (empty id) from the drawing. */
	linkOf?: LinkOf;
}

/** Lines or stacked areas over time. */
export default function LineChart(props: LineChartProps) {
	const { head, points, series, isArea = false, format = formatNumber, height = 216, hideLegend, linkOf } = props;
	const x = (index: number, width: number) => (points.length < 2 ? width / 2 : (index * width) / (points.length - 1));
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
				isStacked={isArea}
				format={format}
				height={height}
				x={x}
				linkOf={linkOf && ((index) => linkOf(index, ""))}
			>
				{(geometry) => (
					<>
						{isArea ? (
							<Areas geometry={geometry} series={series} x={x} />
						) : (
							<Lines geometry={geometry} series={series} x={x} />
						)}
						{geometry.active !== null && (
							<Rule geometry={geometry} index={geometry.active} series={series} isArea={isArea} x={x} />
						)}
					</>
				)}
			</Plot>
		</ChartFrame>
	);
}

interface ShapeProps {
	geometry: Geometry;
	series: readonly Series[];
	x: (index: number, width: number) => number;
}

function Lines({ geometry: { left, right, y }, series, x }: ShapeProps) {
	const path = line<number>((_, index) => left + x(index, right - left), y).curve(curveMonotoneX);
	return series.map(({ id, color, values: [only = 0, ...rest] }) =>
		rest.length === 0 ? (
			// One point makes no line.
			<circle key={id} cx={left + x(0, right - left)} cy={y(only)} r={3} fill={colorOf(color)} />
		) : (
			<path
				key={id}
				d={path([only, ...rest]) ?? ""}
				fill="none"
				stroke={colorOf(color)}
				strokeWidth={2}
				strokeLinejoin="round"
				strokeDasharray={color === "other" ? "4 3" : undefined}
			/>
		),
	);
}

/** Sums of the series up to each one, at every point. */
function stacked(series: readonly Series[]): number[][] {
	const sums: number[][] = [];
	for (const { values } of series) sums.push(values.map((value, index) => value + (sums.at(-1)?.[index] ?? 0)));
	return sums;
}

/** Width in pixels of the bar that shows an area with a single point. */
const LONE_WIDTH = 24;

function Areas({ geometry: { left, right, y }, series, x }: ShapeProps) {
	const tops = stacked(series);
	if (tops[0]?.length === 1)
		return series.map(({ id, color }, layer) => {
			const [top, bottom] = [y(tops[layer]?.[0] ?? 0), y(tops[layer - 1]?.[0] ?? 0)];
			const start = left + x(0, right - left) - LONE_WIDTH / 2;
			const fill = { fill: colorOf(color), stroke: "var(--chart-gap)" };
			return <rect key={id} x={start} width={LONE_WIDTH} y={top} height={bottom - top} {...fill} />;
		});
	return series.map(({ id, color }, layer) => {
		const path = area<number>(
			(_, index) => left + x(index, right - left),
			(_, index) => y(tops[layer - 1]?.[index] ?? 0),
			(top) => y(top),
		).curve(curveMonotoneX);
		return (
			<path
				key={id}
				d={path(tops[layer] ?? []) ?? ""}
				fill={colorOf(color)}
				stroke="var(--chart-gap)"
				strokeWidth={series.length > 1 ? 1 : 0}
			/>
		);
	});
}

function Rule({
	geometry: { left, right, y },
	index,
	series,
	isArea,
	x,
}: ShapeProps & { index: number; isArea: boolean }) {
	const at = left + x(index, right - left);
	const top = isArea ? [stacked(series).at(-1)?.[index] ?? 0] : series.map(({ values }) => values[index] ?? 0);
	return (
		<>
			<line x1={at} x2={at} y1={y(Math.max(...top))} y2={y(0)} stroke="var(--ink)" />
			{top.map((value, layer) => (
				<circle
					// biome-ignore lint/suspicious/noArrayIndexKey: one for each series, in their order
					key={layer}
					cx={at}
					cy={y(value)}
					r={4}
					fill="var(--surface)"
					stroke="var(--ink)"
					strokeWidth={1.5}
				/>
			))}
		</>
	);
}
