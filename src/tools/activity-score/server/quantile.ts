/** A quantile by linear interpolation between the closest ranks; null for no values. @param share 0 to 1 */
export function quantile(sorted: readonly number[], share: number): number | null {
	if (sorted.length === 0) return null;
	const position = (sorted.length - 1) * share;
	const [low, high] = [sorted[Math.floor(position)] ?? 0, sorted[Math.ceil(position)] ?? 0];
	return low + (high - low) * (position - Math.floor(position));
}
