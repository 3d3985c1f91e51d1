import type { SpaceCell } from "../../contract.ts";

export type By = "sender" | "year" | "kind";

/** What the color of a cell says: how old its mail is, its main category, or the average size of an email. */
export type ColorBy = "age" | "category" | "size";

/** Least share of the space of a cell that counts: the others are too small to see. */
const SEEN = 0.01;

/** A step of the sequential chart colors. */
export type Step = 1 | 2 | 3 | 4 | 5 | 6;

/**
 * The step of each cell by its key: older or larger is darker. The steps are ranks, so that few large values do not make
 * all others equal.
 */
export function stepsOf(cells: readonly SpaceCell[], color: "age" | "size"): Map<string, Step> {
	const known = seen(cells).filter(({ month }) => color === "size" || month !== null);
	const value = ({ month, bytes, count }: SpaceCell) =>
		color === "age" ? -Date.parse(month ?? "") : bytes / Math.max(1, count);
	const order = known.toSorted((a, b) => value(a) - value(b));
	return new Map(order.map(({ key }, rank) => [key ?? "", (1 + Math.floor((rank * 6) / order.length)) as Step]));
}

/** The newest and the oldest month of the cells, for the legend; null: no month is known. */
export function monthsOf(cells: readonly SpaceCell[]): { newest: string; oldest: string } | null {
	const months = seen(cells)
		.flatMap(({ month }) => month ?? [])
		.toSorted();
	const [oldest] = months;
	const newest = months.at(-1);
	return oldest === undefined || newest === undefined ? null : { newest, oldest };
}

function seen(cells: readonly SpaceCell[]): SpaceCell[] {
	const all = cells.reduce((sum, { bytes }) => sum + bytes, 0);
	return cells.filter(({ key, count, bytes }) => key !== null && count > 0 && bytes >= SEEN * all);
}
