import type { Batch, BatchState } from "#shared/contracts/work.ts";
import { newId } from "#shared/ids.ts";
import type { Database, Queryable } from "../../db/database.ts";
import { AppError, notFound } from "../../errors.ts";
import { toJson } from "./json.ts";
import type { BatchKey, NewBatch } from "./work.ts";

/** A row of `work_batches`. */
export interface BatchRow {
	owner_id: string;
	id: string;
	kind: string;
	state: BatchState;
	input: unknown;
	job_id: string | null;
	background: boolean;
	run_at: Date | null;
	is_sealed: boolean;
	total: number;
	done: number;
	failed: number;
	unknown: number;
	outcomes: Record<string, number>;
	error: string | null;
	created_at: Date;
	finished_at: Date | null;
}

/** Changes of the counters. */
export interface Counts {
	done: number;
	failed: number;
	unknown: number;
	outcomes: Record<string, number>;
}

const MAX_LISTED = 100;

export function toBatch(row: BatchRow): Batch {
	return {
		id: row.id,
		kind: row.kind,
		state: row.state,
		jobId: row.job_id,
		isSealed: row.is_sealed,
		total: row.total,
		done: row.done,
		failed: row.failed,
		unknown: row.unknown,
		outcomes: row.outcomes,
		runAt: row.run_at?.toISOString() ?? null,
		error: row.error,
		createdAt: row.created_at.toISOString(),
		finishedAt: row.finished_at?.toISOString() ?? null,
	};
}

/** Items that have not ended. */
export function openItems(row: Pick<BatchRow, "total" | "done" | "failed" | "unknown">): number {
	return row.total - row.done - row.failed - row.unknown;
}

