import { randomBetween } from "#shared/random-between.ts";
import { type ExitNote, readExitNotes, removeExitNote } from "../watchdog/exit-notes.ts";
import { recoverJobs } from "./crashes.ts";
import { type EngineParts, notifyEnded } from "./engine-parts.ts";

/** Poll interval, for when a wake-up was lost or a worker died and its lease expired. */
const POLL_MS = 2_000;

/**
 * Requeues the jobs of processes that crashed or froze, unless a job crashed its process too often.
 * @param isAlone no other process uses the database: all notes are about processes that have ended
 */
export async function recover(engine: EngineParts, isAlone: boolean): Promise<void> {
	const { config, database, events, log } = engine.ctx;
	for (const found of readExitNotes(config.dataDir)) {
		if (found.processId === engine.processId) continue;
		const note: ExitNote = isAlone ? { ...found, isOver: true } : found;
		for (const { ownerId, job } of await recoverJobs(database, note)) {
			const fields = { event: "job.crashed", job: job.id, kind: job.kind, reason: note.reason };
			if (job.state === "failed") log.error(fields, "A job crashed the server too often and is not run again");
			events.publish(ownerId, { type: "job", job });
			events.wake(job.kind);
			await notifyEnded(engine, ownerId, job);
		}
		if (note.isOver) removeExitNote(config.dataDir, note.processId);
	}
}

/** Polls now and regularly. @returns stops polling */
export async function startPolling(engine: EngineParts): Promise<() => void> {
	await poll(engine);
	let timer: NodeJS.Timeout | undefined;
	const schedulePoll = (): void => {
		// The engine may have stopped meanwhile.
		if (engine.isStopping) return;
		// Jitter, so that processes started together do not poll in step.
		timer = setTimeout(() => void poll(engine).finally(schedulePoll), POLL_MS * randomBetween(0.75, 1.25));
	};
	schedulePoll();
	return () => clearTimeout(timer);
}

/** Polls for jobs whose wake-up was missed. */
async function poll(engine: EngineParts): Promise<void> {
	const { store, workers } = engine;
	const { events, log } = engine.ctx;
	if (engine.isStopping) return;
	try {
		await recover(engine, false);
		for (const kind of await store.sweep()) events.wake(kind);
		for (const kind of await store.queuedKinds([...workers.keys()])) workers.get(kind)?.wake();
	} catch (cause) {
		if (!engine.isStopping) log.error({ event: "job.poll_failed", err: cause }, "polling for queued jobs failed");
	}
}
