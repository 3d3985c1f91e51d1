import { randomUUID } from "node:crypto";
import type { Job } from "#shared/contracts/jobs.ts";
import { DISK_FULL, diskFull } from "../disk/disk-full.ts";
import { runAs } from "../watchdog/current-work.ts";
import { type ExitNote, readExitNotes, removeExitNote } from "../watchdog/exit-notes.ts";
import { cancelled } from "./cancelled.ts";
import { recoverJobs } from "./crashes.ts";
import type { ClaimedRow } from "./job-row.ts";
import type { Enqueue, JobDescription, JobKind, Jobs, JobsContext } from "./jobs.ts";
import { createJobLeases } from "./leases.ts";
import { runJob, stopping } from "./run.ts";
import { createJobStore } from "./store.ts";
import { createSuspectSlot } from "./suspects.ts";
import { startWorkers, type Workers, waitUntilDeadline } from "./workers.ts";

/** Leases are renewed every third of this; another process may claim the jobs of a dead one after it. */
const LEASE_SECONDS = 15;
/** Poll interval, for when a wake-up was lost or a worker died and its lease expired. */
const POLL_MS = 2_000;
/** Longer than any job of a test takes on a busy machine, after the lease of a killed process has expired. */
const DRAIN_MS = 150_000;
/** Jobs that run in the enqueuing process, in addition to its workers. */
const LOCAL_CONCURRENCY = 8;

/**
 * A job queue on a PostgreSQL table, which is the source of truth. Workers of any process claim jobs, fairly across
 * users; a lease says who runs a job, and expires when that process dies.
 * @param processId the id of this process in exit notes
 */
