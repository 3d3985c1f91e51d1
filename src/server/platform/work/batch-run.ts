import type { RunningJob } from "../jobs/jobs.ts";
import type { BatchRow } from "./batch-row.ts";
import type { BatchStore } from "./batches.ts";
import { type Claims, createClaims, limitScope } from "./claim.ts";
import type { ClaimedItem } from "./items.ts";
import { createResults, type Results } from "./results.ts";
import type { LimitScope } from "./usage.ts";
import type { BatchKey, WorkContext, WorkKind } from "./work.ts";

type AnyKind<Ctx> = WorkKind<unknown, unknown, Ctx>;

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

/** What changes while a batch runs. */
export interface RunState {
	/** The batch as it was last read. */
	row: BatchRow;
	/** Claimed, in the order in which they start. */
	ready: ClaimedItem[];
	/** By position. */
	inProgress: Map<number, Promise<void>>;
	/** Monotonic milliseconds; `now` may be a test's clock, which decides about items only. */
	nextPoll: number;
	polls: number;
	/** Epoch milliseconds. */
	nextClaim: number;
	/** When delayed items are due; null: there are none. */
	nextDue: number | null;
	/** Nothing starts any more. */
	isEnding: boolean;
	/** Monotonic milliseconds; null: there is something to do. */
	idleSince: number | null;
	/** With what an item failed because the disk is full. */
	diskFull: unknown;
}

/** A run, and what its parts share. */
export interface ActiveRun<Ctx> {
	run: BatchRun<Ctx>;
	state: RunState;
	/** Aborted with the job, and when the batch is cancelled. */
	signal: AbortSignal;
	scope: LimitScope | null;
	claims: Claims;
	results: Results;
	alarm: Alarm;
}

/** Wakes a run that waits. */
export interface Alarm {
	/** Forgets earlier calls of `wake`. */
	reset(): void;
	wake(): void;
	/** Waits until `wake` is called, for so long at most. */
	wait(ms: number): Promise<void>;
}

/** Reads the batch and prepares its run. */
export async function prepareRun<Ctx>(run: BatchRun<Ctx>, signal: AbortSignal): Promise<ActiveRun<Ctx>> {
	const { ctx, batches, kind, key, job } = run;
	const { log, database, now } = ctx;
	const { leaseId } = job;
	const scope = limitScope(kind as AnyKind<never>, key.ownerId);
	const claims = createClaims(ctx, kind as AnyKind<never>, key, { jobId: job.id, leaseId });
	const alarm = createAlarm();
	const state: RunState = {
		row: await batches.get(key),
		ready: [],
		inProgress: new Map(),
		nextPoll: 0,
		polls: 0,
		nextClaim: 0,
		nextDue: null,
		isEnding: false,
		idleSince: null,
		diskFull: null,
	};
	const results = createResults({ log, database, batches, key, leaseId, scope, now }, (fresh) => {
		state.row = fresh;
		state.nextClaim = 0;
		run.onChange(fresh);
		alarm.wake();
	});
	return { run, state, signal, scope, claims, results, alarm };
}

function createAlarm(): Alarm {
	let alarm = Promise.withResolvers<void>();
	const wake = (): void => alarm.resolve();
	return {
		reset() {
			alarm = Promise.withResolvers<void>();
		},
		wake,
		async wait(ms) {
			const timer = setTimeout(wake, ms);
			await alarm.promise;
			clearTimeout(timer);
		},
	};
}
