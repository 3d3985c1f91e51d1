import type { Database } from "../../db/database.ts";

/** Forgets which messages change places, of changes that nobody can make or undo any more. */
export async function expirePairs(database: Database, ownerId: string, operationId: string): Promise<void> {
	await database.query("delete from operation_pairs where owner_id = $1 and operation_id = $2", [ownerId, operationId]);
}
