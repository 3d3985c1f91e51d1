import { newId } from "#shared/ids.ts";
import type { Database } from "../../db/database.ts";
import { AppError, notFound } from "../../errors.ts";
import type { BatchRow, Counts } from "./batch-row.ts";
import { createBatchState } from "./batch-state.ts";
import { toJson } from "./json.ts";
import type { BatchFilter, BatchKey, NewBatch } from "./work.ts";

const MAX_LISTED = 100;

/** The SQL of `work_batches`. */
export function createBatchStore(database: Database) {
	const one = async (text: string, values: unknown[]): Promise<BatchRow | undefined> =>
		await database.one<BatchRow>(text, values);
	const found = async ({ ownerId, id }: BatchKey): Promise<BatchRow> => {
		const row = await one("select * from work_batches where owner_id = $1 and id = $2", [ownerId, id]);
		if (row === undefined) throw notFound("The batch");
		return row;
	};
	return {
		get: found,
		...createBatchState(database, found),
		...createBatchTotals(one),
		/** @returns the batch, and whether it is new */
		async insert(kind: string, request: NewBatch<unknown>, now: number): Promise<{ row: BatchRow; isNew: boolean }> {
			const row = await one(
				`insert into work_batches (owner_id, id, kind, state, input, dedupe_key, background, run_at, created_at)
				values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
				on conflict (owner_id, kind, dedupe_key) where dedupe_key is not null do nothing returning *`,
				[
					...[request.ownerId, request.id ?? newId(now), kind, request.isPaused === true ? "paused" : "active"],
					...[toJson(request.input ?? {}), request.dedupeKey ?? null, request.background ?? false],
					...[request.runAt === undefined ? null : new Date(request.runAt), new Date(now)],
				],
			);
			if (row !== undefined) return { row, isNew: true };
			const existing = await one("select * from work_batches where owner_id = $1 and kind = $2 and dedupe_key = $3", [
				request.ownerId,
				kind,
				request.dedupeKey,
			]);
			// The existing one was deleted between the two statements.
			return existing === undefined ? this.insert(kind, request, now) : { row: existing, isNew: false };
		},
		/** Newest first. */
		async list(ownerId: string, { kind, ids, isLive }: BatchFilter): Promise<BatchRow[]> {
			return database.query<BatchRow>(
				`select * from work_batches where owner_id = $1 and ($2::text is null or kind = $2)
					and ($3::uuid[] is null or id = any($3)) ${isLive === true ? "and finished_at is null" : ""}
				order by id desc limit ${ids?.length ?? MAX_LISTED}`,
				[ownerId, kind ?? null, ids ?? null],
			);
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
		/** Deletes a batch that is no longer needed, with its items. */
		async forget({ ownerId, id }: BatchKey): Promise<void> {
			await database.exec("delete from work_items where owner_id = $1 and batch_id = $2", [ownerId, id]);
			await database.exec("delete from work_batches where owner_id = $1 and id = $2", [ownerId, id]);
		},
	};
}

export type BatchStore = ReturnType<typeof createBatchStore>;

type One = (text: string, values: unknown[]) => Promise<BatchRow | undefined>;

/** The SQL of how many items a batch has, and how many of them have ended. */
function createBatchTotals(one: One) {
	return {
		/** Locks a batch that items may be appended to. @throws AppError 404, 409 `batch-sealed` */
		async lockOpen({ ownerId, id }: BatchKey): Promise<BatchRow> {
			const row = await one("select * from work_batches where owner_id = $1 and id = $2 for update", [ownerId, id]);
			if (row === undefined) throw notFound("The batch");
			if (row.is_sealed || row.finished_at !== null)
				throw new AppError(409, "batch-sealed", "No more items can be added to this batch.");
			return row;
		},
		grow: ({ ownerId, id }: BatchKey, by: number): Promise<BatchRow | undefined> =>
			one("update work_batches set total = total + $3 where owner_id = $1 and id = $2 returning *", [ownerId, id, by]),
		async count({ ownerId, id }: BatchKey, counts: Counts): Promise<BatchRow> {
			const row = await one(
				`update work_batches set done = done + $3, failed = failed + $4, unknown = unknown + $5,
					outcomes = case when $6::jsonb = '{}' then outcomes else (select jsonb_object_agg(label, n) from (
						select key as label, sum(value::bigint) as n from (
							select * from jsonb_each_text(outcomes) union all select * from jsonb_each_text($6::jsonb)) added group by key
					) sums) end
				where owner_id = $1 and id = $2 returning *`,
				[ownerId, id, counts.done, counts.failed, counts.unknown, toJson(counts.outcomes)],
			);
			if (row === undefined) throw notFound("The batch");
			return row;
		},
	};
}
