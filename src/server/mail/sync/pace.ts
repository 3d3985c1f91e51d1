/** How far back the speed is looked at: long enough to be calm, short enough to follow a server that slows down. */
const WINDOW_MS = 30_000;
/** A speed measured over less says nothing. */
const SHORTEST_MS = 2_000;

/** Estimates the time left from how fast it went lately. @param now epoch milliseconds */
export function createPace(now: () => number) {
	let seen: { at: number; done: number }[] = [];
	return {
		/** Call it with each progress. @returns null while nothing can be said */
		secondsLeft(done: number, total: number | null): number | null {
			const at = now();
			// Another count has begun.
			if (done < (seen.at(-1)?.done ?? 0)) seen = [];
			while (seen.length > 1 && at - (seen[1]?.at ?? at) > WINDOW_MS) seen.shift();
			const [first] = seen;
			seen.push({ at, done });
			if (total === null || first === undefined || at - first.at < SHORTEST_MS || done <= first.done) return null;
			const perSecond = ((done - first.done) * 1000) / (at - first.at);
			return Math.ceil(Math.max(0, total - done) / perSecond);
		},
	};
}
