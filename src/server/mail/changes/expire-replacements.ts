import type { Database } from "../../db/database.ts";

/** Deletes the replacements of operations that can no longer be applied or undone. */
export async function expireReplacements(database: Database, ownerId: string, operationId: string): Promise<void> {
	await database.exec("delete from operation_replacements where owner_id = $1 and operation_id = $2", [
		ownerId,
		operationId,
	]);
}
