/**
 * Optimal string alignment: insertions, deletions, substitutions, and swapped neighbors cost one each.
 * @returns a number above `limit` as soon as the distance exceeds it
 */
export function editDistance(a: string, b: string, limit: number): number {
	if (Math.abs(a.length - b.length) > limit) return limit + 1;
	let before: number[] = [];
	let last = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		for (let j = 1; j <= b.length; j++) {
			const cost = a[i - 1] === b[j - 1] ? 0 : 1;
			let value = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
			if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
				value = Math.min(value, (before[j - 2] ?? 0) + 1);
			row.push(value);
		}
		if (Math.min(...row) > limit) return limit + 1;
		[before, last] = [last, row];
	}
	return last[b.length] ?? 0;
}
