import { isDiskFull } from "../disk/disk-full.ts";
import { cancelled, isCancelled } from "../jobs/cancelled.ts";
import { RetryAfter, type RunningJob } from "../jobs/jobs.ts";
import { type BatchRow, type BatchStore, openItems } from "./batches.ts";
import { createClaims, limitScope } from "./claim.ts";
import { type ClaimedItem, hasActiveItems, promoteItems, recoverItems } from "./items.ts";
import { createResults } from "./results.ts";
import { runItem } from "./run-item.ts";
import { postpone, releaseUsage } from "./usage.ts";
import type { BatchKey, RunningItem, WorkContext, WorkKind } from "./work.ts";

type AnyKind<Ctx> = WorkKind<unknown, unknown, Ctx>;

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
/** How long items in progress may take after an abort. */
const DRAIN_MS = 6_000;

export interface BatchRun<Ctx> {
	ctx: Ctx & WorkContext;
	batches: BatchStore;
	kind: AnyKind<Ctx>;
	key: BatchKey;
	job: RunningJob<unknown>;
	/** Reports changes of the batch. */
	onChange(row: BatchRow): void;
	/** What it is working on, for users. */
	note?(text: string): void;
	/** Called when the job was cancelled, before its items return to the queue: other processes must not run them. */
	onCancelled?(): Promise<void>;
	/** Wakes the run when the batch may have changed. @returns unsubscribe */
	onWake(listener: () => void): () => void;
}

/**
 * Claims and runs items of a batch until none is left, the batch is paused or cancelled, or the job has to stop.
 * @param isLead false: a helper, which ends as soon as it finds nothing to do
 * @returns the batch as it was last read
 * @throws RetryAfter when the remaining items have to wait, and what the job is aborted with
 */
