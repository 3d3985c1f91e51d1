import type { ServerWait } from "#shared/contracts/accounts.ts";
import type { Database } from "../../db/database.ts";
import type { AccountKey } from "../context/account-scope.ts";

/**
 * Which mail server does not respond to changes of mail, and since when. Kept per account: what one operation waits for
 * also holds up the later ones.
 */

/** Columns of `ServerWaitRow` or null. */
export interface ServerWaitRow {
	server: string;
	/** ISO 8601. */
	since: string;
	changes: number;
}

/** SQL: as a `ServerWaitRow`, given an account `a` and the number of changes that its server has not made. */
const asRow = (count: string): string => `jsonb_build_object('server', a.unanswered_server, 'since', a.unanswered_since,
	'changes', ${count})`;

/**
 * SQL over `o` (a running operation) and `a` (`connected_accounts`): emails of the account that it has not reached yet.
 * The items, of which there may be millions, are read only where they belong to several accounts.
 */
const PENDING = `case when o.account_id = a.id then o.item_count - o.applied - o.skipped - o.failed
	else (select count(*) from operation_items i where i.owner_id = o.owner_id and i.operation_id = o.id and i.account_id = a.id
		and i.state = 'pending') end`;

/** SQL over `a` (`connected_accounts`): changes to emails that its server has not made yet. */
const OUTSTANDING = `((select count(*) from operation_items i where i.owner_id = a.owner_id and i.account_id = a.id and i.state = 'local')
	+ (select coalesce(sum(${PENDING}), 0)::bigint from operations o
		where o.owner_id = a.owner_id and o.state = 'running' and (o.account_id is null or o.account_id = a.id)))`;

/** SQL over `a` (`connected_accounts`): the wait of the account, null if its server responds. */
export const ACCOUNT_WAIT = `case when a.unanswered_since is not null then ${asRow(OUTSTANDING)} end`;

/** SQL over `o` (`operations`): the longest wait of a running operation, null if all servers respond. */
export const OPERATION_WAIT = `case when o.state = 'running' then (select ${asRow("c.count")} from connected_accounts a
	cross join lateral (select ${PENDING} + (select count(*) from operation_items i where i.owner_id = o.owner_id
		and i.account_id = a.id and i.operation_id = o.id and i.state = 'local') as count) c
	where a.owner_id = o.owner_id and a.unanswered_since is not null and c.count > 0 order by a.unanswered_since limit 1) end`;

/** A wait as the API shows it. */
export function presentWait(row: ServerWaitRow | null): ServerWait | null {
	return row === null || row.changes === 0 ? null : { ...row, since: new Date(row.since).toISOString() };
}

/** Records that a server does not respond. @returns false: that was known, or the user has disconnected the account */
export async function recordNoAnswer(
	database: Database,
	{ ownerId, accountId }: AccountKey,
	{ server, since }: { server: string; since: Date },
): Promise<boolean> {
	const changed = await database.query(
		`update connected_accounts set unanswered_server = $3, unanswered_since = $4
		where owner_id = $1 and id = $2 and status <> 'disconnected' and unanswered_server is distinct from $3 returning 1`,
		[ownerId, accountId, server, since],
	);
	return changed.length > 0;
}

/** Records that a server responds. @returns false: that was known */
export async function recordAnswer(database: Database, { ownerId, accountId }: AccountKey): Promise<boolean> {
	const changed = await database.query(
		`update connected_accounts set unanswered_server = null, unanswered_since = null
		where owner_id = $1 and id = $2 and unanswered_since is not null returning 1`,
		[ownerId, accountId],
	);
	return changed.length > 0;
}

/** Forgets waits of accounts whose changes are all made or given up. */
export async function forgetOldWaits(database: Database, ownerId: string): Promise<void> {
	await database.exec(
		`update connected_accounts a set unanswered_server = null, unanswered_since = null
		where a.owner_id = $1 and a.unanswered_since is not null and ${OUTSTANDING} = 0`,
		[ownerId],
	);
}
