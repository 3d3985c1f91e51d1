import { monitorEventLoopDelay } from "node:perf_hooks";

/** Delays in the last minute, in milliseconds. */
export interface EventLoopDelay {
	p50Ms: number;
	p99Ms: number;
	maxMs: number;
}

export interface EventLoopMonitor {
	delay(): EventLoopDelay;
	/** Share of the last half minute, from 0 to 1, in which the event loop was blocked. */
	blockedShare(): number;
	close(): void;
}

const RESOLUTION_MS = 10;
const WINDOW_MS = 30_000;
const BEAT_MS = 100;
/** Shorter delays are normal. */
const BLOCK_MS = 250;

/** Measures event loop delay. @param now monotonic, in milliseconds */
export function monitorEventLoop(now: () => number = () => performance.now()): EventLoopMonitor {
	// Two overlapping halves of the window, so that a reading never covers only the last moment.
	let [older, newer] = [startHistogram(), startHistogram()];
	const rotation = setInterval(() => {
		older.disable();
		[older, newer] = [newer, startHistogram()];
	}, WINDOW_MS).unref();
	let blocks: { endedAt: number; ms: number }[] = [];
	const startedAt = now();
	let due = startedAt + BEAT_MS;
	const beat = setInterval(() => {
		const at = now();
		const late = at - due;
		due = at + BEAT_MS;
		if (late >= BLOCK_MS) blocks.push({ endedAt: at, ms: late });
	}, BEAT_MS).unref();
	return {
		delay: () => ({
			p50Ms: toMs(older.percentile(50)),
			p99Ms: toMs(older.percentile(99)),
			maxMs: toMs(older.max),
		}),
		blockedShare() {
			const from = now() - WINDOW_MS;
			blocks = blocks.filter(({ endedAt }) => endedAt > from);
			const blocked = blocks.reduce((sum, { endedAt, ms }) => sum + Math.min(ms, endedAt - from), 0);
			return Math.min(1, blocked / WINDOW_MS);
		},
		close() {
			clearInterval(rotation);
			clearInterval(beat);
			older.disable();
			newer.disable();
		},
	};
}

function startHistogram(): ReturnType<typeof monitorEventLoopDelay> {
	const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
	histogram.enable();
	return histogram;
}

/** From the nanoseconds between two samples, which equal the resolution when nothing is late. */
function toMs(nanoseconds: number): number {
	return Math.max(0, Math.round((nanoseconds / 1e6 - RESOLUTION_MS) * 10) / 10);
}
