/** Prints rows in columns: the first left-aligned, the others right-aligned. */
export function printTable(head: string[], rows: (string | number)[][]): void {
	const all = [head, ...rows.map((row) => row.map(String))];
	const widths = head.map((_, i) => Math.max(...all.map((row) => row[i]?.length ?? 0)));
	for (const row of all)
		console.log(
			row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  "),
		);
}

export function ratio(value: number): string {
	return `${value.toFixed(2)} × as fast`;
}

/** Milliseconds at a percentile of unsorted measurements. */
export function percentile(values: readonly number[], percent: number): string {
	const sorted = [...values].sort((a, b) => a - b);
	const value = sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
	return value.toFixed(1);
}
