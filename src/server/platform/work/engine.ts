import { z } from "zod";
import type { Job } from "#shared/contracts/jobs.ts";
import type { Batch } from "#shared/contracts/work.ts";
import { pause as wait } from "#shared/pause.ts";
import type { Queryable } from "../../db/database.ts";
import { conflict } from "../../errors.ts";
import { type JobKind, type Jobs, RetryAfter, type RunningJob } from "../jobs/jobs.ts";
import { appendAll, appendChunk } from "./append.ts";
import { type BatchRow, createBatchStore, openItems, toBatch } from "./batches.ts";
import { csvLines } from "./csv.ts";
import { listItems } from "./items.ts";
import { deleteBatch, deleteOld } from "./maintenance.ts";
import { type BatchRun, runBatch } from "./runner.ts";
import type { BatchKey, NewBatch, Work, WorkContext, WorkDescription, WorkKind } from "./work.ts";

type AnyDescription = WorkDescription<unknown, unknown>;

const input = z.object({ batchId: z.uuid() });
type Input = z.infer<typeof input>;
const helperInput = z.object({ batchId: z.uuid(), kind: z.string() });

const BATCHES = 4;
const PROCESSES = 4;
/** A running batch lets others of its kind go first after that time. */
const TIME_SLICE_MS = 10_000;
/** Jobs of batches are retried while the database is unavailable. */
const ATTEMPTS = 1_000;
/** Resuming a batch wakes its job; in addition it looks itself. */
const PAUSED_SECONDS = 300;
/** A batch event for browsers at most so often. */
const PUBLISH_EVERY_MS = 250;
/** Minimum interval between requests for help from other processes. */
const SPREAD_EVERY_MS = 5_000;
const CANCEL_ARRIVES_MS = 3_000;

/** The work engine, and the job kinds that run its batches. */
export interface WorkEngine<Ctx> {
	work: Work;
	jobs: readonly JobKind<unknown, Ctx & WorkContext>[];
}

/**
 * Runs batches of items. Each batch is a job, which claims items in pages; on PostgreSQL, helper jobs share large
 * batches between processes. Leases, fairness between owners and batches, and crash detection are those of the jobs.
 */
