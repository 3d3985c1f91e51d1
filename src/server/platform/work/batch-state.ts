import type { BatchState } from "#shared/contracts/work.ts";
import type { Database } from "../../db/database.ts";
import type { BatchRow } from "./batch-row.ts";
import type { BatchKey } from "./work.ts";

/**
 * The SQL that pauses, resumes and ends batches.
 * @param found reads a batch
 */
export function createBatchState(database: Database, found: (key: BatchKey) => Promise<BatchRow>) {
	/** Updates a batch that is in one of these states. @returns its row, changed or not */
	const change = async (
		key: BatchKey,
		from: readonly BatchState[],
		{ set, values }: { set: string; values: unknown[] },
	) =>
		(await database.one<BatchRow>(
			`update work_batches set ${set} where owner_id = $1 and id = $2 and state = any($3::text[]) returning *`,
			[key.ownerId, key.id, from, ...values],
		)) ?? found(key);
	return {
		seal: (key: BatchKey) => change(key, ["active", "paused"], { set: "is_sealed = true", values: [] }),
		setJob: (key: BatchKey, jobId: string) =>
			change(key, ["active", "paused"], { set: "job_id = $4", values: [jobId] }),
		pause: (key: BatchKey) => change(key, ["active"], { set: "state = 'paused'", values: [] }),
		resume: (key: BatchKey) =>
			change(key, ["paused", "failed"], { set: "state = 'active', finished_at = null, error = null", values: [] }),
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
		/** Ends the batch if all its items have ended. */
		async finish(key: BatchKey, now: number): Promise<BatchRow> {
			const isOver = "is_sealed and done + failed + unknown = total";
			return change(key, ["active"], {
				set: `state = case when ${isOver} then 'done' else state end,
					finished_at = case when ${isOver} then $4::timestamptz end`,
				values: [new Date(now)],
			});
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
