/**
 * Keeps the results of a function of a text, which the same few texts are given to again and again. When there are too
 * many, all are dropped.
 * @param most results that are kept
 */
export function memoize<Result>(most: number, compute: (text: string) => Result): (text: string) => Result {
	const known = new Map<string, Result>();
	return (text) => {
		const found = known.get(text);
		if (found !== undefined) return found;
		if (known.size === most) known.clear();
		const computed = compute(text);
		known.set(text, computed);
		return computed;
	};
}
