/** A share with one decimal, as in "12.5%". */
export function rate(count: number, total: number): string {
	return `${(total === 0 ? 0 : (100 * count) / total).toFixed(1)}%`;
}
