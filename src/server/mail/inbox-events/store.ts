import type { Database } from "../../db/database.ts";
import type { AccountKey, AccountScope } from "../context/account-scope.ts";

/**
 * The SQL of `inbox_events`: messages that arrived after the first listing of their account, until they are published as
 * `mail.received`.
 */

/** How long a message stored with its header alone waits for its body. */
const BODY_WAIT = "15 minutes";

/** SQL over `a` of `inbox_events` and `e` of `emails`: complete, waited long enough, or deleted. */
const READY = `(e.id is null or e.raw_sha256 is not null or a.arrived_at < now() - interval '${BODY_WAIT}')`;
const WITH_EMAILS = `inbox_events a left join emails e on e.owner_id = a.owner_id and e.account_id = a.account_id and e.id = a.email_id`;

export interface InboxEvent {
	id: string;
	/** Deleted meanwhile. */
	isGone: boolean;
}

/** Deletes and returns the oldest events that are ready, oldest first. */
export async function claimReadyInboxEvents(scope: AccountScope, limit: number): Promise<InboxEvent[]> {
	const { database, ownerId, accountId } = scope;
	const rows = await database.query<InboxEvent>(
		`select a.email_id as id, e.id is null as "isGone" from ${WITH_EMAILS}
		where a.owner_id = $1 and a.account_id = $2 and ${READY}
		order by e.received_date nulls first, a.email_id limit $3`,
		[ownerId, accountId, limit],
	);
	if (rows.length > 0)
		await database.exec(
			"delete from inbox_events where owner_id = $1 and account_id = $2 and email_id = any($3::uuid[])",
			[ownerId, accountId, rows.map((row) => row.id)],
		);
	return rows;
}

/** Accounts with events to publish, those that wait longest first. */
export async function accountsWithInboxEvents(database: Database, limit: number): Promise<AccountKey[]> {
	return database.query(
		`select a.owner_id as "ownerId", a.account_id as "accountId" from ${WITH_EMAILS} where ${READY}
		group by a.owner_id, a.account_id order by min(a.arrived_at), a.owner_id, a.account_id limit $1`,
		[limit],
	);
}
