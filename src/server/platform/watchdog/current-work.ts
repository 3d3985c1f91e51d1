import { AsyncLocalStorage } from "node:async_hooks";

/** What the main thread is doing at a moment: the watchdog names it when the event loop is blocked. */
export type Work =
	| { type: "job"; id: string; kind: string }
	/** `route` is the pattern, never the path itself, which may hold names. */
	| { type: "request"; id: string; method: string; route: string };

/** What the watchdog is told. */
export interface WorkReport {
	/** Null when the code belongs to no job and no request that is still open. */
	work: Work | null;
	/** Where the code is, innermost call first. */
	stack: string[];
	/** Heartbeats so far: tells whether this is still the same block. */
	heartbeats: number;
}

const storage = new AsyncLocalStorage<Work>();
const open = new Set<Work>();

/** Runs `work` so that everything it does, awaited parts included, is known under this name. */
export async function runAs<T>(work: Work, run: () => Promise<T>): Promise<T> {
	open.add(work);
	try {
		return await storage.run(work, run);
	} finally {
		open.delete(work);
	}
}

/** The job or request that the calling code belongs to. */
export function currentWork(): Work | null {
	const work = storage.getStore();
	// A socket or a timer that is shared carries the name of whoever opened it, even after that has ended.
	return work !== undefined && open.has(work) ? work : null;
}

const STACK_LINES = 12;
const REPORTER = Symbol.for("mailstead.current-work");

/** An expression that another thread evaluates in this one. */
export const REPORT_EXPRESSION = 'globalThis[Symbol.for("mailstead.current-work")]?.()';

/** Lets the watchdog ask this thread what it does. @param heartbeats read when it asks */
export function answerWatchdog(heartbeats: () => number): void {
	(globalThis as Record<symbol, unknown>)[REPORTER] = (): string => {
		const work = currentWork();
		const stack = (new Error().stack ?? "").split("\n").slice(3, 3 + STACK_LINES);
		const report: WorkReport = {
			work: work && { ...work },
			stack: stack.map((line) => line.trim()),
			heartbeats: heartbeats(),
		};
		return JSON.stringify(report);
	};
}
