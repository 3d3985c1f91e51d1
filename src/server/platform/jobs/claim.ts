import type { Job } from "#shared/contracts/jobs.ts";
import { runAs } from "../watchdog/current-work.ts";
import { type EngineParts, hasRoom, notifyEnded } from "./engine-parts.ts";
import type { ClaimedRow } from "./job-row.ts";
import type { JobKind, JobsContext } from "./jobs.ts";
import { runJob, stopping } from "./run.ts";
import { startWorkers, type Workers } from "./workers.ts";

type AnyKind = JobKind<unknown, JobsContext>;

/** Jobs that run in the enqueuing process, in addition to its workers. */
const LOCAL_CONCURRENCY = 8;

/** Starts the workers of a kind, which claim and run its jobs. */
export function workersOf(engine: EngineParts, kind: AnyKind): Workers {
	const { concurrency } = kind;
	const { config, log } = engine.ctx;
	return startWorkers({
		count: typeof concurrency === "number" ? concurrency : concurrency(config),
		log,
		claim: (busy) => claim(engine, kind, busy),
		run: (row) => run(engine, kind, row),
	});
}

/**
 * Runs a job in this process without waiting for a worker.
 * @returns false when this process runs no jobs, or has no free slot outside its workers
 */
export function claimHere(engine: EngineParts, kind: AnyKind, ownerId: string, id: string): boolean {
	const { localJobs } = engine;
	if (engine.workers.size === 0 || engine.isStopping || localJobs.size >= LOCAL_CONCURRENCY || !hasRoom(engine, kind))
		return false;
	const claimAndRun = async (): Promise<void> => {
		try {
			const row = await engine.store.claimOne(ownerId, id);
			if (row !== null) await run(engine, kind, row);
		} catch (cause) {
			const { log } = engine.ctx;
			log.error(
				{ event: "job.claim_failed", err: cause, job: id },
				"a job could not be claimed or released; the sweep will recover it",
			);
		} finally {
			localJobs.delete(work);
		}
	};
	const work = claimAndRun();
	localJobs.add(work);
	return true;
}

async function claim(engine: EngineParts, kind: AnyKind, busy: string[]): Promise<ClaimedRow | null> {
	const { store, suspects } = engine;
	if (!hasRoom(engine, kind)) return null;
	const maySuspect = suspects.reserve();
	let row: ClaimedRow | null = null;
	try {
		row = await store.claim(kind.name, busy, maySuspect);
		return row;
	} finally {
		if (maySuspect) suspects.claimed(row?.suspect === true ? row.id : null);
	}
}

async function run(engine: EngineParts, kind: AnyKind, row: ClaimedRow): Promise<void> {
	const { store } = engine;
	let ended: Job | null;
	try {
		ended = await engine.leases.withLease(row, (controller) => {
			if (engine.isStopping) controller.abort(stopping());
			return runAs({ type: "job", id: row.id, kind: kind.name }, () =>
				runJob({ ctx: engine.jobsContext(), store, kind, row, controller }),
			);
		});
	} finally {
		engine.suspects.release(row.id);
	}
	await notifyEnded(engine, row.owner_id, ended);
	for (const next of await store.queueFollowers(row)) {
		const follower = engine.kinds.get(next.kind);
		if (!next.background || follower === undefined || !claimHere(engine, follower, next.owner_id, next.id))
			engine.ctx.events.wake(next.kind);
	}
}
