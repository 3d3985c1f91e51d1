import { z } from "zod";
import { cutPage, type Database, readCursor, toSqlJson } from "#kernel/database.ts";
import { notFound } from "#kernel/errors.ts";
import type { Reminder, ReminderPart } from "../contract.ts";

/** The SQL of `reminders`. */

export interface ReminderKey {
	ownerId: string;
	id: string;
}

export interface ReminderRow {
	id: string;
	account_id: string;
	kind: Reminder["kind"];
	email_ids: string[];
	message_id: string | null;
	outgoing_id: string | null;
	subject: string;
	note: string | null;
	due_at: Date;
	state: "waiting" | "returning" | "returned";
	returned_at: Date | null;
	return_reason: Reminder["returnReason"];
	created_at: Date;
}

/** What is decided about a reminder before it exists. */
export type NewReminder = Omit<ReminderRow, "id" | "created_at" | "state" | "returned_at" | "return_reason">;

const COLUMNS =
	"id, account_id, kind, email_ids, message_id, outgoing_id, subject, note, due_at, state, returned_at, return_reason, created_at";

export async function insertReminders(
	database: Database,
	ownerId: string,
	rows: readonly ReminderRow[],
): Promise<void> {
	await database.exec(
		`insert into reminders (owner_id, ${COLUMNS}) select $1, ${COLUMNS} from jsonb_to_recordset($2::jsonb) as r (
			id uuid, account_id uuid, kind text, email_ids uuid[], message_id text, outgoing_id uuid, subject text, note text,
			due_at timestamptz, state text, returned_at timestamptz, return_reason text, created_at timestamptz)`,
		[ownerId, toSqlJson(rows)],
	);
}

/** @throws AppError 404, also for another user's reminder */
export async function readReminder(database: Database, { ownerId, id }: ReminderKey): Promise<ReminderRow> {
	const [row] = await readReminders(database, ownerId, [id]);
	if (row === undefined) throw notFound("The reminder");
	return row;
}

/** By id, in any order. */
export function readReminders(database: Database, ownerId: string, ids: readonly string[]): Promise<ReminderRow[]> {
	return database.query<ReminderRow>(`select ${COLUMNS} from reminders where owner_id = $1 and id = any($2::uuid[])`, [
		ownerId,
		ids,
	]);
}

/** Null: it was deleted. No one else changes it until the transaction ends. */
export async function lockReminder(database: Database, { ownerId, id }: ReminderKey): Promise<ReminderRow | null> {
	const row = await database.one<ReminderRow>(
		`select ${COLUMNS} from reminders where owner_id = $1 and id = $2 for update`,
		[ownerId, id],
	);
	return row ?? null;
}

const PARTS: Record<ReminderPart, string> = {
	returned: "returned_at is not null",
	snoozed: "returned_at is null and kind = 'snooze'",
	no_reply: "returned_at is null and kind = 'no_reply'",
};

/** Milliseconds, in one direction for the whole list. */
const POSITION =
	"(extract(epoch from coalesce(returned_at, due_at)) * case when returned_at is null then 1000 else -1000 end)::bigint";

const listKey = z.tuple([z.boolean(), z.number().int(), z.uuid()]);

export interface ReminderQuery {
	part?: ReminderPart | undefined;
	limit: number;
	cursor?: string | undefined;
}

/**
 * Those that came back first, newest first; then those that wait, the next one first.
 * @throws AppError 400 `bad-cursor`
 */
export async function listRows(
	database: Database,
	ownerId: string,
	{ part, limit, cursor }: ReminderQuery,
): Promise<{ rows: ReminderRow[]; total: number; nextCursor: string | null }> {
	const [waits = null, position = null, id = null] = readCursor(cursor, listKey) ?? [];
	const rows = await database.query<ReminderRow & { position: number; total: number }>(
		`select * from (
			select ${COLUMNS}, ${POSITION} as position, count(*) over ()::int as total from reminders
			where owner_id = $1 ${part === undefined ? "" : `and ${PARTS[part]}`}
		) listed where $2::boolean is null or (returned_at is null, position, id) > ($2, $3::bigint, $4::uuid)
		order by returned_at is null, position, id limit $5`,
		[ownerId, waits, position, id, limit + 1],
	);
	const keyOf = (row: (typeof rows)[number]) => [row.returned_at === null, Number(row.position), row.id];
	const { page, nextCursor } = cutPage(rows, limit, keyOf);
	return { rows: page, total: rows[0]?.total ?? 0, nextCursor };
}

export async function changeReminder(
	database: Database,
	{ ownerId, id }: ReminderKey,
	change: Partial<Pick<ReminderRow, "state" | "due_at" | "returned_at" | "return_reason" | "email_ids">>,
): Promise<void> {
	const given = Object.entries(change);
	await database.exec(
		`update reminders set ${given.map(([column], index) => `${column} = $${index + 3}`).join(", ")}
		where owner_id = $1 and id = $2`,
		[ownerId, id, ...given.map(([, value]) => value)],
	);
}

/** @returns the ids of those that were there */
export async function deleteReminders(database: Database, ownerId: string, ids: readonly string[]): Promise<string[]> {
	const rows = await database.query<{ id: string }>(
		"delete from reminders where owner_id = $1 and id = any($2::uuid[]) returning id",
		[ownerId, ids],
	);
	return rows.map(({ id }) => id);
}

/** Of sent messages that still wait for a reply. @returns ids */
export async function waitingForReply(
	database: Database,
	ownerId: string,
	sent: readonly { accountId: string; messageId: string }[],
): Promise<string[]> {
	const rows = await database.query<{ id: string }>(
		`select r.id from reminders r join unnest($2::uuid[], $3::text[]) as s (account_id, message_id)
			on r.account_id = s.account_id and r.message_id = s.message_id
		where r.owner_id = $1 and r.kind = 'no_reply' and r.state = 'waiting'`,
		[ownerId, sent.map(({ accountId }) => accountId), sent.map(({ messageId }) => messageId)],
	);
	return rows.map(({ id }) => id);
}

/** The reminder of a message that was sent through this server. @returns its id; null: there is none */
export async function findOfOutgoing(
	database: Database,
	{ ownerId, accountId, outgoingId }: { ownerId: string; accountId: string; outgoingId: string },
): Promise<string | null> {
	const row = await database.one<{ id: string }>(
		"select id from reminders where owner_id = $1 and account_id = $2 and outgoing_id = $3",
		[ownerId, accountId, outgoingId],
	);
	return row?.id ?? null;
}

/** Snoozes that have one of these messages. */
export function snoozesOf(database: Database, ownerId: string, emailIds: readonly string[]): Promise<ReminderRow[]> {
	return database.query<ReminderRow>(
		`select ${COLUMNS} from reminders where owner_id = $1 and kind = 'snooze' and email_ids && $2::uuid[] order by id`,
		[ownerId, emailIds],
	);
}

/** Of an account. */
export function remindersOf(
	database: Database,
	{ ownerId, accountId }: { ownerId: string; accountId: string },
): Promise<ReminderRow[]> {
	return database.query<ReminderRow>(
		`select ${COLUMNS} from reminders where owner_id = $1 and account_id = $2 and state = 'waiting' order by due_at, id`,
		[ownerId, accountId],
	);
}
