import type { Database } from "../../db/database.ts";
import { toSqlJson } from "../../db/json.ts";
import type { AccountScope } from "../context/account-scope.ts";

/** PostgreSQL: mail indexed by an older version, or restored without its words. */

/** Version of the tokens, see `connected_accounts.search_version`; a migration sets the same as its default. */
const SEARCH_VERSION = 2;

/** Accounts with mail indexed by an older version. */
export function accountsToReindex(database: Database): Promise<{ ownerId: string; accountId: string }[]> {
	return database.query(
		`select owner_id as "ownerId", id as "accountId" from connected_accounts
		where status <> 'deleting' and search_version < $1`,
		[SEARCH_VERSION],
	);
}

/** Records that all mail of an account is indexed with the current tokens. */
export async function markReindexed(database: Database, ownerId: string, accountId: string): Promise<void> {
	await database.exec("update connected_accounts set search_version = $3 where owner_id = $1 and id = $2", [
		ownerId,
		accountId,
		SEARCH_VERSION,
	]);
}

/** Number of an account's messages that are stored with their body. */
export async function countIndexed(database: Database, ownerId: string, accountId: string): Promise<number> {
	const row = await database.one<{ n: number }>(
		"select count(*)::int as n from emails where owner_id = $1 and account_id = $2 and raw_sha256 is not null",
		[ownerId, accountId],
	);
	return row?.n ?? 0;
}

/** Those of the messages that are stored; call it in a transaction that has locked the account. */
export async function stillStored(scope: AccountScope, ids: readonly string[]): Promise<Set<string>> {
	const { database, ownerId, accountId } = scope;
	const rows = await database.query<{ id: string }>(
		"select id from emails where owner_id = $1 and account_id = $2 and id = any($3::uuid[])",
		[ownerId, accountId, ids],
	);
	return new Set(rows.map(({ id }) => id));
}

/** Adds lexemes, separated by spaces, to indexed messages; those that already have them stay unchanged. */
export async function addLexemes(
	scope: AccountScope,
	messages: readonly { id: string; lexemes: string }[],
): Promise<void> {
	const { database, ownerId, accountId } = scope;
	if (messages.length === 0) return;
	await database.exec(
		`update email_search s set lexemes = s.lexemes || n.added from (
			select id, array_to_tsvector(string_to_array(lexemes, ' ')) as added
			from json_to_recordset($3) as m (id uuid, lexemes text)
		) n where s.owner_id = $1 and s.account_id = $2 and s.email_id = n.id
			and not tsvector_to_array(s.lexemes) @> tsvector_to_array(n.added)`,
		[ownerId, accountId, toSqlJson(messages)],
	);
}