/** The SQL of `work_batches`. */
export function createBatchStore(database: Database) {
	const one = async (text: string, values: unknown[], tx?: Queryable): Promise<BatchRow | undefined> =>
		(await database.query<BatchRow>(text, values, tx))[0];
	const found = async ({ ownerId, id }: BatchKey, tx?: Queryable): Promise<BatchRow> => {
		const row = await one("select * from work_batches where owner_id = $1 and id = $2", [ownerId, id], tx);
		if (row === undefined) throw notFound("The batch");
		return row;
	};
	/** Updates a batch that is in one of these states. @returns its row, changed or not */
	const change = async (
		key: BatchKey,
		from: readonly BatchState[],
		{ set, values }: { set: string; values: unknown[] },
		tx?: Queryable,
	) =>
		(await one(
			`update work_batches set ${set} where owner_id = $1 and id = $2 and state = any($3::text[]) returning *`,
			[key.ownerId, key.id, from, ...values],
			tx,
		)) ?? found(key, tx);
	return {
		get: found,
		/** @returns the batch, and whether it is new */
		async insert(
			kind: string,
			request: NewBatch<unknown>,
			now: number,
			tx?: Queryable,
		): Promise<{ row: BatchRow; isNew: boolean }> {
			const row = await one(
				`insert into work_batches (owner_id, id, kind, state, input, dedupe_key, background, run_at, created_at)
				values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
				on conflict (owner_id, kind, dedupe_key) where dedupe_key is not null do nothing returning *`,
				[
					...[request.ownerId, request.id ?? newId(now), kind, request.isPaused === true ? "paused" : "active"],
					...[toJson(request.input ?? {}), request.dedupeKey ?? null, request.background ?? false],
					...[request.runAt === undefined ? null : new Date(request.runAt), new Date(now)],
				],
				tx,
			);
			if (row !== undefined) return { row, isNew: true };
			const existing = await one(
				"select * from work_batches where owner_id = $1 and kind = $2 and dedupe_key = $3",
				[request.ownerId, kind, request.dedupeKey],
				tx,
			);
			// The existing one was deleted between the two statements.
			return existing === undefined ? this.insert(kind, request, now, tx) : { row: existing, isNew: false };
		},
		async list(ownerId: string, filter: { kind?: string; isLive?: boolean }): Promise<BatchRow[]> {
			return database.query<BatchRow>(
				`select * from work_batches where owner_id = $1 and ($2::text is null or kind = $2)
					${filter.isLive === true ? "and finished_at is null" : ""} order by id desc limit ${MAX_LISTED}`,
				[ownerId, filter.kind ?? null],
			);
		},
		/** Locks a batch that items may be appended to. @throws AppError 404, 409 `batch-sealed` */
		async lockOpen({ ownerId, id }: BatchKey, tx: Queryable): Promise<BatchRow> {
			const row = await one("select * from work_batches where owner_id = $1 and id = $2 for update", [ownerId, id], tx);
			if (row === undefined) throw notFound("The batch");
			if (row.is_sealed || row.finished_at !== null)
				throw new AppError(409, "batch-sealed", "No more items can be added to this batch.");
			return row;
		},
		grow: ({ ownerId, id }: BatchKey, by: number, tx: Queryable): Promise<BatchRow | undefined> =>
			one(
				"update work_batches set total = total + $3 where owner_id = $1 and id = $2 returning *",
				[ownerId, id, by],
				tx,
			),
		seal: (key: BatchKey, tx?: Queryable) =>
			change(key, ["active", "paused"], { set: "is_sealed = true", values: [] }, tx),
		setJob: (key: BatchKey, jobId: string, tx?: Queryable) =>
			change(key, ["active", "paused"], { set: "job_id = $4", values: [jobId] }, tx),
		async count({ ownerId, id }: BatchKey, counts: Counts, tx: Queryable): Promise<BatchRow> {
			const row = await one(
				`update work_batches set done = done + $3, failed = failed + $4, unknown = unknown + $5,
					outcomes = case when $6::jsonb = '{}' then outcomes else (select jsonb_object_agg(label, n) from (
						select key as label, sum(value::bigint) as n from (
							select * from jsonb_each_text(outcomes) union all select * from jsonb_each_text($6::jsonb)) added group by key
					) sums) end
				where owner_id = $1 and id = $2 returning *`,
				[ownerId, id, counts.done, counts.failed, counts.unknown, toJson(counts.outcomes)],
				tx,
			);
			if (row === undefined) throw notFound("The batch");
			return row;
		},
		pause: (key: BatchKey) => change(key, ["active"], { set: "state = 'paused'", values: [] }),
		resume: (key: BatchKey, tx: Queryable) =>
			change(key, ["paused", "failed"], { set: "state = 'active', finished_at = null, error = null", values: [] }, tx),
		cancel: (key: BatchKey, now: number) =>
			change(key, ["active", "paused", "failed"], {
				set: "state = 'cancelled', finished_at = coalesce(finished_at, $4)",
				values: [new Date(now)],
			}),
		fail: (key: BatchKey, error: string | null, now: number) =>
			change(key, ["active", "paused"], {
				set: "state = 'failed', finished_at = $4, error = $5",
				values: [new Date(now), error],
			}),
		/** Deletes a batch that is no longer needed, with its items. */
		async forget({ ownerId, id }: BatchKey): Promise<void> {
			await database.query("delete from work_items where owner_id = $1 and batch_id = $2", [ownerId, id]);
			await database.query("delete from work_batches where owner_id = $1 and id = $2", [ownerId, id]);
		},
		/** Ends the batch if all its items have ended. */
		async finish(key: BatchKey, now: number): Promise<BatchRow> {
			const isOver = "is_sealed and done + failed + unknown = total";
			return change(key, ["active"], {
				set: `state = case when ${isOver} then 'done' else state end,
					finished_at = case when ${isOver} then $4::timestamptz end`,
				values: [new Date(now)],
			});
		},
		/** The batch of a job that runs it. */
		async ofJob(ownerId: string, jobId: string): Promise<BatchRow | null> {
			const row = await one(
				`select b.* from work_batches b join jobs j on j.owner_id = b.owner_id and b.id = (j.input->>'batchId')::uuid
				where j.owner_id = $1 and j.id = $2`,
				[ownerId, jobId],
			);
			return row ?? null;
		},
		/** Ends batches whose job has ended or is gone, because of a crash at the wrong moment. @returns them */
		async abandoned(now: number): Promise<BatchRow[]> {
			return database.query<BatchRow>(
				`update work_batches b set finished_at = $1, state = case when exists (select from jobs j
					where j.owner_id = b.owner_id and j.id = b.job_id and j.state = 'cancelled') then 'cancelled' else 'failed' end
				where b.finished_at is null and b.job_id is not null and not exists (
					select from jobs j where j.owner_id = b.owner_id and j.id = b.job_id and j.state in ('queued', 'running'))
				returning *`,
				[new Date(now)],
			);
		},
	};
}

export type BatchStore = ReturnType<typeof createBatchStore>;
