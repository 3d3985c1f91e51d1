import { AsyncLocalStorage } from "node:async_hooks";

/** What the main thread is working on; the watchdog logs it when the event loop is blocked. */
export type Work =
	| { type: "job"; id: string; kind: string }
	/** `route` is the matched pattern, never the path, which may contain personal data. */
	| { type: "request"; id: string; method: string; route: string };

/** The answer to the watchdog. */
export interface WorkReport {
	/** Null when the code belongs to no job and no open request. */
	work: Work | null;
	/** Stack trace, innermost call first. */
	stack: string[];
	/** Heartbeats so far: identifies the block. */
	heartbeats: number;
}

const storage = new AsyncLocalStorage<Work>();
const open = new Set<Work>();

/** Runs `run` so that everything it does, including after awaits, is attributed to `work`. */
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
	// A shared socket or timer keeps the context of whatever opened it, even after that has ended.
	return work !== undefined && open.has(work) ? work : null;
}

const STACK_LINES = 12;
const REPORTER = Symbol.for("mailstead.current-work");

/** Expression that another thread evaluates in this one. */
export const REPORT_EXPRESSION = 'globalThis[Symbol.for("mailstead.current-work")]?.()';

/** Lets the watchdog query this thread. @param heartbeats read when it asks */
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
