/**
 * Window over which the speed is measured: long enough to be steady, short enough to follow a server that slows down.
 */
const WINDOW_MS = 30_000;
/** A speed measured over a shorter time is meaningless. */
const MIN_MS = 2_000;

/** Estimates the remaining time from the recent speed. @param now returns epoch milliseconds */
export function createPace(now: () => number) {
	let seen: { at: number; done: number }[] = [];
	return {
		/** Call it with each progress update. @returns null while no estimate is possible */
		secondsLeft(done: number, total: number | null): number | null {
			const at = now();
			// A new count has started.
			if (done < (seen.at(-1)?.done ?? 0)) seen = [];
			while (seen.length > 1 && at - (seen[1]?.at ?? at) > WINDOW_MS) seen.shift();
			const [first] = seen;
			seen.push({ at, done });
			if (total === null || first === undefined || at - first.at < MIN_MS || done <= first.done) return null;
			const perSecond = ((done - first.done) * 1000) / (at - first.at);
			return Math.ceil(Math.max(0, total - done) / perSecond);
		},
	};
}
