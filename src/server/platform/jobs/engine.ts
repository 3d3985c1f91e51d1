import { randomUUID } from "node:crypto";
import { DISK_FULL, diskFull } from "../disk/disk-full.ts";
import { cancelled } from "./cancelled.ts";
import { claimHere, workersOf } from "./claim.ts";
import { type EngineParts, notifyEnded, wakeAll } from "./engine-parts.ts";
import type { Enqueue, JobDescription, JobKind, Jobs, JobsContext } from "./jobs.ts";
import { createJobLeases } from "./leases.ts";
import { recover, startPolling } from "./recover.ts";
import { stopping } from "./run.ts";
import { createJobStore } from "./store.ts";
import { createSuspectSlot } from "./suspects.ts";
import { createTracked, type Tracked } from "./tracked.ts";
import { type Workers, waitUntilDeadline } from "./workers.ts";

/** Leases are renewed every third of this; another process may claim the jobs of a dead one after it. */
const LEASE_SECONDS = 15;
/** Longer than any job of a test takes on a busy machine, after the lease of a killed process has expired. */
const DRAIN_MS = 150_000;

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
	const { events } = ctx;
	const engine = createParts(ctx, kinds, processId, () => ({ ...ctx, jobs }));
	const { store, leases, suspects } = engine;
	const tracked = createTracked();
	const closers: (() => void)[] = [() => leases.close(), () => suspects.close()];
	const jobs: Jobs = {
		enqueue: (kind, request) => enqueue(engine, kind, request),
		get: (ownerId, id) => store.get(ownerId, id),
		list: (ownerId, query) => store.list(ownerId, query),
		async cancel(ownerId, id) {
			const job = await store.cancel(ownerId, id);
			events.cancel(id);
			events.publish(ownerId, { type: "job", job });
			await notifyEnded(engine, ownerId, job);
			return job;
		},
		track(work, endPauses = () => undefined) {
			tracked.add(work, endPauses);
			if (engine.isStopping) endPauses();
		},
		start: () => start(engine, closers),
		async drain(timeoutMs = DRAIN_MS) {
			const deadline = Date.now() + timeoutMs;
			while (!(await isIdle(engine, tracked))) {
				if (Date.now() > deadline) throw new Error(`Jobs are still running after ${timeoutMs} ms`);
				tracked.endPauses();
				await new Promise((resolve) => setTimeout(resolve, 20));
			}
		},
		async stop() {
			engine.isStopping = true;
			const ending = [...engine.workers.values()].map((one) => one.stop());
			leases.abort(stopping());
			tracked.endPauses();
			await Promise.all([...ending, waitUntilDeadline(engine.localJobs), waitUntilDeadline(tracked.running())]);
			for (const close of closers) close();
		},
	};
	return jobs;
}

function createParts(
	ctx: Omit<JobsContext, "jobs">,
	kinds: readonly JobKind<unknown, JobsContext>[],
	processId: string,
	jobsContext: () => JobsContext,
): EngineParts {
	const { database, disk, log } = ctx;
	const store = createJobStore(database, LEASE_SECONDS, {
		workerId: processId,
		waiting: () => (disk.state === "full" ? DISK_FULL : null),
	});
	const workers = new Map<string, Workers>();
	return {
		ctx,
		jobsContext,
		processId,
		kinds: new Map(kinds.map((kind) => [kind.name, kind])),
		store,
		leases: createJobLeases(store, LEASE_SECONDS, log),
		suspects: createSuspectSlot(() => wakeAll(workers)),
		workers,
		localJobs: new Set(),
		isStopping: false,
	};
}

async function enqueue<I>(engine: EngineParts, kind: JobDescription<I>, request: Enqueue<I>) {
	const { database, events } = engine.ctx;
	const known = engine.kinds.get(kind.name);
	if (known === undefined) throw new Error(`The job kind ${kind.name} is not registered`);
	const { job, isNew } = await engine.store.insert(kind, request);
	const notify = (): void => {
		if (request.background !== true) events.publish(request.ownerId, { type: "job", job });
		if (request.here !== true || !claimHere(engine, known, request.ownerId, job.id)) events.wake(kind.name);
	};
	if (isNew) database.afterCommit(notify);
	return job;
}

/** @param closers what ends with the engine; receives more */
async function start(engine: EngineParts, closers: (() => void)[]): Promise<void> {
	const { ctx, kinds, leases, store, workers } = engine;
	const { database, disk, events } = ctx;
	await recover(engine, database.embedded);
	if (database.embedded) await store.releaseAll();
	for (const kind of kinds.values()) workers.set(kind.name, workersOf(engine, kind));
	closers.push(
		events.onWake((name) => workers.get(name)?.wake()),
		events.onCancel((id) => leases.abort(cancelled(), id)),
		disk.onChange((state) => {
			if (state === "full") leases.abort(diskFull(), ({ kind }) => kinds.get(kind)?.freesSpace !== true);
			else wakeAll(workers);
		}),
	);
	closers.push(await startPolling(engine));
}

/** Tracked work that a job starts before it ends may enqueue jobs while those in the database are counted. */
async function isIdle({ store }: EngineParts, tracked: Tracked): Promise<boolean> {
	if (tracked.running().size > 0) return false;
	const before = tracked.count();
	return (await store.live()) === 0 && tracked.count() === before;
}
