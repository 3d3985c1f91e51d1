import { z } from "zod";
import type { Job } from "#shared/contracts/jobs.ts";
import type { Batch } from "#shared/contracts/work.ts";
import { pause as wait } from "#shared/pause.ts";
import { type JobKind, RetryAfter, type RunningJob } from "../jobs/jobs.ts";
import { type BatchRow, openItems, toBatch } from "./batch-row.ts";
import { announce, type EngineParts, knownKind, publish, runHere } from "./engine-parts.ts";
import type { BatchKey, WorkContext, WorkKind } from "./work.ts";

type AnyKind<Ctx> = WorkKind<unknown, unknown, Ctx>;

const input = z.object({ batchId: z.uuid() });
type Input = z.infer<typeof input>;

/** The job of a batch. */
export type BatchJobKind<Ctx> = JobKind<Input, Ctx & WorkContext>;

const BATCHES = 4;
/** A running batch lets others of its kind go first after that time. */
export const TIME_SLICE_MS = 10_000;
/** Jobs of batches are retried while the database is unavailable. */
const ATTEMPTS = 1_000;
/** Resuming a batch wakes its job; in addition it looks itself. */
const PAUSED_SECONDS = 300;
/** A batch event for browsers at most so often. */
const PUBLISH_EVERY_MS = 250;
/** Minimum interval between requests for help from other processes. */
const SPREAD_EVERY_MS = 5_000;
const CANCEL_ARRIVES_MS = 3_000;

type CallHelpers<Ctx> = (kind: AnyKind<Ctx>, row: BatchRow) => Promise<void>;

/**
 * The job kind that runs batches of a kind, one job per batch.
 * @param callHelpers asks other processes to share the batch
 */
export function batchJob<Ctx>(
	engine: EngineParts<Ctx>,
	kind: AnyKind<Ctx>,
	callHelpers: CallHelpers<Ctx>,
): BatchJobKind<Ctx> {
	return {
		name: kind.name,
		input,
		unit: kind.unit,
		concurrency: kind.batches ?? BATCHES,
		attempts: ATTEMPTS,
		timeSliceMs: TIME_SLICE_MS,
		run: (ctx, job) => lead(engine, ctx, kind, job, callHelpers),
		async onEnded(ctx, ownerId, job) {
			const row = job.state === "done" ? null : await engine.batches.ofJob(ownerId, job.id);
			if (row !== null) await endWith(engine, ctx, { ownerId, id: row.id }, job);
		},
	};
}

async function lead<Ctx>(
	engine: EngineParts<Ctx>,
	ctx: Ctx & WorkContext,
	kind: AnyKind<Ctx>,
	job: RunningJob<Input>,
	callHelpers: CallHelpers<Ctx>,
): Promise<Record<string, unknown>> {
	const { batches, now } = engine;
	const key = { ownerId: job.ownerId, id: job.input.batchId };
	let row = await batches.get(key);
	if (row.finished_at !== null) {
		await afterEnd(engine, ctx, row);
		return summary(kind, row);
	}
	const early = row.run_at === null ? 0 : row.run_at.getTime() - now();
	if (early > 0) throw new RetryAfter(Math.min(Math.ceil(early / 1000), 86_400), "Scheduled for later");
	const onChange = createReport(engine, kind, job, callHelpers);
	const note = (text: string): void => job.progress({ note: text });
	const onCancelled = async (): Promise<void> => void announce(engine, await batches.cancel(key, now()));
	row = await runHere(engine, { ctx, kind, key, job, onChange, onCancelled, note }, true);
	if (row.state === "active") row = await batches.finish(key, now());
	if (row.state === "cancelled") await untilAborted(job.signal);
	if (row.state === "paused" && (await batches.get(key)).state === "paused") {
		publish(engine, row);
		throw new RetryAfter(PAUSED_SECONDS, "Paused");
	}
	if (row.finished_at === null) throw new RetryAfter(1, "Waiting for the next items");
	await afterEnd(engine, ctx, row);
	if (row.background && row.done === row.total) await batches.forget(key);
	return summary(kind, row);
}

/** @returns reports changes of a batch to its job and to browsers, and calls helpers for a large one */
function createReport<Ctx>(
	engine: EngineParts<Ctx>,
	kind: AnyKind<Ctx>,
	job: RunningJob<Input>,
	callHelpers: CallHelpers<Ctx>,
): (row: BatchRow) => void {
	let published = 0;
	let spread = 0;
	let seen = "";
	const report = (row: BatchRow): void => {
		const { is_sealed, total } = row;
		job.progress({ done: total - openItems(row), total: is_sealed ? total : null, result: summary(kind, row) });
		const state = JSON.stringify(toBatch(row));
		if (state === seen || Date.now() - published < PUBLISH_EVERY_MS) return;
		[seen, published] = [state, Date.now()];
		publish(engine, row);
	};
	return (row) => {
		report(row);
		const isSmall = engine.database.embedded || openItems(row) <= kind.concurrency;
		if (isSmall || Date.now() - spread < SPREAD_EVERY_MS) return;
		spread = Date.now();
		void callHelpers(kind, row);
	};
}

async function afterEnd<Ctx>(engine: EngineParts<Ctx>, ctx: Ctx, row: BatchRow): Promise<void> {
	await knownKind(engine, row.kind).onEnd?.(ctx, row.owner_id, toBatch(row));
	announce(engine, row);
}

/** Ends a batch whose job has ended and will not come back. */
async function endWith<Ctx>(engine: EngineParts<Ctx>, ctx: Ctx, key: BatchKey, { state, error }: Job): Promise<void> {
	const { batches, now } = engine;
	const row = state === "cancelled" ? await batches.cancel(key, now()) : await batches.fail(key, error, now());
	if (row.state !== "done") await afterEnd(engine, ctx, row);
}

function summary<Ctx>(kind: AnyKind<Ctx>, row: BatchRow): Record<string, unknown> {
	return (kind.summary ?? summaryOf)(toBatch(row));
}

function summaryOf({ done, failed, unknown, outcomes }: Batch): Record<string, unknown> {
	return { done, failed, unknown, ...outcomes };
}

/** The batch was cancelled first and its job right after: lets that arrive, so that the job ends as cancelled. */
async function untilAborted(signal: AbortSignal): Promise<void> {
	await wait(CANCEL_ARRIVES_MS, signal);
}
