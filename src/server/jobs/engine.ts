import PgBoss from "pg-boss";
import type { Context } from "../context.ts";
import { AppError } from "../errors.ts";
import type { Enqueue, JobKind, Jobs } from "./jobs.ts";
import { runJob } from "./run.ts";
import { createJobStore } from "./store.ts";
import { startWorkers, type Workers } from "./workers.ts";

/** A runner renews its lease every third of this; when it dies, another may take over after it. */
const LEASE_SECONDS = 15;
/** How often lost jobs are looked for. */
const SWEEP_MS = 2_000;
/** Longer than any job: leases, not the queue's clock, decide when a runner is dead. */
const EXPIRE_HOURS = 23;

/**
 * Jobs on pg-boss. The `jobs` table is the truth about each job; pg-boss carries "look at this one" to
 * workers in any process, at once or after a back-off. A message too many does no harm: a job is taken by
 * its lease.
 */
export async function createJobs(ctx: Omit<Context, "jobs">, kinds: readonly JobKind[]): Promise<Jobs> {
	const { database, events, log } = ctx;
	const store = createJobStore(database, LEASE_SECONDS);
	const byName = new Map(kinds.map((kind) => [kind.name, kind]));
	const boss = new PgBoss({
		db: { executeSql: async (text: string, values?: unknown[]) => database.pool.query(text, values ?? []) },
		schedule: false,
		deleteAfterDays: 1,
		archiveCompletedAfterSeconds: 3_600,
	});
	boss.on("error", (cause) => log.error({ err: cause }, "the job queue reports an error"));
	await boss.start();
	for (const kind of kinds) await boss.createQueue(kind.name, { name: kind.name, policy: "short" });

	const stopping = new AbortController();
	const running = new Map<string, AbortController>();
	const workers = new Map<string, Workers>();
	let sweeper: NodeJS.Timeout | undefined;

	// The policy "short" keeps at most one waiting message for each job.
	const send = async (kind: string, id: string, delaySeconds = 0): Promise<void> => {
		await boss.send(
			kind,
			{ id },
			{ singletonKey: id, startAfter: delaySeconds, retryLimit: 0, expireInHours: EXPIRE_HOURS },
		);
		if (delaySeconds === 0) events.wake(kind);
	};
	const jobs: Jobs = {
		async enqueue<I>(kind: JobKind<I>, request: Enqueue<I>, tx?: Parameters<Jobs["enqueue"]>[2]) {
			if (!byName.has(kind.name)) throw new Error(`The job kind ${kind.name} is not registered`);
			const { job, isNew } = await store.insert(kind, request, tx);
			if (!isNew) return job;
			if (tx === undefined) {
				events.publish(request.ownerId, { type: "job", job });
				await send(kind.name, job.id);
				return job;
			}
			database.afterCommit(() => {
				events.publish(request.ownerId, { type: "job", job });
				send(kind.name, job.id).catch((cause: unknown) =>
					log.error({ err: cause }, "a job was not announced; the sweep will find it"),
				);
			});
			return job;
		},
		get: (ownerId, id) => store.get(ownerId, id),
		list: (ownerId, activeOnly) => store.list(ownerId, activeOnly),
		async cancel(ownerId, id) {
			const job = await store.cancel(ownerId, id);
			running.get(id)?.abort(new AppError(409, "cancelled", "Cancelled"));
			events.publish(ownerId, { type: "job", job });
			return job;
		},
		async start() {
			if (database.embedded) await store.releaseAll();
			for (const kind of kinds) workers.set(kind.name, workersOf(kind));
			events.onWake((name) => workers.get(name)?.wake());
			await sweep();
			sweeper = setInterval(() => void sweep(), SWEEP_MS);
		},
		async drain(timeoutMs = 60_000) {
			const deadline = Date.now() + timeoutMs;
			while ((await store.live()) > 0) {
				if (Date.now() > deadline) throw new Error(`Jobs are still under way after ${timeoutMs} ms`);
				await new Promise((resolve) => setTimeout(resolve, 20));
			}
		},
		async stop() {
			stopping.abort();
			clearInterval(sweeper);
			for (const controller of running.values()) controller.abort(new AppError(503, "stopping", "The server stops"));
			await Promise.all([...workers.values()].map((one) => one.stop()));
			await boss.stop({ graceful: false, close: false });
		},
	};
	return jobs;

	function workersOf(kind: JobKind): Workers {
		const run = (id: string): Promise<void> =>
			runJob({
				ctx: { ...ctx, jobs },
				store,
				kind,
				id,
				running,
				stopping: stopping.signal,
				leaseSeconds: LEASE_SECONDS,
				again: (delay) => send(kind.name, id, delay),
			});
		return startWorkers(boss, kind.name, { count: kind.concurrency, log, run });
	}

	async function sweep(): Promise<void> {
		if (stopping.signal.aborted) return;
		try {
			for (const { id, kind } of await store.due()) if (!running.has(id) && byName.has(kind)) await send(kind, id);
		} catch (cause) {
			if (!stopping.signal.aborted) log.error({ err: cause }, "looking for waiting jobs failed");
		}
	}
}
