import type { Database } from "../../db/database.ts";

/** Deletes the pairs of operations that can no longer be applied or undone. */
export async function expirePairs(database: Database, ownerId: string, operationId: string): Promise<void> {
	await database.query("delete from operation_pairs where owner_id = $1 and operation_id = $2", [ownerId, operationId]);
}
