import { Worker } from "node:worker_threads";
import type { Config } from "../../config.ts";
import type { Logger } from "../../log.ts";
import { answerWatchdog, currentWork, type Work } from "./current-work.ts";
import { writeExitNote } from "./exit-notes.ts";

/** Shared between the threads: the main thread's heartbeat count, how long it may take to stop, whether it has started. */
export const HEARTBEATS = 0;
export const STOP_WITHIN_MS = 1;
export const HAS_STARTED = 2;

/** Interval of heartbeats and of the watchdog's checks. */
export const HEARTBEAT_MS = 100;

export interface WatchdogData {
	shared: SharedArrayBuffer;
	processId: string;
	dataDir: string;
	warnMs: number;
	/** 0: never kill. */
	limitMs: number;
	logLevel: Config["logLevel"];
}

export interface Watchdog {
	/** The process has started: from now on, what blocks its event loop counts. */
	started(): void;
	/** The process must exit within this time or is killed, even when its event loop is blocked. */
	stopWithin(ms: number): void;
	/**
	 * Notes that this process is about to exit: after an uncaught error, or because it is shutting down. Never throws.
	 */
	noteEnd(reason: "crashed" | "stopped"): void;
}

/**
 * Starts a thread that monitors this process's event loop: it logs what blocks it, and past the limit it notes the
 * job to blame and kills the process. Only the time counts that the main thread works, and only once the process has
 * started. Uncaught errors are noted as well. Call once per process.
 * @param processId as in `jobs.worker_id`
 */
export async function startWatchdog(
	config: Pick<Config, "dataDir" | "eventLoop" | "logLevel">,
	processId: string,
	log: Logger,
): Promise<Watchdog> {
	const shared = new SharedArrayBuffer(12);
	const cells = new Int32Array(shared);
	const data: WatchdogData = {
		shared,
		processId,
		dataDir: config.dataDir,
		warnMs: config.eventLoop.warnMs,
		limitMs: config.eventLoop.limitMs,
		logLevel: config.logLevel,
	};
	answerWatchdog(() => Atomics.load(cells, HEARTBEATS));
	setInterval(() => Atomics.add(cells, HEARTBEATS, 1), HEARTBEAT_MS).unref();
	const worker = new Worker(new URL("./watchdog.worker.ts", import.meta.url), {
		workerData: data,
		name: "watchdog",
		resourceLimits: { maxOldGenerationSizeMb: 32 },
	});
	await new Promise<void>((resolve, reject) => worker.once("message", () => resolve()).once("error", reject));
	worker.unref();
	worker.on("error", (cause) => log.error({ event: "watchdog.failed", err: cause }, "The watchdog thread failed"));
	const noteEnd = (reason: "crashed" | "stopped", work: Work | null = null): void => {
		const jobId = work?.type === "job" ? work.id : null;
		try {
			writeExitNote(config.dataDir, { processId, reason, isOver: true, jobId, isKnown: work !== null });
		} catch (cause) {
			log.error({ event: "watchdog.note_failed", err: cause }, "Couldn't record why the process ended");
		}
	};
	process.on("uncaughtExceptionMonitor", () => noteEnd("crashed", currentWork()));
	return {
		started: () => Atomics.store(cells, HAS_STARTED, 1),
		stopWithin: (ms) => Atomics.store(cells, STOP_WITHIN_MS, ms),
		noteEnd: (reason) => noteEnd(reason),
	};
}
