/** The rows between the two, inclusive; only the second when the first is not in the list. */
export function selectionRange(order: readonly string[], from: string | null, to: string): string[] {
	const [start, end] = [from === null ? -1 : order.indexOf(from), order.indexOf(to)];
	return start < 0 || end < 0 ? [to] : order.slice(Math.min(start, end), Math.max(start, end) + 1);
}
