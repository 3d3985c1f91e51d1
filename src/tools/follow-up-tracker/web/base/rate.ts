import { percentOf } from "#shared/figures/share.ts";

/** A share with one decimal, as in "12.5%"; "–" where the total does not contain the count. */
export function rate(count: number, total: number): string {
	const percent = count === 0 ? 0 : percentOf(count, total);
	return percent === null ? "–" : `${percent.toFixed(1)}%`;
}
