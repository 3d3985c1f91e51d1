import type { Database } from "#kernel/database.ts";
import { MAX_LISTED } from "../limits.ts";

/** The SQL of `muted_conversations`. */

export interface MutedRow {
	id: string;
	account_id: string;
	email_id: string;
	created_at: Date;
}

/** @returns the id of the row, which may have been there before */
export async function insertMuted(
	database: Database,
	{ ownerId, ...row }: MutedRow & { ownerId: string },
): Promise<string> {
	const [stored] = await database.query<{ id: string }>(
		`insert into muted_conversations (owner_id, id, account_id, email_id, created_at) values ($1, $2, $3, $4, $5)
		on conflict (owner_id, account_id, email_id) do update set created_at = excluded.created_at returning id`,
		[ownerId, row.id, row.account_id, row.email_id, row.created_at],
	);
	return stored?.id ?? row.id;
}

/** Newest first. At most 500 of a mailbox. */
export function listMuted(database: Database, ownerId: string): Promise<MutedRow[]> {
	return database.query<MutedRow>(
		`select id, account_id, email_id, created_at from (
			select m.*, row_number() over (partition by account_id order by created_at desc, id) as position
			from muted_conversations m where owner_id = $1) ranked
		where position <= ${MAX_LISTED} order by created_at desc, id`,
		[ownerId],
	);
}

/** Those of the messages that belong to a muted conversation and are in the inbox. */
export async function mutedAmong(
	database: Database,
	{ ownerId, accountId, ids }: { ownerId: string; accountId: string; ids: readonly string[] },
): Promise<string[]> {
	const rows = await database.query<{ id: string }>(
		`select id from mail_messages_v1 where owner_id = $1 and account_id = $2 and id = any($3::uuid[]) and folder_role = 'inbox'
			and thread_id in (select e.thread_id from muted_conversations m
				join mail_messages_v1 e on e.owner_id = m.owner_id and e.account_id = m.account_id and e.id = m.email_id
				where m.owner_id = $1 and m.account_id = $2)`,
		[ownerId, accountId, ids],
	);
	return rows.map(({ id }) => id);
}

/** Rows of the conversations that have these messages. */
export async function mutedWith(
	database: Database,
	{ ownerId, accountId, ids }: { ownerId: string; accountId: string; ids: readonly string[] },
): Promise<string[]> {
	const rows = await database.query<{ id: string }>(
		`select m.id from muted_conversations m
		join mail_messages_v1 e on e.owner_id = m.owner_id and e.account_id = m.account_id and e.id = m.email_id
		where m.owner_id = $1 and m.account_id = $2 and e.thread_id in (
			select thread_id from mail_messages_v1 where owner_id = $1 and account_id = $2 and id = any($3::uuid[]))`,
		[ownerId, accountId, ids],
	);
	return rows.map(({ id }) => id);
}

export async function deleteMuted(database: Database, ownerId: string, ids: readonly string[]): Promise<number> {
	const rows = await database.query(
		"delete from muted_conversations where owner_id = $1 and id = any($2::uuid[]) returning 1",
		[ownerId, ids],
	);
	return rows.length;
}
