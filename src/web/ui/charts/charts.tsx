import { lazy, type ReactNode, Suspense } from "react";
import type { BarChartProps } from "./bar-chart.tsx";
import { ChartSkeleton } from "./chart-frame.tsx";
import type { DonutChartProps } from "./donut-chart.tsx";
import type { FunnelChartProps } from "./funnel-chart.tsx";
import type { HeatMapProps } from "./heat-map.tsx";
import type { LineChartProps } from "./line-chart.tsx";
import type { RowChartProps } from "./row-chart.tsx";

/** Charts are loaded when they are first shown, so that no first load carries the library. */
const lazyCharts = {
	Line: lazy(() => import("./line-chart.tsx")),
	Bar: lazy(() => import("./bar-chart.tsx")),
	Row: lazy(() => import("./row-chart.tsx")),
	Donut: lazy(() => import("./donut-chart.tsx")),
	HeatMap: lazy(() => import("./heat-map.tsx")),
	Funnel: lazy(() => import("./funnel-chart.tsx")),
};

interface LoadedProps {
	title: string;
	/** Of the drawing, in pixels: nothing moves when it is loaded. */
	height: number;
	children: ReactNode;
}

function Loaded({ title, height, children }: LoadedProps) {
	return <Suspense fallback={<ChartSkeleton title={title} height={height} />}>{children}</Suspense>;
}

/** Lines or stacked areas over time. */
export function LineChart(props: LineChartProps) {
	return (
		<Loaded title={props.title} height={props.height ?? 216}>
			<lazyCharts.Line {...props} />
		</Loaded>
	);
}

/** Upright bars, stacked or grouped. */
export function BarChart(props: BarChartProps) {
	return (
		<Loaded title={props.title} height={props.height ?? 216}>
			<lazyCharts.Bar {...props} />
		</Loaded>
	);
}

/** Lying bars with their names and totals. */
export function RowChart(props: RowChartProps) {
	return (
		<Loaded title={props.title} height={32 * Math.max(3, props.points.length)}>
			<lazyCharts.Row {...props} />
		</Loaded>
	);
}

/** Parts of a whole. */
export function DonutChart(props: DonutChartProps) {
	return (
		<Loaded title={props.title} height={176}>
			<lazyCharts.Donut {...props} />
		</Loaded>
	);
}

/** Density by two dimensions, such as day and hour. */
export function HeatMap(props: HeatMapProps) {
	return (
		<Loaded title={props.title} height={24 * props.rows.length + 40}>
			<lazyCharts.HeatMap {...props} />
		</Loaded>
	);
}

/** How many remain after each step. */
export function FunnelChart(props: FunnelChartProps) {
	return (
		<Loaded title={props.title} height={48 * props.steps.length}>
			<lazyCharts.Funnel {...props} />
		</Loaded>
	);
}
