import { scaleLinear } from "d3-scale";
import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import { formatNumber } from "#web/lib/base/format.ts";
import { t } from "../base/text.ts";
import { axisLabels, type ChartTarget, type Point, type Series, totalsOf } from "./chart-data.ts";
import { ChartLink } from "./chart-link.tsx";
import { ChartTip } from "./chart-tip.tsx";
import { useWidth } from "./use-width.ts";

/** Pixels around the drawing: y labels on the left, x labels below. */
const margin = { top: 8, bottom: 24 };
/** Pixels for an x label. */
const labelWidth = 44;

export interface Geometry {
	/** Of the drawing without the margins. */
	left: number;
	right: number;
	/** y of a value, in pixels. */
	y: (value: number) => number;
	/** The point under the pointer or keyboard; null: none. */
	active: number | null;
}

interface PlotProps {
	label: string;
	points: readonly Point[];
	series: readonly Series[];
	/** The values lie on top of each other, so the axis ends at their sum. */
	isStacked: boolean;
	format?: (value: number) => string;
	height: number;
	/** x of a point within the given width, in pixels from its left. */
	x: (index: number, width: number) => number;
	linkOf?: ((index: number) => ChartTarget | null) | undefined;
	children: (geometry: Geometry) => ReactNode;
}

/** Axes of a line or bar chart, and the tip of the point under the pointer. Arrow keys move from point to point. */
export function Plot(props: PlotProps) {
	const { label, points, series, isStacked, format = formatNumber, height, x, linkOf, children } = props;
	const [frame, width] = useWidth();
	const link = useRef<HTMLAnchorElement>(null);
	const totals = totalsOf(points, series);
	const max = Math.max(1, ...(isStacked ? totals : series.flatMap(({ values }) => values)));
	const { scale, ticks } = yAxis(max, height);
	const left = 12 + 7 * Math.max(...ticks.map((tick) => format(tick).length));
	const inner = Math.max(0, width - left);
	const gap = points.length < 2 ? 1 : labelWidth / Math.max(1, x(1, inner) - x(0, inner));
	const at = (index: number) => left + x(index, inner);
	const { active, setActive, activateNearest, onKeyDown } = useActivePoint(
		points.map((_, index) => at(index)),
		link,
	);
	const shown = active === null ? undefined : points[active];
	const rows = series.map(({ id, label: name, color, values }) => ({
		id,
		label: name,
		color,
		value: format(values[active ?? 0] ?? 0),
	}));
	const spoken = `${points[active ?? 0]?.label ?? ""}: ${rows.map((row) => `${row.label} ${row.value}`).join(", ")}`;
	return (
		<div
			className="relative"
			onPointerDown={activateNearest}
			onPointerMove={activateNearest}
			// A finger that is lifted leaves too, before its click opens the point.
			onPointerLeave={({ pointerType }) => pointerType !== "touch" && setActive(null)}
			onPointerCancel={() => setActive(null)}
		>
			<div
				ref={frame}
				role="slider"
				tabIndex={0}
				aria-label={t.chart.valuesOf(label)}
				aria-valuemin={0}
				aria-valuemax={Math.max(0, points.length - 1)}
				aria-valuenow={active ?? 0}
				aria-valuetext={spoken}
				onKeyDown={onKeyDown}
				onFocus={() => setActive((now) => now ?? 0)}
				onBlur={() => setActive(null)}
				className="relative rounded-1"
				style={{ height }}
			>
				{width > 0 && (
					<svg aria-hidden="true" width={width} height={height} className="block overflow-visible text-12">
						{ticks.map((tick) => (
							<GridLine key={tick} left={left} right={width} y={scale(tick)} label={format(tick)} />
						))}
						{children({ left, right: width, y: (value) => scale(value), active })}
						<AxisLabels {...{ points, gap, at, left, width }} y={height - 4} />
					</svg>
				)}
				{shown && active !== null && (
					<ChartTip
						title={shown.label}
						total={rows.length > 1 && isStacked ? format(totals[active] ?? 0) : undefined}
						rows={isStacked ? rows.toReversed() : rows}
						x={at(active)}
						width={width}
					/>
				)}
			</div>
			{/* Covers the drawing, and leads where the point under the pointer does. A slider must not contain links. */}
			<ChartLink
				target={linkOf?.(active ?? 0) ?? null}
				ref={link}
				aria-hidden="true"
				tabIndex={-1}
				// The focus stays on the slider, whose point the link follows.
				onMouseDown={(event) => event.preventDefault()}
				className="absolute inset-0"
			/>
		</div>
	);
}

