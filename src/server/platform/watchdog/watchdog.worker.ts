import { parentPort, workerData } from "node:worker_threads";
import { pino } from "pino";
import { createLogger } from "../../log.ts";
import { type Block, createBlockMeter, mainThreadCpuMs } from "./block-meter.ts";
import { pingMainThread } from "./blocked-work.ts";
import type { Work, WorkReport } from "./current-work.ts";
import { type ExitNote, removeExitNote, writeExitNote } from "./exit-notes.ts";
import { HAS_STARTED, HEARTBEAT_MS, HEARTBEATS, STOP_WITHIN_MS, type WatchdogData } from "./watchdog.ts";

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

/** What is known of a block. */
interface Inquiry {
	pingedAt: number | null;
	report: WorkReport | null;
	isNoted: boolean;
}

const nothingKnown = (): Inquiry => ({ pingedAt: null, report: null, isNoted: false });

const meter = createBlockMeter(mainThreadCpuMs);
let inquiry = nothingKnown();
let stopDeadline: number | null = null;

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
		log.error({ event: "watchdog.note_failed", err: cause }, "Couldn't record what blocks the event loop");
	}
}

function kill(): void {
	process.kill(process.pid, "SIGKILL");
}

function fieldsOf({ ms, elapsedMs }: Block, { report }: Inquiry): object {
	const times = { ms: Math.round(ms), elapsedMs: Math.round(elapsedMs) };
	return { ...times, work: report?.work ?? null, stack: report?.stack ?? [] };
}

async function requestReport({ elapsedMs, heartbeats }: Block, of: Inquiry): Promise<void> {
	of.pingedAt = elapsedMs;
	of.report = (await pingMainThread(REPLY_TIMEOUT_MS, heartbeats)) ?? of.report;
}

function onBlocked(now: Block): void {
	const { ms, elapsedMs } = now;
	const { pingedAt, report } = inquiry;
	if (pingedAt === null || (report === null && elapsedMs - pingedAt >= PING_INTERVAL_MS))
		void requestReport(now, inquiry);
	if (!inquiry.isNoted && ms >= NOTE_MS && report !== null) {
		inquiry.isNoted = true;
		note(noteOf("blocked", false, report.work));
	}
	if (limitMs === 0 || ms < limitMs || stopDeadline !== null) return;
	const work = report?.work ?? null;
	note(noteOf("frozen", true, work));
	log.fatal(
		{ event: "event_loop.killed", ...fieldsOf(now, inquiry) },
		`${describe(work)} blocked the server for ${Math.round(ms / 1000)} s; the process is killed`,
	);
	kill();
}

function onRecovered(ended: Block): void {
	if (inquiry.isNoted && stopDeadline === null) removeExitNote(dataDir, processId);
	const work = inquiry.report?.work ?? null;
	log.warn(
		{ event: "event_loop.blocked", ...fieldsOf(ended, inquiry) },
		`${describe(work)} blocked the server for ${Math.round(ended.ms)} ms`,
	);
}

function tick(): void {
	const now = performance.now();
	const { current, ended } = meter.tick(Atomics.load(cells, HEARTBEATS));
	// A slow start is not a block: modules are loaded and compiled, and there is no job or request.
	const hasStarted = Atomics.load(cells, HAS_STARTED) === 1;
	if (hasStarted && ended !== null && ended.ms >= warnMs) onRecovered(ended);
	if (ended !== null) inquiry = nothingKnown();
	if (hasStarted && current.ms >= warnMs) onBlocked(current);
	const stopWithin = Atomics.load(cells, STOP_WITHIN_MS);
	if (stopWithin > 0 && stopDeadline === null) stopDeadline = now + stopWithin;
	if (stopDeadline === null || now < stopDeadline) return;
	note(noteOf("stopped", true, null));
	log.fatal(
		{ event: "server.stop_timed_out", ...fieldsOf(current, inquiry) },
		"The server did not stop in time and is killed; unfinished jobs continue after the next start",
	);
	kill();
}

setInterval(tick, HEARTBEAT_MS);
parentPort?.postMessage("watching");
