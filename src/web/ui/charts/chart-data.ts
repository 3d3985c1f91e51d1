/** Colors of charts, by meaning; values are in `styles/tokens-charts.css`. */
export type ChartColor =
	| "primary"
	| "updates"
	| "forums"
	| "social"
	| "promotions"
	| "suspicious"
	| "other"
	| `seq-${1 | 2 | 3 | 4 | 5 | 6}`
	| "more"
	| "less";

export function colorOf(color: ChartColor): string {
	return `var(--chart-${color})`;
}

/** One line, area or stack of bars. */
export interface Series {
	id: string;
	label: string;
	color: ChartColor;
	/** One for each point. */
	values: readonly number[];
}

/** A position along the axis of a chart: a week, a sender. */
export interface Point {
	/** In the tip and the table: "Week of Sep 21". */
	label: string;
	/** On the axis: "Sep"; the label when absent. Equal neighbors are written once. */
	short?: string;
}

/** A part of a whole, or a step of a funnel. */
export interface Part {
	id: string;
	label: string;
	color: ChartColor;
	value: number;
}

/** The table behind a chart. */
export interface ChartTable {
	/** Header of the first column: "Week". */
	head: string;
	columns: readonly string[];
	rows: readonly { label: string; values: readonly string[] }[];
}

/** A page of the app, such as the inbox with the search that lists what a bar counts. */
export interface ChartTarget {
	to: string;
	search?: Record<string, string>;
	/** False: the page stays where it is, as for a dialog on it. */
	resetScroll?: false;
}

/** Where a point of one series leads, or of all (empty id). Null: nowhere, as a count of 0 does. */
export type LinkOf = (index: number, series: string) => ChartTarget | null;

export function tableOf(
	head: string,
	points: readonly Point[],
	series: readonly Series[],
	format: (value: number) => string,
): ChartTable {
	return {
		head,
		columns: series.map(({ label }) => label),
		rows: points.map(({ label }, index) => ({
			label,
			values: series.map(({ values }) => format(values[index] ?? 0)),
		})),
	};
}

/** Sum of all series at each point. */
export function totalsOf(points: readonly Point[], series: readonly Series[]): number[] {
	return points.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
}

/** Whole percentages that add up to 100 (largest remainder); all 0 without a total. */
export function percentages(values: readonly number[]): number[] {
	const total = values.reduce((sum, value) => sum + value, 0);
	if (total <= 0) return values.map(() => 0);
	const exact = values.map((value) => (100 * value) / total);
	const floors = exact.map(Math.floor);
	const remaining = 100 - floors.reduce((sum, value) => sum + value, 0);
	const order = exact.map((value, index) => ({ index, rest: value - Math.floor(value) }));
	order.sort((a, b) => b.rest - a.rest || a.index - b.index);
	const raised = new Set(order.slice(0, remaining).map(({ index }) => index));
	return floors.map((value, index) => value + (raised.has(index) ? 1 : 0));
}

/**
 * The points whose label is written below the axis: the first of each run of equal labels, thinned out to what fits.
 * @param gap number of points that a label needs for itself
 */
export function axisLabels(points: readonly Point[], gap: number): { index: number; text: string }[] {
	const all = points
		.map(({ label, short = label }, index) => ({ index, text: short }))
		.filter(({ index, text }) => index === 0 || text !== (points[index - 1]?.short ?? points[index - 1]?.label));
	// The range often starts within a month: its label gives way to that of the next one.
	const [first, second, third] = all;
	const lead = first && second ? second.index - first.index : gap;
	if (second && third && lead < gap && lead < third.index - second.index) all.shift();
	const steps = all.map(({ index }, position) => index - (all[position - 1]?.index ?? Number.NEGATIVE_INFINITY));
	const every = Math.max(1, Math.ceil(gap / Math.max(1, Math.min(...steps))));
	return all.filter((_, index) => index % every === 0);
}

/** Step of a heat map: 0 for nothing, then 1 to 6 by the share of the largest value. */
export function stepOf(value: number, max: number): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
	if (value <= 0 || max <= 0) return 0;
	return Math.min(6, Math.max(1, Math.ceil((6 * value) / max))) as 1 | 2 | 3 | 4 | 5 | 6;
}
