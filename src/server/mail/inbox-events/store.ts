import type { Database, Queryable } from "../../db/database.ts";

/**
 * The SQL of `inbox_events`: messages that arrived after the first listing of their account, until every tool has handled
 * them.
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
	/** Arrived more than a day ago. */
	isOld: boolean;
}

/** The oldest events that can be delivered. */
export async function readyInboxEvents(
	database: Database,
	ownerId: string,
	accountId: string,
	most: number,
): Promise<InboxEvent[]> {
	return database.query<InboxEvent>(
		`select a.email_id as id, e.id is null as "isGone", a.arrived_at < now() - interval '1 day' as "isOld"
		from ${WITH_EMAILS} where a.owner_id = $1 and a.account_id = $2 and ${READY}
		order by e.received_date nulls first, a.email_id limit $3`,
		[ownerId, accountId, most],
	);
}

export async function hasReadyInboxEvents(
	database: Database,
	ownerId: string,
	accountId: string,
	tx?: Queryable,
): Promise<boolean> {
	const rows = await database.query(
		`select 1 from ${WITH_EMAILS} where a.owner_id = $1 and a.account_id = $2 and ${READY} limit 1`,
		[ownerId, accountId],
		tx,
	);
	return rows.length > 0;
}

/** Accounts with events to deliver. */
export async function accountsWithInboxEvents(
	database: Database,
	most: number,
): Promise<{ ownerId: string; accountId: string }[]> {
	return database.query(
		`select distinct a.owner_id as "ownerId", a.account_id as "accountId" from ${WITH_EMAILS} where ${READY} limit $1`,
		[most],
	);
}

/** Deletes events that every tool has handled. */
export async function deleteInboxEvents(
	database: Database,
	ownerId: string,
	accountId: string,
	ids: readonly string[],
): Promise<void> {
	await database.query(
		"delete from inbox_events where owner_id = $1 and account_id = $2 and email_id = any($3::uuid[])",
		[ownerId, accountId, ids],
	);
}
