import type { Database, Queryable } from "#kernel/database.ts";
import { notFound } from "#kernel/errors.ts";
import type { Reminder } from "../contract.ts";
import { MAX_LISTED } from "../limits.ts";

/** The SQL of `reminders` and `muted_conversations`, and the messages they are about. */

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

/** It waits. */
export type NewReminder = Omit<ReminderRow, "state" | "returned_at" | "return_reason">;

const COLUMNS =
	"id, account_id, kind, email_ids, message_id, outgoing_id, subject, note, due_at, state, returned_at, return_reason, created_at";

export async function insertReminder(
	database: Database,
	{ ownerId, ...row }: NewReminder & { ownerId: string },
	tx: Queryable,
): Promise<void> {
	await database.query(
		`insert into reminders (owner_id, id, account_id, kind, email_ids, message_id, outgoing_id, subject, note, due_at, state,
			created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'waiting', $11)`,
		[
			...[ownerId, row.id, row.account_id, row.kind, row.email_ids, row.message_id],
			...[row.outgoing_id, row.subject, row.note, row.due_at, row.created_at],
		],
		tx,
	);
}

/** @throws AppError 404, also for another user's reminder */
export async function readReminder(database: Database, { ownerId, id }: ReminderKey): Promise<ReminderRow> {
	const [row] = await database.query<ReminderRow>(`select ${COLUMNS} from reminders where owner_id = $1 and id = $2`, [
		ownerId,
		id,
	]);
	if (row === undefined) throw notFound("The reminder");
	return row;
}

/** Null: it was deleted. Nobody else changes it until the transaction ends. */
export async function lockReminder(
	database: Database,
	{ ownerId, id }: ReminderKey,
	tx: Queryable,
): Promise<ReminderRow | null> {
	const [row] = await database.query<ReminderRow>(
		`select ${COLUMNS} from reminders where owner_id = $1 and id = $2 for update`,
		[ownerId, id],
		tx,
	);
	return row ?? null;
}

/** Those that came back first, newest first; then those that wait, the next one first. At most 500 of a kind in a mailbox. */
export function listRows(database: Database, ownerId: string): Promise<ReminderRow[]> {
	return database.query<ReminderRow>(
		`select ${COLUMNS} from (
			select r.*, row_number() over (
				partition by account_id, kind, state = 'returned' order by returned_at desc nulls last, due_at, id) as position
			from reminders r where owner_id = $1) ranked
		where position <= ${MAX_LISTED} order by returned_at desc nulls last, due_at, id`,
		[ownerId],
	);
}

export async function changeReminder(
	database: Database,
	{ ownerId, id }: ReminderKey,
	change: Partial<Pick<ReminderRow, "state" | "due_at" | "returned_at" | "return_reason" | "email_ids">>,
	tx?: Queryable,
): Promise<void> {
	const given = Object.entries(change);
	await database.query(
		`update reminders set ${given.map(([column], index) => `${column} = $${index + 3}`).join(", ")}
		where owner_id = $1 and id = $2`,
		[ownerId, id, ...given.map(([, value]) => value)],
		tx,
	);
}

export async function deleteReminder(
	database: Database,
	{ ownerId, id }: ReminderKey,
	tx?: Queryable,
): Promise<boolean> {
	const rows = await database.query(
		"delete from reminders where owner_id = $1 and id = $2 returning 1",
		[ownerId, id],
		tx,
	);
	return rows.length > 0;
}

/** Snoozes that have one of these messages. */
export function snoozesOf(
	database: Database,
	ownerId: string,
	emailIds: readonly string[],
	tx?: Queryable,
): Promise<ReminderRow[]> {
	return database.query<ReminderRow>(
		`select ${COLUMNS} from reminders where owner_id = $1 and kind = 'snooze' and email_ids && $2::uuid[] order by id`,
		[ownerId, emailIds],
		tx,
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

export interface MailRow {
	id: string;
	account_id: string;
	thread_id: string;
	folder_role: string;
	message_id: string | null;
	subject: string;
	sender_email: string;
	headers: Record<string, string>;
	received_date: Date;
}

const MAIL = "id, account_id, thread_id, folder_role, message_id, subject, sender_email, headers, received_date";

/** Stored messages by id, newest first. */
export function readMail(
	database: Database,
	ownerId: string,
	ids: readonly string[],
	tx?: Queryable,
): Promise<MailRow[]> {
	return database.query<MailRow>(
		`select ${MAIL} from mail_messages_v1 where owner_id = $1 and id = any($2::uuid[]) order by received_date desc, id`,
		[ownerId, ids],
		tx,
	);
}

interface Conversations {
	ownerId: string;
	accountId: string;
	/** Any messages of them. */
	emailIds: readonly string[];
}

/** The messages of these conversations that arrived after a time, newest first. */
export function mailOfConversations(
	database: Database,
	{ ownerId, accountId, emailIds }: Conversations,
	since: Date,
): Promise<MailRow[]> {
	return database.query<MailRow>(
		`select ${MAIL} from mail_messages_v1 where owner_id = $1 and account_id = $2 and received_date >= $4 and thread_id in (
			select thread_id from mail_messages_v1 where owner_id = $1 and account_id = $2 and id = any($3::uuid[]))
		order by received_date desc, id limit 500`,
		[ownerId, accountId, emailIds, since],
	);
}

/** The stored copy of a sent message; null: it is not stored yet. */
export async function findSent(
	database: Database,
	{ ownerId, accountId }: { ownerId: string; accountId: string },
	messageId: string,
): Promise<MailRow | null> {
	const [row] = await database.query<MailRow>(
		`select ${MAIL} from mail_messages_v1 where owner_id = $1 and account_id = $2 and message_id = $3
		order by (folder_role = 'sent') desc, id limit 1`,
		[ownerId, accountId, messageId],
	);
	return row ?? null;
}
