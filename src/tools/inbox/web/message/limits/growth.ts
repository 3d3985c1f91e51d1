/** Bound for `growth`: linear work stays far below it, quadratic work far above. */
export const LINEAR = 32;

/**
 * How much longer a function takes for eight times the input: about 8 when it is linear, 64 when quadratic.
 * For tests. The best of several runs counts, so that a busy machine does not matter.
 * @param size of the smaller input
 */
export function growth(work: (size: number) => unknown, size: number): number {
	work(size / 10);
	const best = (length: number) => {
		let least = Number.POSITIVE_INFINITY;
		for (let run = 0; run < 4; run++) {
			const began = performance.now();
			work(length);
			least = Math.min(least, performance.now() - began);
		}
		return least;
	};
	// Runs of a few milliseconds are too short to measure growth.
	return best(size * 8) / Math.max(4, best(size));
}
