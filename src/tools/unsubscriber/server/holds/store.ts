import { column, type Database, type RowOf, table } from "#kernel/database.ts";
import { columnsOf, type ListRef, subscriptionIdOf } from "../subscription-id.ts";

/** The SQL of lists whose mail stays out of the inbox, and of the messages that pauses have archived. */

export const heldLists = table("held_lists", {
	ownerId: column.text(),
	accountId: column.uuid(),
	id: column.uuid(),
	listKey: column.text(),
	heldUntil: column.timestamptz().nullable(),
	filterId: column.uuid().nullable(),
	createdAt: column.timestamptz(),
});

const HOLD = heldLists.without("ownerId", "createdAt");
export type Hold = RowOf<typeof HOLD>;

const COLUMNS = HOLD.select("h");

/** By subscription id. */
export async function readHolds(
	database: Database,
	ownerId: string,
	accountIds: readonly string[],
): Promise<Map<string, Hold>> {
	const rows = await database.query<Hold>(
		`select ${COLUMNS} from held_lists h where h.owner_id = $1 and h.account_id = any($2::uuid[])`,
		[ownerId, accountIds],
	);
	return new Map(rows.map((row) => [subscriptionIdOf(row), row]));
}

/** The holds of these lists. */
export function holdsOf(database: Database, ownerId: string, refs: readonly ListRef[]): Promise<Hold[]> {
	const { accountIds, listKeys } = columnsOf(refs);
	return database.query<Hold>(
		`select ${COLUMNS} from held_lists h join unnest($2::uuid[], $3::text[]) as l (account_id, list_key)
			on h.account_id = l.account_id and h.list_key = l.list_key
		where h.owner_id = $1 order by h.id for update of h`,
		[ownerId, accountIds, listKeys],
	);
}

/** A pause; null: it has ended. */
export async function readPause(database: Database, ownerId: string, id: string): Promise<Hold | null> {
	const row = await database.one<Hold>(
		`select ${COLUMNS} from held_lists h where h.owner_id = $1 and h.id = $2 and h.held_until is not null
			and h.account_id = any(array(select a.id from mail_accounts_v1 a where a.owner_id = $1))`,
		[ownerId, id],
	);
	return row ?? null;
}

/** A list that is paused already gets the new time. */
export async function insertHolds(
	database: Database,
	ownerId: string,
	holds: readonly Hold[],
	now: number,
): Promise<void> {
	await database.exec(
		`insert into held_lists (owner_id, created_at, ${HOLD.names()})
		select $1, $3, ${HOLD.names("r")} from json_to_recordset($2) as r (${HOLD.definitions})
		on conflict (owner_id, account_id, list_key) do update set held_until = excluded.held_until`,
		[ownerId, HOLD.toJson(holds), new Date(now)],
	);
}

/** Deletes holds, with what is known of their messages. */
export async function deleteHolds(database: Database, ownerId: string, ids: readonly string[]): Promise<void> {
	for (const [name, key] of [
		["held_emails", "hold_id"],
		["held_lists", "id"],
	])
		await database.exec(`delete from ${name} where owner_id = $1 and ${key} = any($2::uuid[])`, [ownerId, ids]);
}

/** Records new messages in the inbox that pauses hold back. @returns their ids */
export async function holdAmong(
	database: Database,
	{ ownerId, accountId, ids }: { ownerId: string; accountId: string; ids: readonly string[] },
	now: number,
): Promise<string[]> {
	const rows = await database.query<{ id: string }>(
		`insert into held_emails (owner_id, account_id, hold_id, email_id)
		select e.owner_id, e.account_id, h.id, e.id from mail_messages_v1 e
		join held_lists h on h.owner_id = e.owner_id and h.account_id = e.account_id and h.list_key = e.list_key
		where e.owner_id = $1 and e.account_id = $2 and e.id = any($3::uuid[]) and e.folder_role = 'inbox'
			and h.held_until > $4
		on conflict do nothing returning email_id as id`,
		[ownerId, accountId, ids, new Date(now)],
	);
	return rows.map(({ id }) => id);
}

/** Records the messages of a plan that archives mail of paused lists. */
export async function recordHeldOfPlan(database: Database, ownerId: string, planId: string): Promise<void> {
	await database.exec(
		`insert into held_emails (owner_id, account_id, hold_id, email_id)
		select i.owner_id, i.account_id, h.id, i.email_id from mail_operation_items_v1 i
		join mail_messages_v1 e on e.owner_id = i.owner_id and e.account_id = i.account_id and e.id = i.email_id
		join held_lists h on h.owner_id = e.owner_id and h.account_id = e.account_id and h.list_key = e.list_key
		where i.owner_id = $1 and i.operation_id = $2 and i.state = 'pending' and h.held_until is not null
		on conflict do nothing`,
		[ownerId, planId],
	);
}

/** Messages of pauses that are still in the archive. */
export async function archivedOf(database: Database, ownerId: string, ids: readonly string[]): Promise<string[]> {
	const rows = await database.query<{ id: string }>(
		`select e.id from held_emails h
		join mail_messages_v1 e on e.owner_id = h.owner_id and e.account_id = h.account_id and e.id = h.email_id
		where h.owner_id = $1 and h.hold_id = any($2::uuid[]) and e.folder_role = 'archive' order by e.id`,
		[ownerId, ids],
	);
	return rows.map(({ id }) => id);
}