/** The scale from 0 to a value or above it, and the values at its lines. @param height of the chart, in pixels */
function yAxis(max: number, height: number) {
	// A low chart has room for fewer lines.
	const wanted = height < 140 ? 2 : 4;
	const scale = scaleLinear([0, max], [height - margin.bottom, margin.top]).nice(wanted);
	return { scale, ticks: scale.ticks(wanted).filter((tick) => (max < 4 ? Number.isInteger(tick) : true)) };
}

/** Labels at the edges stay within the drawing. */
function anchorOf(x: number, left: number, width: number): "start" | "middle" | "end" {
	if (x < left + labelWidth / 3) return "start";
	return x > width - labelWidth / 3 ? "end" : "middle";
}

/**
 * The point under the pointer, or that the keyboard has reached; null: none.
 * @param positions of the points, in pixels from the left
 * @param link that Enter follows
 */
function useActivePoint(positions: readonly number[], link: RefObject<HTMLAnchorElement | null>) {
	const [active, setActive] = useState<number | null>(null);
	const activateNearest = (event: PointerEvent<HTMLElement>) =>
		setActive(nearest(positions, event.clientX - event.currentTarget.getBoundingClientRect().left));
	const onKeyDown = (event: KeyboardEvent) => {
		const next = nextIndex(event.key, active ?? 0, positions.length - 1);
		if (event.key === "Enter" && link.current) link.current.click();
		else if (next !== null) setActive(next);
		else return;
		event.preventDefault();
	};
	return { active, setActive, activateNearest, onKeyDown };
}

/** The index that is closest to a position. @param positions ascending */
function nearest(positions: readonly number[], position: number): number {
	let best = 0;
	for (const [index, one] of positions.entries())
		if (Math.abs(one - position) < Math.abs((positions[best] ?? 0) - position)) best = index;
	return best;
}

/** The point that a key of a slider leads to; null: the key has no meaning here. */
function nextIndex(key: string, now: number, last: number): number | null {
	const targets: Record<string, number> = {
		ArrowRight: now + 1,
		ArrowUp: now + 1,
		ArrowLeft: now - 1,
		ArrowDown: now - 1,
		Home: 0,
		End: last,
	};
	const target = targets[key];
	return target === undefined ? null : Math.min(last, Math.max(0, target));
}

interface AxisLabelsProps {
	points: readonly Point[];
	/** Points from one label to the next, at least. */
	gap: number;
	/** x of a point, in pixels. */
	at: (index: number) => number;
	left: number;
	width: number;
	y: number;
}

function AxisLabels({ points, gap, at, left, width, y }: AxisLabelsProps) {
	return (
		<>
			{axisLabels(points, gap).map(({ index, text }) => (
				<text key={index} x={at(index)} y={y} textAnchor={anchorOf(at(index), left, width)} fill="var(--ink-3)">
					{text}
				</text>
			))}
		</>
	);
}

interface GridLineProps {
	left: number;
	right: number;
	y: number;
	/** Of its value. */
	label: string;
}

function GridLine({ left, right, y, label }: GridLineProps) {
	return (
		<g>
			<line x1={left} x2={right} y1={y} y2={y} stroke="var(--chart-grid)" />
			<text x={0} y={y} dy="0.32em" fill="var(--ink-3)" className="tabular-nums">
				{label}
			</text>
		</g>
	);
}