export function createWork<Ctx>(
	parts: WorkContext,
	kinds: readonly WorkKind<unknown, unknown, Ctx>[],
	getJobs: () => Jobs,
): WorkEngine<Ctx> {
	const { database, events, log, now } = parts;
	const batches = createBatchStore(database);
	const byName = new Map(kinds.map((kind) => [kind.name, kind]));
	/** Runs of batches in this process: a helper does not join one. */
	const runningHere = new Map<string, number>();
	const leads = new Map(kinds.map((kind) => [kind.name, leadOf(kind)]));
	const helper: JobKind<z.infer<typeof helperInput>, Ctx & WorkContext> = {
		name: "work-helper",
		input: helperInput,
		unit: "items",
		concurrency: 2,
		attempts: 1,
		hidden: true,
		timeSliceMs: TIME_SLICE_MS,
		run: (ctx, job) => help(ctx, job),
	};

	function known(name: string): WorkKind<unknown, unknown, Ctx> {
		const kind = byName.get(name);
		if (kind === undefined) throw new Error(`The work kind ${name} is not registered`);
		return kind;
	}

	function publish(row: BatchRow): void {
		events.publish(row.owner_id, { type: "batch", batch: toBatch(row) });
	}

	/** Announces a change by a caller: to browsers, and to the processes that run the batch. */
	function announce(row: BatchRow): Batch {
		publish(row);
		events.wake(wakeName(row.id));
		return toBatch(row);
	}

	/** Queues the job of an active batch, or retries it now if it waits. */
	async function enqueue(row: BatchRow, tx?: Queryable): Promise<Job> {
		const lead = leads.get(row.kind);
		if (lead === undefined) throw new Error(`The work kind ${row.kind} is not registered`);
		const { owner_id: ownerId, id: batchId, background } = row;
		const request = { ownerId, input: { batchId }, dedupeKey: batchId, background, runNow: true };
		const job = await getJobs().enqueue(lead, request, tx);
		if (job.id !== row.job_id) await batches.setJob({ ownerId, id: batchId }, job.id, tx);
		return job;
	}

	async function afterEnd(ctx: Ctx, row: BatchRow): Promise<void> {
		await known(row.kind).onEnd?.(ctx, row.owner_id, toBatch(row));
		announce(row);
	}

	/** Ends a batch whose job has ended and will not come back. */
	async function endWith(ctx: Ctx, key: BatchKey, { state, error }: Job): Promise<void> {
		const row = state === "cancelled" ? await batches.cancel(key, now()) : await batches.fail(key, error, now());
		if (row.state !== "done") await afterEnd(ctx, row);
	}

	function leadOf(kind: WorkKind<unknown, unknown, Ctx>): JobKind<Input, Ctx & WorkContext> {
		return {
			name: kind.name,
			input,
			unit: kind.unit,
			concurrency: kind.batches ?? BATCHES,
			attempts: ATTEMPTS,
			timeSliceMs: TIME_SLICE_MS,
			run: (ctx, job) => lead(ctx, kind, job),
			async onEnded(ctx, ownerId, job) {
				const row = job.state === "done" ? null : await batches.ofJob(ownerId, job.id);
				if (row !== null) await endWith(ctx, { ownerId, id: row.id }, job);
			},
		};
	}

	async function lead(
		ctx: Ctx & WorkContext,
		kind: WorkKind<unknown, unknown, Ctx>,
		job: RunningJob<Input>,
	): Promise<Record<string, unknown>> {
		const key = { ownerId: job.ownerId, id: job.input.batchId };
		const summary = (row: BatchRow) => (kind.summary ?? summaryOf)(toBatch(row));
		let published = 0;
		let spread = 0;
		let seen = "";
		const report = (row: BatchRow): void => {
			const { is_sealed, total } = row;
			job.progress({ done: total - openItems(row), total: is_sealed ? total : null, result: summary(row) });
			const state = JSON.stringify(toBatch(row));
			if (state === seen || Date.now() - published < PUBLISH_EVERY_MS) return;
			[seen, published] = [state, Date.now()];
			publish(row);
		};
		let row = await batches.get(key);
		if (row.finished_at !== null) {
			await afterEnd(ctx, row);
			return summary(row);
		}
		const early = row.run_at === null ? 0 : row.run_at.getTime() - now();
		if (early > 0) throw new RetryAfter(Math.min(Math.ceil(early / 1000), 86_400), "Scheduled for later");
		const onChange = (fresh: BatchRow): void => {
			report(fresh);
			if (database.embedded || openItems(fresh) <= kind.concurrency || Date.now() - spread < SPREAD_EVERY_MS) return;
			spread = Date.now();
			void callHelpers(kind, fresh);
		};
		const note = (text: string): void => job.progress({ note: text });
		const onCancelled = async (): Promise<void> => void announce(await batches.cancel(key, now()));
		row = await runHere({ ctx, batches, kind, key, job, onChange, onCancelled, note, onWake: wakeOf(key.id) }, true);
		if (row.state === "active") row = await batches.finish(key, now());
		if (row.state === "cancelled") await untilAborted(job.signal);
		if (row.state === "paused" && (await batches.get(key)).state === "paused") {
			publish(row);
			throw new RetryAfter(PAUSED_SECONDS, "Paused");
		}
		if (row.finished_at === null) throw new RetryAfter(1, "Waiting for the next items");
		await afterEnd(ctx, row);
		if (row.background && row.done === row.total) await batches.forget(key);
		return summary(row);
	}

	/** Asks other processes to share the batch. */
	async function callHelpers(kind: WorkKind<unknown, unknown, Ctx>, { owner_id: ownerId, id: batchId }: BatchRow) {
		try {
			for (let n = 1; n < (kind.processes ?? PROCESSES); n++)
				await getJobs().enqueue(helper, {
					...{ ownerId, input: { batchId, kind: kind.name }, dedupeKey: `${batchId} ${n}`, background: true },
				});
		} catch (cause) {
			log.warn({ event: "work.no_helpers", err: cause, batch: batchId }, "Helpers for a batch could not be queued");
		}
	}

	async function help(ctx: Ctx & WorkContext, job: RunningJob<z.infer<typeof helperInput>>) {
		const kind = known(job.input.kind);
		const key = { ownerId: job.ownerId, id: job.input.batchId };
		const onChange = (row: BatchRow): void => {
			if (row.is_sealed && openItems(row) === 0) events.wake(wakeName(key.id));
		};
		if (!runningHere.has(key.id))
			await runHere({ ctx, batches, kind, key, job, onChange, onWake: wakeOf(key.id) }, false);
		return {};
	}

	/** Marks the batch, so that the `concurrency` of its kind holds per process. */
	async function runHere(run: BatchRun<Ctx>, isLead: boolean): Promise<BatchRow> {
		const { id } = run.key;
		runningHere.set(id, (runningHere.get(id) ?? 0) + 1);
		try {
			return await runBatch(run, isLead);
		} finally {
			const remaining = (runningHere.get(id) ?? 0) - 1;
			if (remaining > 0) runningHere.set(id, remaining);
			else runningHere.delete(id);
		}
	}

	function wakeOf(batchId: string): (listener: () => void) => () => void {
		return (listener) => events.onWake((name) => name === wakeName(batchId) && listener());
	}

	function target(kind: AnyDescription, key: BatchKey, isNow: boolean) {
		const onAppended = async (row: BatchRow, tx: Queryable): Promise<void> => {
			if (row.state === "active" && isNow) await enqueue(row, tx);
			database.afterCommit(() => events.wake(wakeName(row.id)));
		};
		return { database, batches, kind, key, onAppended };
	}

	const inTransaction = <T>(tx: Queryable | undefined, run: (tx: Queryable) => Promise<T>): Promise<T> =>
		tx === undefined ? database.transaction(run) : run(tx);

	const work: Work = {
		async start(kind, request, items, tx) {
			return inTransaction(tx, async (inside) => {
				const { row, isNew } = await batches.insert(known(kind.name).name, checked(kind, request), now(), inside);
				const key = { ownerId: request.ownerId, id: row.id };
				if (isNew) {
					if (items.length > 0) await appendChunk(target(kind as AnyDescription, key, false), items, 0, inside);
					await batches.seal(key, inside);
				}
				const job = await enqueue(row, inside);
				const fresh = await batches.get(key, inside);
				database.afterCommit(() => publish(fresh));
				return { batch: toBatch(fresh), job };
			});
		},
		async create(kind, request, tx) {
			const { row } = await batches.insert(known(kind.name).name, checked(kind, request), now(), tx);
			if (tx === undefined) publish(row);
			else database.afterCommit(() => publish(row));
			return toBatch(row);
		},
		async append(kind, key, items, options = {}) {
			await appendAll(target(kind as AnyDescription, key, true), items, options);
			return announce(await batches.get(key));
		},
		async seal(key) {
			const row = await batches.seal(key);
			if (row.state === "active") await enqueue(row);
			return announce(row);
		},
		get: async (key) => toBatch(await batches.get(key)),
		list: async (ownerId, filter = {}) => (await batches.list(ownerId, filter)).map(toBatch),
		pause: async (key) => announce(await batches.pause(key)),
		async resume(key) {
			const row = await database.transaction(async (tx) => {
				const resumed = await batches.resume(key, tx);
				if (resumed.state === "active") await enqueue(resumed, tx);
				return batches.get(key, tx);
			});
			if (row.finished_at !== null) throw conflict("batch-ended", "This batch has ended.");
			return announce(row);
		},
		async cancel(key) {
			const row = await batches.cancel(key, now());
			announce(row);
			if (row.job_id !== null) await getJobs().cancel(key.ownerId, row.job_id);
			return toBatch(row);
		},
		async remove(key) {
			await work.cancel(key);
			await deleteBatch(database, key);
		},
		async items(key, page) {
			const { finished_at: over } = await batches.get(key);
			return listItems(database, key, page, over !== null);
		},
		async csv(key, format) {
			const { finished_at: over } = await batches.get(key);
			return csvLines(format, (page) => listItems(database, key, page, over !== null));
		},
		async maintain() {
			for (const row of await batches.abandoned(now())) {
				// Its job finds the batch ended and does what follows.
				await enqueue({ ...row, background: true });
			}
			await deleteOld(database, now());
		},
	};
	return {
		work,
		jobs: [...leads.values(), helper] as readonly JobKind<unknown, Ctx & WorkContext>[],
	};
}

function wakeName(batchId: string): string {
	return `batch ${batchId}`;
}

function checked<I>(kind: Pick<WorkDescription<never, never, I>, "input">, request: NewBatch<I>) {
	return kind.input === undefined ? request : { ...request, input: kind.input.parse(request.input) };
}

function summaryOf({ done, failed, unknown, outcomes }: Batch): Record<string, unknown> {
	return { done, failed, unknown, ...outcomes };
}

/** The batch was cancelled first and its job right after: lets that arrive, so that the job ends as cancelled. */
async function untilAborted(signal: AbortSignal): Promise<void> {
	await wait(CANCEL_ARRIVES_MS, signal);
}
