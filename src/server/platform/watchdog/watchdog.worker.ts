import { parentPort, workerData } from "node:worker_threads";
import { pino } from "pino";
import { createLogger } from "../../log.ts";
import { pingMainThread } from "./blocked-work.ts";
import type { Work, WorkReport } from "./current-work.ts";
import { type ExitNote, removeExitNote, writeExitNote } from "./exit-notes.ts";
import { HEARTBEAT_MS, HEARTBEATS, STOP_WITHIN_MS, type WatchdogData } from "./watchdog.ts";

/** Monitors the heartbeats of the main thread, see watchdog.ts. */

const { shared, processId, dataDir, warnMs, limitMs, logLevel } = workerData as WatchdogData;
const cells = new Int32Array(shared);
// Synchronous: the process may be killed right after.
const log = createLogger({ logLevel }, pino.destination({ fd: 1, sync: true }));

/** A block of this length is noted on disk, in case the process is killed from outside. */
const NOTE_MS = Math.min(2_000, limitMs === 0 ? 2_000 : limitMs / 2);
const REPLY_TIMEOUT_MS = 1_000;
/** Retry interval while there is no answer: native code answers only when it returns. */
const PING_INTERVAL_MS = 2_000;
/** A tick later than this is not the main thread's fault: the machine slept or was overloaded. */
const MAX_TICK_MS = 5 * HEARTBEAT_MS;

interface Block {
	/** Time without a heartbeat as seen by this thread. */
	ms: number;
	heartbeats: number;
	pingedAt: number | null;
	report: WorkReport | null;
	isNoted: boolean;
}

const fresh = (heartbeats: number): Block => ({ ms: 0, heartbeats, pingedAt: null, report: null, isNoted: false });

let block = fresh(Atomics.load(cells, HEARTBEATS));
let lastTick = performance.now();
let stopDeadline: number | null = null;
/** The first heartbeat comes when the main thread has started; a slow start is not a block. */
let hasBeaten = false;

function describe(work: Work | null): string {
	if (work === null) return "Unknown work";
	return work.type === "job" ? `The job ${work.id} (${work.kind})` : `The request ${work.method} ${work.route}`;
}

function noteOf(reason: ExitNote["reason"], isOver: boolean, work: Work | null): ExitNote {
	return { processId, reason, isOver, jobId: work?.type === "job" ? work.id : null, isKnown: work !== null };
}

function note(given: ExitNote): void {
	try {
		writeExitNote(dataDir, given);
	} catch (cause) {
		log.error({ event: "watchdog.note_failed", err: cause }, "What blocks the server could not be written down");
	}
}

function kill(): void {
	process.kill(process.pid, "SIGKILL");
}

function fieldsOf({ ms, report }: Block): object {
	return { ms: Math.round(ms), work: report?.work ?? null, stack: report?.stack ?? [] };
}

async function requestReport(of: Block): Promise<void> {
	of.pingedAt = of.ms;
	of.report = (await pingMainThread(REPLY_TIMEOUT_MS, of.heartbeats)) ?? of.report;
}

function onBlocked(now: Block): void {
	if (now.pingedAt === null || (now.report === null && now.ms - now.pingedAt >= PING_INTERVAL_MS))
		void requestReport(now);
	if (!now.isNoted && now.ms >= NOTE_MS && now.report !== null) {
		now.isNoted = true;
		note(noteOf("blocked", false, now.report.work));
	}
	if (limitMs === 0 || now.ms < limitMs || stopDeadline !== null) return;
	const work = now.report?.work ?? null;
	note(noteOf("frozen", true, work));
	log.fatal(
		{ event: "event_loop.killed", ...fieldsOf(now) },
		`${describe(work)} blocked the server for ${Math.round(now.ms / 1000)} s; the process is killed`,
	);
	kill();
}

function onRecovered(ended: Block): void {
	if (ended.isNoted && stopDeadline === null) removeExitNote(dataDir, processId);
	const work = ended.report?.work ?? null;
	log.warn(
		{ event: "event_loop.blocked", ...fieldsOf(ended) },
		`${describe(work)} blocked the server for ${Math.round(ended.ms)} ms`,
	);
}

function tick(): void {
	const now = performance.now();
	const passed = Math.min(now - lastTick, MAX_TICK_MS);
	lastTick = now;
	const heartbeats = Atomics.load(cells, HEARTBEATS);
	if (heartbeats !== block.heartbeats) {
		hasBeaten = true;
		if (block.ms >= warnMs) onRecovered(block);
		block = fresh(heartbeats);
	} else if (hasBeaten) {
		block.ms += passed;
		if (block.ms >= warnMs) onBlocked(block);
	}
	const stopWithin = Atomics.load(cells, STOP_WITHIN_MS);
	if (stopWithin > 0 && stopDeadline === null) stopDeadline = now + stopWithin;
	if (stopDeadline === null || now < stopDeadline) return;
	note(noteOf("stopped", true, null));
	log.fatal(
		{ event: "server.stop_timed_out", ...fieldsOf(block) },
		"The server did not stop in time and is killed; unfinished jobs continue after the next start",
	);
	kill();
}

setInterval(tick, HEARTBEAT_MS);
parentPort?.postMessage("watching");
