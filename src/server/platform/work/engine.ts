import type { Job } from "#shared/contracts/jobs.ts";
import { conflict } from "../../errors.ts";
import type { JobKind, Jobs } from "../jobs/jobs.ts";
import { appendAll, appendChunk } from "./append.ts";
import { type BatchJobKind, batchJob } from "./batch-job.ts";
import { type BatchRow, toBatch } from "./batch-row.ts";
import { createBatchStore } from "./batches.ts";
import { csvLines } from "./csv.ts";
import { announce, type EngineParts, knownKind, publish, wakeRuns } from "./engine-parts.ts";
import { callHelpers, helperJob } from "./helper-job.ts";
import { listItems } from "./items.ts";
import { deleteBatch, deleteOld } from "./maintenance.ts";
import type { BatchKey, NewBatch, Work, WorkContext, WorkDescription, WorkKind } from "./work.ts";

type AnyDescription = WorkDescription<unknown, unknown>;

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
	const engine: EngineParts<Ctx> = {
		...parts,
		batches: createBatchStore(parts.database),
		kinds: new Map(kinds.map((kind) => [kind.name, kind])),
		runningHere: new Map(),
		getJobs,
	};
	const helper = helperJob(engine);
	const leads = new Map(
		kinds.map((kind) => [kind.name, batchJob(engine, kind, (of, row) => callHelpers(engine, helper, of, row))]),
	);
	const enqueue = createEnqueue(engine, leads);
	return {
		work: { ...additions(engine, enqueue), ...controls(engine, enqueue), ...views(engine) },
		jobs: [...leads.values(), helper] as readonly JobKind<unknown, Ctx & WorkContext>[],
	};
}

type EnqueueBatch = (row: BatchRow) => Promise<Job>;

/** @returns queues the job of an active batch, or retries it now if it waits */
function createEnqueue<Ctx>(
	{ batches, getJobs }: EngineParts<Ctx>,
	leads: ReadonlyMap<string, BatchJobKind<Ctx>>,
): EnqueueBatch {
	return async (row) => {
		const lead = leads.get(row.kind);
		if (lead === undefined) throw new Error(`The work kind ${row.kind} is not registered`);
		const { owner_id: ownerId, id: batchId, background } = row;
		const request = { ownerId, input: { batchId }, dedupeKey: batchId, background, runNow: true };
		const job = await getJobs().enqueue(lead, request);
		if (job.id !== row.job_id) await batches.setJob({ ownerId, id: batchId }, job.id);
		return job;
	};
}

/** Creates batches and adds items to them. */
function additions<Ctx>(
	engine: EngineParts<Ctx>,
	enqueue: EnqueueBatch,
): Pick<Work, "start" | "create" | "append" | "seal"> {
	const { database, batches, now } = engine;

	function target(kind: AnyDescription, key: BatchKey, isNow: boolean) {
		const onAppended = async (row: BatchRow): Promise<void> => {
			if (row.state === "active" && isNow) await enqueue(row);
			database.afterCommit(() => wakeRuns(engine, row.id));
		};
		return { database, batches, kind, key, onAppended };
	}

	return {
		async start(kind, request, items) {
			return database.transaction(async () => {
				const { name } = knownKind(engine, kind.name);
				const { row, isNew } = await batches.insert(name, checked(kind, request), now());
				const key = { ownerId: request.ownerId, id: row.id };
				if (isNew) {
					if (items.length > 0) await appendChunk(target(kind as AnyDescription, key, false), items, 0);
					await batches.seal(key);
				}
				const job = await enqueue(row);
				const fresh = await batches.get(key);
				database.afterCommit(() => publish(engine, fresh));
				return { batch: toBatch(fresh), job };
			});
		},
		async create(kind, request) {
			const { row } = await batches.insert(knownKind(engine, kind.name).name, checked(kind, request), now());
			database.afterCommit(() => publish(engine, row));
			return toBatch(row);
		},
		async append(kind, key, items, options = {}) {
			await appendAll(target(kind as AnyDescription, key, true), items, options);
			return announce(engine, await batches.get(key));
		},
		async seal(key) {
			const row = await batches.seal(key);
			if (row.state === "active") await enqueue(row);
			return announce(engine, row);
		},
	};
}

/** Pauses, resumes and ends batches. */
function controls<Ctx>(
	engine: EngineParts<Ctx>,
	enqueue: EnqueueBatch,
): Pick<Work, "pause" | "resume" | "cancel" | "remove" | "maintain"> {
	const { database, batches, getJobs, now } = engine;

	async function cancel(key: BatchKey) {
		const row = await batches.cancel(key, now());
		announce(engine, row);
		if (row.job_id !== null) await getJobs().cancel(key.ownerId, row.job_id);
		return toBatch(row);
	}

	return {
		pause: async (key) => announce(engine, await batches.pause(key)),
		async resume(key) {
			const row = await database.transaction(async () => {
				const resumed = await batches.resume(key);
				if (resumed.state === "active") await enqueue(resumed);
				return batches.get(key);
			});
			if (row.finished_at !== null) throw conflict("batch-ended", "This batch has ended.");
			return announce(engine, row);
		},
		cancel,
		async remove(key) {
			await cancel(key);
			await deleteBatch(database, key);
		},
		async maintain() {
			for (const row of await batches.abandoned(now())) {
				// Its job finds the batch ended and does what follows.
				await enqueue({ ...row, background: true });
			}
			await deleteOld(database, now());
		},
	};
}

function views<Ctx>({ database, batches }: EngineParts<Ctx>): Pick<Work, "get" | "list" | "items" | "csv"> {
	return {
		get: async (key) => toBatch(await batches.get(key)),
		list: async (ownerId, filter = {}) => (await batches.list(ownerId, filter)).map(toBatch),
		async items(key, page) {
			const { finished_at: over } = await batches.get(key);
			return listItems(database, key, page, over !== null);
		},
		async csv(key, format) {
			const { finished_at: over } = await batches.get(key);
			return csvLines(format, (page) => listItems(database, key, page, over !== null));
		},
	};
}

function checked<I>(kind: Pick<WorkDescription<never, never, I>, "input">, request: NewBatch<I>) {
	return kind.input === undefined ? request : { ...request, input: kind.input.parse(request.input) };
}
