import { cancelled, isCancelled } from "../jobs/cancelled.ts";
import { RetryAfter } from "../jobs/jobs.ts";
import { type BatchRow, openItems } from "./batch-row.ts";
import { type ActiveRun, type BatchRun, prepareRun } from "./batch-run.ts";
import { drain, startReady } from "./in-progress.ts";
import { hasActiveItems, promoteItems, recoverItems } from "./items.ts";
import { releaseUsage } from "./usage.ts";

/** How often a run reads the batch again, returns items of crashed runs and looks for items that are due. */
const POLL_MS = 1_000;
/** Most items claimed ahead. */
const MAX_CLAIM = 500;
/** So many items are claimed as were last run in a second; measured so often. */
const MEASURE_MS = 200;
/** Items of crashed runs are looked for once in so many polls. */
const RECOVER_EVERY = 5;
/** With nothing to do for longer, the job ends and is claimed again later. */
const MAX_IDLE_MS = 10_000;
const MAX_HELPER_IDLE_MS = 3_000;
const MAX_ABSENCE_SECONDS = 300;

/**
 * Claims and runs items of a batch until none is left, the batch is paused or cancelled, or the job has to stop.
 * @param isLead false: a helper, which ends as soon as it finds nothing to do
 * @returns the batch as it was last read
 * @throws RetryAfter when the remaining items have to wait, and what the job is aborted with
 */
export async function runBatch<Ctx>(run: BatchRun<Ctx>, isLead: boolean): Promise<BatchRow> {
	const { signal } = run.job;
	const cancelling = new AbortController();
	const active = await prepareRun(run, AbortSignal.any([signal, cancelling.signal]));
	const { state, alarm } = active;
	const unsubscribe = run.onWake(() => {
		state.nextPoll = 0;
		alarm.wake();
	});
	signal.addEventListener("abort", alarm.wake, { once: true });
	try {
		await work(active, isLead);
		if (state.row.state === "cancelled") cancelling.abort(cancelled());
	} finally {
		unsubscribe();
		signal.removeEventListener("abort", alarm.wake);
		state.isEnding = true;
		if (isCancelled(signal)) await run.onCancelled?.();
		await drain(active);
	}
	return state.row;
}

async function work<Ctx>(active: ActiveRun<Ctx>, isLead: boolean): Promise<void> {
	const { run, state, signal, results, alarm } = active;
	/** Items per second, to claim as many as are run in a second. */
	let speed = 0;
	for (let measured = performance.now(), ended = 0; ; ) {
		signal.throwIfAborted();
		if (state.diskFull !== null) throw state.diskFull;
		alarm.reset();
		if (performance.now() >= state.nextPoll) await poll(active);
		if (state.row.state !== "active" || (state.row.is_sealed && openItems(state.row) === 0)) return;
		await run.job.yieldIfWaiting();
		if (run.ctx.now() >= state.nextClaim) await claimMore(active, speed);
		startReady(active);
		if (await isIdle(active, isLead)) return;
		const { inProgress, ready, nextClaim } = state;
		const hasRoom = inProgress.size < run.kind.concurrency && ready.length === 0 && nextClaim === 0;
		if (!hasRoom) await untilNext(active);
		const passed = performance.now() - measured;
		if (passed < MEASURE_MS) continue;
		speed = ((results.count() - ended) * 1_000) / passed;
		[measured, ended] = [performance.now(), results.count()];
	}
}

async function poll<Ctx>({ run, state, scope, claims }: ActiveRun<Ctx>): Promise<void> {
	const { batches, kind, key } = run;
	const { database, now } = run.ctx;
	state.nextPoll = performance.now() + POLL_MS;
	state.nextClaim = 0;
	state.row = await batches.get(key);
	if (state.polls++ % RECOVER_EVERY === 0)
		await database.transaction(async () => {
			const keys = await recoverItems(database, key, kind.delivery === "at-most-once");
			if (scope !== null) await releaseUsage(database, scope, keys);
		});
	state.nextDue = await promoteItems(database, key, now());
	claims.rescan();
	run.onChange(state.row);
}

async function claimMore<Ctx>({ run, state, claims }: ActiveRun<Ctx>, speed: number): Promise<void> {
	const { concurrency, delivery } = run.kind;
	const ahead = Math.min(MAX_CLAIM, Math.max(concurrency, Math.ceil(speed)));
	const isStarted = delivery === "at-most-once";
	const { inProgress, ready } = state;
	const count = isStarted ? concurrency - inProgress.size - ready.length : ahead - ready.length;
	if (count <= 0 || ready.length > ahead / 2) return;
	const { items, nextStartAt } = await claims.claim(count);
	state.ready = [...state.ready, ...items].sort((a, b) => a.startAt - b.startAt);
	state.nextClaim = items.length > 0 ? 0 : (nextStartAt ?? Number.POSITIVE_INFINITY);
}

/** @throws RetryAfter when there is nothing to do for long */
async function isIdle<Ctx>({ run, state, results }: ActiveRun<Ctx>, isLead: boolean): Promise<boolean> {
	const { database, now } = run.ctx;
	if (state.inProgress.size > 0 || state.ready.length > 0 || results.isPending()) {
		state.idleSince = null;
		return false;
	}
	state.idleSince ??= performance.now();
	const idle = performance.now() - state.idleSince;
	if (!isLead) return idle > MAX_HELPER_IDLE_MS;
	if (idle < MAX_IDLE_MS || (await hasActiveItems(database, run.key))) return false;
	const wait = state.nextDue === null ? MAX_ABSENCE_SECONDS : Math.ceil((state.nextDue - now()) / 1_000);
	throw new RetryAfter(Math.max(1, Math.min(wait, MAX_ABSENCE_SECONDS)), "Waiting for the next items");
}

/** Waits for an item to end or become due, or for the next poll. */
async function untilNext<Ctx>({ run, state, alarm }: ActiveRun<Ctx>): Promise<void> {
	const { ready, nextClaim, nextPoll } = state;
	const at = Math.min(ready[0]?.startAt ?? Number.POSITIVE_INFINITY, nextClaim || Number.POSITIVE_INFINITY);
	await alarm.wait(Math.max(1, Math.min(at - run.ctx.now(), nextPoll - performance.now())));
}
