import type { Database } from "../../db/database.ts";
import type { BatchKey } from "./work.ts";

/** Rows deleted per statement: well under 50 ms. */
const CHUNK = 2_000;
/** Retention of ended batches with their results. */
const RETENTION_MS = 30 * 24 * 3_600_000;
/** Retention of limits that nothing uses. */
const LIMITS_MS = 24 * 3_600_000;

/** Deletes a batch that has ended, with its items, in short statements. */
export async function deleteBatch(database: Database, { ownerId, id }: BatchKey, chunk = CHUNK): Promise<void> {
	await deleteChunks(
		database,
		`delete from work_items where owner_id = $1 and batch_id = $2 and position in (
			select position from work_items where owner_id = $1 and batch_id = $2 limit $3)`,
		[ownerId, id],
		chunk,
	);
	await database.exec("delete from work_batches where owner_id = $1 and id = $2", [ownerId, id]);
}

/** Deletes batches that ended long ago, and unused limits, of all owners. */
export async function deleteOld(database: Database, now: number, chunk = CHUNK): Promise<void> {
	const before = new Date(now - RETENTION_MS);
	const batches = await database.query<{ owner_id: string; id: string }>(
		"select owner_id, id from work_batches where finished_at < $1",
		[before],
	);
	for (const { owner_id: ownerId, id } of batches) await deleteBatch(database, { ownerId, id }, chunk);
	await deleteChunks(
		database,
		`with idle as materialized (
			select owner_id, kind, key from work_limit_usage where running = 0 and next_start_at < $1 limit $2 for update skip locked
		)
		delete from work_limit_usage l using idle where l.owner_id = idle.owner_id and l.kind = idle.kind and l.key = idle.key`,
		[new Date(now - LIMITS_MS)],
		chunk,
	);
}

/** @param statement its last parameter is the chunk */
async function deleteChunks(database: Database, statement: string, values: unknown[], chunk: number): Promise<void> {
	for (let rows = chunk; rows === chunk; )
		rows = (await database.query(`${statement} returning 1`, [...values, chunk])).length;
}