export async function runBatch<Ctx>(run: BatchRun<Ctx>, isLead: boolean): Promise<BatchRow> {
	const { ctx, batches, kind, key, job } = run;
	const { database, now } = ctx;
	const claimer = { jobId: job.id, leaseId: job.leaseId };
	const scope = limitScope(kind as AnyKind<never>, key.ownerId);
	const claims = createClaims(ctx, kind as AnyKind<never>, key, claimer);
	const cancelling = new AbortController();
	const signal = AbortSignal.any([job.signal, cancelling.signal]);
	const inProgress = new Map<number, Promise<void>>();
	let ready: ClaimedItem[] = [];
	let row = await batches.get(key);
	/** Monotonic milliseconds; `now` may be a test's clock, which decides about items only. */
	let nextPoll = 0;
	let polls = 0;
	/** Epoch milliseconds. */
	let nextClaim = 0;
	let isEnding = false;
	/** When delayed items are due; null: there are none. */
	let nextDue: number | null = null;
	let idleSince: number | null = null;
	let diskFull: unknown = null;
	/** Items per second, to claim as many as are run in a second. */
	let speed = 0;
	let alarm = Promise.withResolvers<void>();
	const wake = (): void => alarm.resolve();
	const results = createResults({ log: ctx.log, database, batches, key, leaseId: job.leaseId, scope, now }, (fresh) => {
		row = fresh;
		nextClaim = 0;
		run.onChange(row);
		wake();
	});

	function startReady(): void {
		if (isEnding || signal.aborted) return;
		while (inProgress.size < kind.concurrency && (ready[0]?.startAt ?? Number.POSITIVE_INFINITY) <= now()) {
			const claimed = ready.shift() as ClaimedItem;
			inProgress.set(claimed.position, process(claimed));
		}
	}

	function runningItem(claimed: ClaimedItem): RunningItem<unknown> {
		return {
			ownerId: key.ownerId,
			batchId: key.id,
			position: claimed.position,
			item: kind.item.parse(claimed.item),
			input: kind.input?.parse(row.input) ?? row.input,
			attempt: claimed.attempt,
			signal,
			note: (text) => run.note?.(text),
			async pauseKey(seconds) {
				if (scope !== null) await postpone(database, scope, claimed.key, now() + seconds * 1000);
			},
		};
	}

	async function process(claimed: ClaimedItem): Promise<void> {
		const { cause, ...ended } = await runItem({ ...run, log: ctx.log, claimed, signal, now, start: runningItem });
		const { position, key: of, isUncertain } = claimed;
		if (isDiskFull(cause)) diskFull = cause;
		results.add(isDiskFull(cause) ? { position, key: of, isUncertain, state: "waiting", isRefunded: true } : ended);
		inProgress.delete(position);
		startReady();
		wake();
	}

	async function poll(): Promise<void> {
		nextPoll = performance.now() + POLL_MS;
		nextClaim = 0;
		row = await batches.get(key);
		if (polls++ % RECOVER_EVERY === 0)
			await database.transaction(async (tx) => {
				const keys = await recoverItems(database, tx, key, kind.delivery === "at-most-once");
				if (scope !== null) await releaseUsage(database, tx, scope, keys);
			});
		nextDue = await promoteItems(database, key, now());
		claims.rescan();
		run.onChange(row);
	}

	async function claimMore(): Promise<void> {
		const ahead = Math.min(MAX_CLAIM, Math.max(kind.concurrency, Math.ceil(speed)));
		const isStarted = kind.delivery === "at-most-once";
		const count = isStarted ? kind.concurrency - inProgress.size - ready.length : ahead - ready.length;
		if (count <= 0 || ready.length > ahead / 2) return;
		const { items, nextStartAt } = await claims.claim(count);
		ready = [...ready, ...items].sort((a, b) => a.startAt - b.startAt);
		nextClaim = items.length > 0 ? 0 : (nextStartAt ?? Number.POSITIVE_INFINITY);
	}

	/** @throws RetryAfter when there is nothing to do for long */
	async function isIdle(): Promise<boolean> {
		if (inProgress.size > 0 || ready.length > 0 || results.isPending()) {
			idleSince = null;
			return false;
		}
		idleSince ??= performance.now();
		const idle = performance.now() - idleSince;
		if (!isLead) return idle > MAX_HELPER_IDLE_MS;
		if (idle < MAX_IDLE_MS || (await hasActiveItems(database, key))) return false;
		const wait = nextDue === null ? MAX_ABSENCE_SECONDS : Math.ceil((nextDue - now()) / 1_000);
		throw new RetryAfter(Math.max(1, Math.min(wait, MAX_ABSENCE_SECONDS)), "Waiting for the next items");
	}

	async function work(): Promise<void> {
		for (let measured = performance.now(), ended = 0; ; ) {
			signal.throwIfAborted();
			if (diskFull !== null) throw diskFull;
			alarm = Promise.withResolvers<void>();
			if (performance.now() >= nextPoll) await poll();
			if (row.state !== "active" || (row.is_sealed && openItems(row) === 0)) return;
			await job.yieldIfWaiting();
			if (now() >= nextClaim) await claimMore();
			startReady();
			if (await isIdle()) return;
			const hasRoom = inProgress.size < kind.concurrency && ready.length === 0 && nextClaim === 0;
			if (!hasRoom) await untilNext();
			const passed = performance.now() - measured;
			if (passed < MEASURE_MS) continue;
			speed = ((results.count() - ended) * 1_000) / passed;
			[measured, ended] = [performance.now(), results.count()];
		}
	}

	/** Waits for an item to end or become due, or for the next poll. */
	async function untilNext(): Promise<void> {
		const at = Math.min(ready[0]?.startAt ?? Number.POSITIVE_INFINITY, nextClaim || Number.POSITIVE_INFINITY);
		const timer = setTimeout(wake, Math.max(1, Math.min(at - now(), nextPoll - performance.now())));
		await alarm.promise;
		clearTimeout(timer);
	}

	/** Waits for what is in progress and returns what has not started. */
	async function drain(): Promise<void> {
		for (const { position, key: of, isUncertain } of ready)
			results.add({ position, key: of, isUncertain, state: "waiting", isRefunded: true });
		ready = [];
		const late = Promise.withResolvers<void>();
		const timer = setTimeout(() => signal.aborted && late.resolve(), DRAIN_MS);
		await Promise.race([Promise.all(inProgress.values()), late.promise]);
		clearTimeout(timer);
		await results.flush();
	}

	const unsubscribe = run.onWake(() => {
		nextPoll = 0;
		wake();
	});
	job.signal.addEventListener("abort", wake, { once: true });
	try {
		await work();
		if (row.state === "cancelled") cancelling.abort(cancelled());
	} finally {
		unsubscribe();
		job.signal.removeEventListener("abort", wake);
		isEnding = true;
		if (isCancelled(job.signal)) await run.onCancelled?.();
		await drain();
	}
	return row;
}
