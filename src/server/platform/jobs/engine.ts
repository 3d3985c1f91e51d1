import { randomUUID } from "node:crypto";
import { DISK_FULL, diskFull } from "../disk/disk-full.ts";
import { runAs } from "../watchdog/current-work.ts";
import { type ExitNote, readExitNotes, removeExitNote } from "../watchdog/exit-notes.ts";
import { recoverJobs } from "./crashes.ts";
import type { Enqueue, JobDescription, JobKind, Jobs, JobsContext } from "./jobs.ts";
import { keepLeases } from "./leases.ts";
import { cancelled, runJob, stopping } from "./run.ts";
import { type ClaimedRow, createJobStore } from "./store.ts";
import { createSuspectSlot } from "./suspects.ts";
import { startWorkers, untilLate, type Workers } from "./workers.ts";

/** A process renews its leases every third of this; when it dies, another may take over after it. */
const LEASE_SECONDS = 15;
/** How long a job may lie unnoticed when the call to wake was lost, and a dead runner's after its lease. */
const POLL_MS = 2_000;
/** Jobs that a process takes beside its workers. */
const BESIDE_AT_ONCE = 8;

/**
 * Jobs on their own table, which is the truth about each of them. Workers of any process take them from the line, one
 * person's between others'; a lease says who runs a job, and ends when that process dies.
 * @param processId what exit notes call this process
 */
export function createJobs(
	ctx: Omit<JobsContext, "jobs">,
	kinds: readonly JobKind<unknown, JobsContext>[],
	processId: string = randomUUID(),
): Jobs {
	const { database, disk, events, log } = ctx;
	const store = createJobStore(database, LEASE_SECONDS, {
		runner: processId,
		waiting: () => (disk.state === "full" ? DISK_FULL : null),
	});
	const byName = new Map(kinds.map((kind) => [kind.name, kind]));
	const leases = keepLeases(store, LEASE_SECONDS, log);
	const workers = new Map<string, Workers>();
	const beside = new Set<Promise<void>>();
	const suspects = createSuspectSlot(wakeAll);
	const closers: (() => void)[] = [() => leases.close(), () => suspects.close()];
	let isStopping = false;

	const jobs: Jobs = {
		async enqueue<I>(kind: JobDescription<I>, request: Enqueue<I>, tx?: Parameters<Jobs["enqueue"]>[2]) {
			const known = byName.get(kind.name);
			if (known === undefined) throw new Error(`The job kind ${kind.name} is not registered`);
			const { job, isNew } = await store.insert(kind, request, tx);
			const tell = (): void => {
				if (request.background !== true) events.publish(request.ownerId, { type: "job", job });
				if (request.here !== true || !claimHere(known, request.ownerId, job.id)) events.wake(kind.name);
			};
			if (isNew && tx === undefined) tell();
			if (isNew && tx !== undefined) database.afterCommit(tell);
			return job;
		},
		get: (ownerId, id) => store.get(ownerId, id),
		list: (ownerId, activeOnly) => store.list(ownerId, activeOnly),
		async cancel(ownerId, id) {
			const job = await store.cancel(ownerId, id);
			events.cancel(id);
			events.publish(ownerId, { type: "job", job });
			return job;
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
			await look();
			let timer: NodeJS.Timeout | undefined;
			const again = (): void => {
				// Not in step with other processes that were started together.
				timer = setTimeout(() => void look().finally(again), POLL_MS * (0.75 + Math.random() / 2));
			};
			again();
			closers.push(() => clearTimeout(timer));
		},
		async drain(timeoutMs = 60_000) {
			const deadline = Date.now() + timeoutMs;
			while ((await store.live()) > 0) {
				if (Date.now() > deadline) throw new Error(`Jobs are still under way after ${timeoutMs} ms`);
				await new Promise((resolve) => setTimeout(resolve, 20));
			}
		},
		async stop() {
			isStopping = true;
			const ending = [...workers.values()].map((one) => one.stop());
			leases.abort(stopping());
			await Promise.all([...ending, untilLate(beside)]);
			for (const close of closers) close();
		},
	};
	return jobs;

	function workersOf(kind: JobKind<unknown, JobsContext>): Workers {
		const { concurrency } = kind;
		return startWorkers({
			count: typeof concurrency === "number" ? concurrency : concurrency(ctx.config),
			log,
			claim: (busy) => claim(kind, busy),
			run: (row) => run(kind, row),
		});
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
		try {
			await leases.keep(row, (controller) => {
				if (isStopping) controller.abort(stopping());
				return runAs({ type: "job", id: row.id, kind: kind.name }, () =>
					runJob({ ctx: { ...ctx, jobs }, store, kind, row, controller }),
				);
			});
		} finally {
			suspects.release(row.id);
		}
		for (const next of await store.queueFollowers(row)) {
			const follower = byName.get(next.kind);
			if (!next.background || follower === undefined || !claimHere(follower, next.owner_id, next.id))
				events.wake(next.kind);
		}
	}

	/** @returns false when this process takes no jobs, or no more beside its workers */
	function claimHere(kind: JobKind<unknown, JobsContext>, ownerId: string, id: string): boolean {
		if (workers.size === 0 || isStopping || beside.size >= BESIDE_AT_ONCE || !hasRoom(kind)) return false;
		const take = async (): Promise<void> => {
			try {
				const row = await store.claimOne(ownerId, id);
				if (row !== null) await run(kind, row);
			} catch (cause) {
				log.error({ err: cause, job: id }, "a job could not be taken or given back; the sweep will find it");
			} finally {
				beside.delete(work);
			}
		};
		const work = take();
		beside.add(work);
		return true;
	}

	/**
	 * Puts the jobs of processes that crashed or froze back into the queue, unless one of them did it too often.
	 * @param isAlone no other process works on the database: all notes are about processes that are gone
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
			}
			if (note.isOver) removeExitNote(ctx.config.dataDir, note.processId);
		}
	}

	/** Finds what no call told of. */
	async function look(): Promise<void> {
		if (isStopping) return;
		try {
			await recover(false);
			for (const kind of await store.sweep()) events.wake(kind);
			for (const kind of await store.queuedKinds([...workers.keys()])) workers.get(kind)?.wake();
		} catch (cause) {
			if (!isStopping) log.error({ err: cause }, "looking for waiting jobs failed");
		}
	}
}
