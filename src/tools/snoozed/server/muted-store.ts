import { cutPage, type Database, readCursor, timeKey, toSqlJson } from "#kernel/database.ts";

/** The SQL of `muted_conversations`. */

export interface MutedRow {
	id: string;
	account_id: string;
	email_id: string;
	created_at: Date;
}

/** @returns the ids of the rows, of which some may have been there before */
export async function insertMuted(database: Database, ownerId: string, rows: readonly MutedRow[]): Promise<string[]> {
	const stored = await database.query<{ id: string }>(
		`insert into muted_conversations (owner_id, id, account_id, email_id, created_at)
		select $1, id, account_id, email_id, created_at from jsonb_to_recordset($2::jsonb)
			as m (id uuid, account_id uuid, email_id uuid, created_at timestamptz)
		on conflict (owner_id, account_id, email_id) do update set created_at = excluded.created_at returning id`,
		[ownerId, toSqlJson(rows)],
	);
	return stored.map(({ id }) => id);
}

/** Newest first. @throws AppError 400 `bad-cursor` */
export async function listMuted(
	database: Database,
	ownerId: string,
	{ limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ rows: MutedRow[]; total: number; nextCursor: string | null }> {
	const [date = null, id = null] = readCursor(cursor, timeKey) ?? [];
	const rows = await database.query<MutedRow & { total: number }>(
		`select * from (
			select id, account_id, email_id, created_at, count(*) over ()::int as total from muted_conversations where owner_id = $1
		) muted where $2::timestamptz is null or (created_at, id) < ($2, $3::uuid)
		order by created_at desc, id desc limit $4`,
		[ownerId, date, id, limit + 1],
	);
	const { page, nextCursor } = cutPage(rows, limit, (row) => [row.created_at, row.id]);
	return { rows: page, total: rows[0]?.total ?? 0, nextCursor };
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
export async function mutedWith(database: Database, ownerId: string, emailIds: readonly string[]): Promise<string[]> {
	const rows = await database.query<{ id: string }>(
		`select m.id from muted_conversations m
		join mail_messages_v1 e on e.owner_id = m.owner_id and e.account_id = m.account_id and e.id = m.email_id
		where m.owner_id = $1 and (m.account_id, e.thread_id) in (
			select account_id, thread_id from mail_messages_v1 where owner_id = $1 and id = any($2::uuid[])
				and account_id = any(array(select id from mail_accounts_v1 where owner_id = $1)))`,
		[ownerId, emailIds],
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
