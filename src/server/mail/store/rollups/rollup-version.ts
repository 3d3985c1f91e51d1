import type { Database } from "../../../db/database.ts";

/** Version of the counts per day, see `connected_accounts.rollup_version`; the schema has the same as its default. */
const CURRENT = 1;

/** Accounts whose mail was counted by an older version. */
export function accountsToRecount(database: Database): Promise<{ ownerId: string; accountId: string }[]> {
	return database.query(
		`select owner_id as "ownerId", id as "accountId" from connected_accounts
		where status <> 'deleting' and rollup_version < $1`,
		[CURRENT],
	);
}

/** All of the account's mail is counted by this version. */
export async function markRecounted(database: Database, ownerId: string, accountId: string): Promise<void> {
	await database.exec("update connected_accounts set rollup_version = $3 where owner_id = $1 and id = $2", [
		ownerId,
		accountId,
		CURRENT,
	]);
}
