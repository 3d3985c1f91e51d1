import { scaleLinear } from "d3-scale";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { formatNumber } from "#web/lib/format.ts";
import { t } from "../text.ts";
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
	const [active, setActive] = useState<number | null>(null);
	const link = useRef<HTMLAnchorElement>(null);
	const totals = totalsOf(points, series);
	const max = Math.max(1, ...(isStacked ? totals : series.flatMap(({ values }) => values)));
	// A low chart has room for fewer lines.
	const wanted = height < 140 ? 2 : 4;
	const scale = scaleLinear([0, max], [height - margin.bottom, margin.top]).nice(wanted);
	const ticks = scale.ticks(wanted).filter((tick) => (max < 4 ? Number.isInteger(tick) : true));
	const left = 12 + 7 * Math.max(...ticks.map((tick) => format(tick).length));
	const inner = Math.max(0, width - left);
	const gap = points.length < 2 ? 1 : labelWidth / Math.max(1, x(1, inner) - x(0, inner));
	const at = (index: number) => left + x(index, inner);
	const activateNearest = (event: PointerEvent<HTMLElement>) => {
		const position = event.clientX - event.currentTarget.getBoundingClientRect().left;
		let best = 0;
		for (let index = 1; index < points.length; index++)
			if (Math.abs(at(index) - position) < Math.abs(at(best) - position)) best = index;
		setActive(best);
	};
	const keyDown = (event: KeyboardEvent) => {
		const last = points.length - 1;
		const now = active ?? 0;
		const targets: Record<string, number> = {
			ArrowRight: now + 1,
			ArrowUp: now + 1,
			ArrowLeft: now - 1,
			ArrowDown: now - 1,
			Home: 0,
			End: last,
		};
		if (event.key === "Enter" && link.current) link.current.click();
		else if (targets[event.key] !== undefined) setActive(Math.min(last, Math.max(0, targets[event.key] ?? 0)));
		else return;
		event.preventDefault();
	};
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
				onKeyDown={keyDown}
				onFocus={() => setActive((now) => now ?? 0)}
				onBlur={() => setActive(null)}
				className="relative rounded-1"
				style={{ height }}
			>
				{width > 0 && (
					<svg aria-hidden="true" width={width} height={height} className="block overflow-visible text-12">
						{ticks.map((tick) => (
							<g key={tick}>
								<line x1={left} x2={width} y1={scale(tick)} y2={scale(tick)} stroke="var(--chart-grid)" />
								<text x={0} y={scale(tick)} dy="0.32em" fill="var(--ink-3)" className="tabular-nums">
									{format(tick)}
								</text>
							</g>
						))}
						{children({ left, right: width, y: (value) => scale(value), active })}
						{axisLabels(points, gap).map(({ index, text }) => (
							<text
								key={index}
								x={at(index)}
								y={height - 4}
								textAnchor={anchorOf(at(index), left, width)}
								fill="var(--ink-3)"
							>
								{text}
							</text>
						))}
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

/** Labels at the edges stay within the drawing. */
function anchorOf(x: number, left: number, width: number): "start" | "middle" | "end" {
	if (x < left + labelWidth / 3) return "start";
	return x > width - labelWidth / 3 ? "end" : "middle";
}