export function createJobs(
	ctx: Omit<JobsContext, "jobs">,
	kinds: readonly JobKind<unknown, JobsContext>[],
	processId: string = randomUUID(),
): Jobs {
	const { database, disk, events, log } = ctx;
	const store = createJobStore(database, LEASE_SECONDS, {
		workerId: processId,
		waiting: () => (disk.state === "full" ? DISK_FULL : null),
	});
	const byName = new Map(kinds.map((kind) => [kind.name, kind]));
	const leases = createJobLeases(store, LEASE_SECONDS, log);
	const workers = new Map<string, Workers>();
	const localJobs = new Set<Promise<void>>();
	/** With what ends their pauses. */
	const tracked = new Map<Promise<void>, () => void>();
	/** How often `track` was called. */
	let trackings = 0;
	const suspects = createSuspectSlot(wakeAll);
	const closers: (() => void)[] = [() => leases.close(), () => suspects.close()];
	let isStopping = false;

	const jobs: Jobs = {
		async enqueue<I>(kind: JobDescription<I>, request: Enqueue<I>, tx?: Parameters<Jobs["enqueue"]>[2]) {
			const known = byName.get(kind.name);
			if (known === undefined) throw new Error(`The job kind ${kind.name} is not registered`);
			const { job, isNew } = await store.insert(kind, request, tx);
			const notify = (): void => {
				if (request.background !== true) events.publish(request.ownerId, { type: "job", job });
				if (request.here !== true || !claimHere(known, request.ownerId, job.id)) events.wake(kind.name);
			};
			if (isNew && tx === undefined) notify();
			if (isNew && tx !== undefined) database.afterCommit(notify);
			return job;
		},
		get: (ownerId, id) => store.get(ownerId, id),
		list: (ownerId, activeOnly) => store.list(ownerId, activeOnly),
		async cancel(ownerId, id) {
			const job = await store.cancel(ownerId, id);
			events.cancel(id);
			events.publish(ownerId, { type: "job", job });
			await notifyEnded(ownerId, job);
			return job;
		},
		track(work, hurry = () => undefined) {
			const ended: Promise<void> = work.finally(() => tracked.delete(ended));
			tracked.set(ended, hurry);
			if (isStopping) hurry();
			trackings++;
		},
		async start() {
			await recover(database.embedded);
			if (database.embedded) await store.releaseAll();
			for (const kind of kinds) workers.set(kind.name, workersOf(kind));
			closers.push(
				events.onWake((name) => workers.get(name)?.wake()),
				events.onCancel((id) => leases.abort(cancelled(), id)),
				disk.onChange((state) => {
					if (state === "full") leases.abort(diskFull(), ({ kind }) => byName.get(kind)?.freesSpace !== true);
					else wakeAll();
				}),
			);
			await poll();
			let timer: NodeJS.Timeout | undefined;
			const schedulePoll = (): void => {
				// Jitter, so that processes started together do not poll in step.
				timer = setTimeout(() => void poll().finally(schedulePoll), POLL_MS * (0.75 + Math.random() / 2));
			};
			schedulePoll();
			closers.push(() => clearTimeout(timer));
		},
		async drain(timeoutMs = DRAIN_MS) {
			const deadline = Date.now() + timeoutMs;
			while (!(await isIdle())) {
				if (Date.now() > deadline) throw new Error(`Jobs are still running after ${timeoutMs} ms`);
				for (const hurry of tracked.values()) hurry();
				await new Promise((resolve) => setTimeout(resolve, 20));
			}
		},
		async stop() {
			isStopping = true;
			const ending = [...workers.values()].map((one) => one.stop());
			leases.abort(stopping());
			for (const hurry of tracked.values()) hurry();
			await Promise.all([...ending, waitUntilDeadline(localJobs), waitUntilDeadline(new Set(tracked.keys()))]);
			for (const close of closers) close();
		},
	};
	return jobs;

	/** Tracked work that a job starts before it ends may enqueue jobs while those in the database are counted. */
	async function isIdle(): Promise<boolean> {
		if (tracked.size > 0) return false;
		const before = trackings;
		return (await store.live()) === 0 && trackings === before;
	}

	function workersOf(kind: JobKind<unknown, JobsContext>): Workers {
		const { concurrency } = kind;
		return startWorkers({
			count: typeof concurrency === "number" ? concurrency : concurrency(ctx.config),
			log,
			claim: (busy) => claim(kind, busy),
			run: (row) => run(kind, row),
		});
	}

	async function notifyEnded(ownerId: string, job: Job | null): Promise<void> {
		try {
			if (job?.finishedAt != null) await byName.get(job.kind)?.onEnded?.({ ...ctx, jobs }, ownerId, job);
		} catch (cause) {
			log.error({ err: cause, job: job?.id, kind: job?.kind }, "a callback after the end of a job failed");
		}
	}

	function wakeAll(): void {
		for (const one of workers.values()) one.wake();
	}

	function hasRoom(kind: JobKind<unknown, JobsContext>): boolean {
		return disk.state !== "full" || kind.freesSpace === true;
	}

	async function claim(kind: JobKind<unknown, JobsContext>, busy: string[]): Promise<ClaimedRow | null> {
		if (!hasRoom(kind)) return null;
		const maySuspect = suspects.reserve();
		let row: ClaimedRow | null = null;
		try {
			row = await store.claim(kind.name, busy, maySuspect);
			return row;
		} finally {
			if (maySuspect) suspects.claimed(row?.suspect === true ? row.id : null);
		}
	}

	async function run(kind: JobKind<unknown, JobsContext>, row: ClaimedRow): Promise<void> {
		let ended: Job | null;
		try {
			ended = await leases.withLease(row, (controller) => {
				if (isStopping) controller.abort(stopping());
				return runAs({ type: "job", id: row.id, kind: kind.name }, () =>
					runJob({ ctx: { ...ctx, jobs }, store, kind, row, controller }),
				);
			});
		} finally {
			suspects.release(row.id);
		}
		await notifyEnded(row.owner_id, ended);
		for (const next of await store.queueFollowers(row)) {
			const follower = byName.get(next.kind);
			if (!next.background || follower === undefined || !claimHere(follower, next.owner_id, next.id))
				events.wake(next.kind);
		}
	}

	/** @returns false when this process runs no jobs, or has no free slot outside its workers */
	function claimHere(kind: JobKind<unknown, JobsContext>, ownerId: string, id: string): boolean {
		if (workers.size === 0 || isStopping || localJobs.size >= LOCAL_CONCURRENCY || !hasRoom(kind)) return false;
		const claimAndRun = async (): Promise<void> => {
			try {
				const row = await store.claimOne(ownerId, id);
				if (row !== null) await run(kind, row);
			} catch (cause) {
				log.error({ err: cause, job: id }, "a job could not be claimed or released; the sweep will recover it");
			} finally {
				localJobs.delete(work);
			}
		};
		const work = claimAndRun();
		localJobs.add(work);
		return true;
	}

	/**
	 * Requeues the jobs of processes that crashed or froze, unless a job crashed its process too often.
	 * @param isAlone no other process uses the database: all notes are about processes that have ended
	 */
	async function recover(isAlone: boolean): Promise<void> {
		for (const found of readExitNotes(ctx.config.dataDir)) {
			if (found.processId === processId) continue;
			const note: ExitNote = isAlone ? { ...found, isOver: true } : found;
			for (const { ownerId, job } of await recoverJobs(database, note)) {
				const fields = { event: "job.crashed", job: job.id, kind: job.kind, reason: note.reason };
				if (job.state === "failed") log.error(fields, "A job crashed the server too often and is not run again");
				events.publish(ownerId, { type: "job", job });
				events.wake(job.kind);
				await notifyEnded(ownerId, job);
			}
			if (note.isOver) removeExitNote(ctx.config.dataDir, note.processId);
		}
	}

	/** Polls for jobs whose wake-up was missed. */
	async function poll(): Promise<void> {
		if (isStopping) return;
		try {
			await recover(false);
			for (const kind of await store.sweep()) events.wake(kind);
			for (const kind of await store.queuedKinds([...workers.keys()])) workers.get(kind)?.wake();
		} catch (cause) {
			if (!isStopping) log.error({ err: cause }, "polling for queued jobs failed");
		}
	}
}
