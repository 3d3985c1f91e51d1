import type { Database } from "../../db/database.ts";

/** Ids of the owner's accounts, or the given one if it belongs to the owner. */
export async function accountsOf(database: Database, ownerId: string, accountId: string | null): Promise<string[]> {
	const rows = await database.query<{ id: string }>(
		`select id from connected_accounts where owner_id = $1 and status <> 'deleting' and ($2::uuid is null or id = $2)`,
		[ownerId, accountId],
	);
	return rows.map((row) => row.id);
}
