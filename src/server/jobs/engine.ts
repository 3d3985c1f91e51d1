import type { Context } from "../context.ts";
import type { Enqueue, JobDescription, JobKind, Jobs } from "./jobs.ts";
import { keepLeases } from "./leases.ts";
import { cancelled, runJob, stopping } from "./run.ts";
import { type ClaimedRow, createJobStore } from "./store.ts";
import { startWorkers, untilLate, type Workers } from "./workers.ts";

/** A process renews its leases every third of this; when it dies, another may take over after it. */
const LEASE_SECONDS = 15;
/** How long a job may lie unnoticed when the call to wake was lost, and a dead runner's after its lease. */
const LOOK_MS = 2_000;
/** Jobs that a process takes beside its workers. */
const BESIDE_AT_ONCE = 8;

/**
 * Jobs on their own table, which is the truth about each of them. Workers of any process take them from the line, one
 * person's between others'; a lease says who runs a job, and ends when that process dies.
 */
export function createJobs(ctx: Omit<Context, "jobs">, kinds: readonly JobKind[]): Jobs {
	const { database, events, log } = ctx;
	const store = createJobStore(database, LEASE_SECONDS);
	const byName = new Map(kinds.map((kind) => [kind.name, kind]));
	const leases = keepLeases(store, LEASE_SECONDS, log);
	const workers = new Map<string, Workers>();
	const beside = new Set<Promise<void>>();
	const closers: (() => void)[] = [() => leases.close()];
	let isStopping = false;

	const jobs: Jobs = {
		async enqueue<I>(kind: JobDescription<I>, request: Enqueue<I>, tx?: Parameters<Jobs["enqueue"]>[2]) {
			const known = byName.get(kind.name);
			if (known === undefined) throw new Error(`The job kind ${kind.name} is not registered`);
			const { job, isNew } = await store.insert(kind, request, tx);
			const tell = (): void => {
				if (request.background !== true) events.publish(request.ownerId, { type: "job", job });
				if (request.here !== true || !takeHere(known, request.ownerId, job.id)) events.wake(kind.name);
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
			if (database.embedded) await store.releaseAll();
			for (const kind of kinds) workers.set(kind.name, workersOf(kind));
			closers.push(
				events.onWake((name) => workers.get(name)?.wake()),
				events.onCancel((id) => leases.abort(cancelled(), id)),
			);
			await look();
			let timer: NodeJS.Timeout | undefined;
			const again = (): void => {
				// Not in step with other processes that were started together.
				timer = setTimeout(() => void look().finally(again), LOOK_MS * (0.75 + Math.random() / 2));
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

	function workersOf(kind: JobKind): Workers {
		const { concurrency } = kind;
		return startWorkers({
			count: typeof concurrency === "number" ? concurrency : concurrency(ctx.config),
			log,
			claim: (busy) => store.claim(kind.name, busy),
			run: (row) => run(kind, row),
		});
	}

	async function run(kind: JobKind, row: ClaimedRow): Promise<void> {
		await leases.keep(row, (controller) => {
			if (isStopping) controller.abort(stopping());
			return runJob({ ctx: { ...ctx, jobs }, store, kind, row, controller });
		});
		for (const next of await store.placeFollowers(row)) {
			const follower = byName.get(next.kind);
			if (!next.background || follower === undefined || !takeHere(follower, next.owner_id, next.id))
				events.wake(next.kind);
		}
	}

	/** @returns false when this process takes no jobs, or no more beside its workers */
	function takeHere(kind: JobKind, ownerId: string, id: string): boolean {
		if (workers.size === 0 || isStopping || beside.size >= BESIDE_AT_ONCE) return false;
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

	/** Finds what no call told of. */
	async function look(): Promise<void> {
		if (isStopping) return;
		try {
			for (const kind of await store.sweep()) events.wake(kind);
			for (const kind of await store.kindsInLine([...workers.keys()])) workers.get(kind)?.wake();
		} catch (cause) {
			if (!isStopping) log.error({ err: cause }, "looking for waiting jobs failed");
		}
	}
}
