import { type Database, toSqlJson } from "#kernel/database.ts";
import { notFound } from "#kernel/errors.ts";
import type { DraftAddress, DraftKind, DraftSection, Quote } from "../contract.ts";
import { cursorBehind, type FirstMailbox, isOther, startOf } from "./first-mailbox.ts";

/** The SQL of `drafts`. */

export interface DraftKey {
	ownerId: string;
	id: string;
}

export interface DraftRecipients {
	to: DraftAddress[];
	cc: DraftAddress[];
	bcc: DraftAddress[];
}

export type StoredState = "editing" | "scheduled" | "sent" | "discarded";

export interface DraftRow {
	id: string;
	sender_id: string | null;
	kind: DraftKind;
	email_id: string | null;
	in_reply_to: string | null;
	message_references: string[];
	recipients: DraftRecipients;
	subject: string;
	html: string | null;
	body_text: string;
	quote: Quote | null;
	remind_after_days: number | null;
	state: StoredState;
	send_at: Date | null;
	outgoing_id: string | null;
	attempt: number;
	problem: string | null;
	version: number;
	saver_id: string | null;
	saver_sequence: number | null;
	updated_at: Date;
	finished_at: Date | null;
	copy_mailbox_id: string | null;
	copy_id: string | null;
	copy_state: string | null;
	copy_problem: string | null;
	opened_email_id: string | null;
}

/** What of a draft may be written; null and absent differ. */
export type DraftChange = Partial<
	Pick<
		DraftRow,
		| "sender_id"
		| "recipients"
		| "subject"
		| "html"
		| "body_text"
		| "quote"
		| "remind_after_days"
		| "state"
		| "send_at"
		| "outgoing_id"
		| "attempt"
		| "problem"
		| "finished_at"
		| "saver_id"
		| "saver_sequence"
	>
>;

const COLUMNS = `id, sender_id, kind, email_id, in_reply_to, message_references, recipients, subject, html, body_text, quote,
	remind_after_days, state,
	send_at, outgoing_id, attempt, problem, version, saver_id, saver_sequence, updated_at, finished_at, copy_mailbox_id, copy_id, copy_state,
	copy_problem, opened_email_id`;

type NewDraft = DraftKey &
	Pick<
		DraftRow,
		| "sender_id"
		| "kind"
		| "email_id"
		| "in_reply_to"
		| "message_references"
		| "recipients"
		| "subject"
		| "html"
		| "body_text"
		| "quote"
		| "remind_after_days"
		| "problem"
	>;

export async function insertDraft(database: Database, draft: NewDraft, now: Date): Promise<void> {
	await database.exec(
		`insert into drafts (owner_id, id, sender_id, kind, email_id, in_reply_to, message_references, recipients, subject, html,
			body_text, quote, problem, remind_after_days, state, created_at, updated_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'editing', $15, $15)`,
		[
			...[draft.ownerId, draft.id, draft.sender_id, draft.kind, draft.email_id, draft.in_reply_to],
			...[draft.message_references, toSqlJson(draft.recipients), draft.subject, draft.html, draft.body_text],
			...[draft.quote && toSqlJson(draft.quote), draft.problem, draft.remind_after_days, now],
		],
	);
}

/** @throws AppError 404, also for another user's draft */
export async function readDraft(database: Database, { ownerId, id }: DraftKey): Promise<DraftRow> {
	const row = await database.one<DraftRow>(`select ${COLUMNS} from drafts where owner_id = $1 and id = $2`, [
		ownerId,
		id,
	]);
	if (row === undefined) throw notFound("The draft");
	return row;
}

/** Null: it does not exist, or no longer does. */
export async function findDraft(database: Database, { ownerId, id }: DraftKey): Promise<DraftRow | null> {
	const row = await database.one<DraftRow>(`select ${COLUMNS} from drafts where owner_id = $1 and id = $2`, [
		ownerId,
		id,
	]);
	return row ?? null;
}

/** `readDraft`; no one else changes it until the transaction ends. */
export async function lockDraft(database: Database, { ownerId, id }: DraftKey): Promise<DraftRow> {
	const row = await database.one<DraftRow>(`select ${COLUMNS} from drafts where owner_id = $1 and id = $2 for update`, [
		ownerId,
		id,
	]);
	if (row === undefined) throw notFound("The draft");
	return row;
}

/** Conditions over `d`, a draft, `o`, the message that it became, and `a`, the mailbox that sends it. */
const SECTIONS: Record<DraftSection | "sending", string> = {
	attention: `(d.state = 'editing' and d.problem is not null or d.state = 'scheduled' and a.id is null
		or d.state = 'sent' and (o.id is null or o.state in ('failed', 'partially_sent', 'uncertain')))`,
	waiting: "(d.state = 'scheduled' and a.id is not null or d.state = 'sent' and o.state in ('queued', 'sending'))",
	drafts: "(d.state = 'editing' and d.problem is null)",
	sending: "(d.state = 'sent' and o.state in ('queued', 'sending'))",
};

/** From where drafts that are not discarded or finished are read: $1 owner. */
const LISTED = `from drafts d left join mail_outgoing_v1 o
		on o.owner_id = d.owner_id and o.account_id = d.sender_id and o.id = d.outgoing_id
	left join mail_accounts_v1 a on a.owner_id = d.owner_id and a.id = d.sender_id
	where d.owner_id = $1 and d.state <> 'discarded' and d.finished_at is null`;

export interface DraftListOptions {
	/** Absent: all. */
	section?: DraftSection | undefined;
	/** A mailbox whose messages come first. */
	first?: FirstMailbox;
	limit: number;
	cursor?: string | undefined;
}

/**
 * A page of the drafts that are not discarded or finished: those of the first mailbox, then the others, each newest first.
 * @throws AppError 400 `bad-cursor`
 */
export async function listRows(
	database: Database,
	ownerId: string,
	{ section, first, limit, cursor }: DraftListOptions,
): Promise<{ rows: DraftRow[]; total: number; nextCursor: string | null }> {
	const start = startOf(cursor);
	const other = isOther("d.sender_id", "$4");
	const listed = section === undefined ? LISTED : `${LISTED} and ${SECTIONS[section]}`;
	const all = await database.one<{ count: number }>(`select count(*)::int as count ${listed}`, [ownerId]);
	const rows = await database.query<DraftRow>(
		`select ${COLUMNS.replaceAll(/\w+/g, "d.$&")} ${listed}
			and ($2::timestamptz is null or ${other} > $6
				or ${other} = $6 and (d.updated_at, d.id) < ($2::timestamptz, $3::uuid))
		order by ${other}, d.updated_at desc, d.id desc limit $5`,
		[ownerId, start.date, start.id, first ?? null, limit + 1, start.isOther],
	);
	const shown = rows.slice(0, limit);
	const last = rows.length > limit ? shown.at(-1) : undefined;
	const nextCursor = cursorBehind(last && { mailboxId: last.sender_id, date: last.updated_at, id: last.id }, first);
	return { rows: shown, total: all?.count ?? 0, nextCursor };
}

export async function countSection(
	database: Database,
	ownerId: string,
	section: keyof typeof SECTIONS,
): Promise<number> {
	const row = await database.one<{ count: number }>(
		`select count(*)::int as count ${LISTED} and ${SECTIONS[section]}`,
		[ownerId],
	);
	return row?.count ?? 0;
}

/** Messages that were handed over before this time and have not left, newest first. */
export async function listDelayed(
	database: Database,
	ownerId: string,
	{ before, limit }: { before: Date; limit: number },
): Promise<DraftRow[]> {
	return database.query<DraftRow>(
		`select ${COLUMNS.replaceAll(/\w+/g, "d.$&")} ${LISTED} and ${SECTIONS.sending} and d.updated_at <= $2
		order by d.updated_at desc, d.id desc limit $3`,
		[ownerId, before, limit],
	);
}

export async function countDrafts(database: Database, ownerId: string): Promise<number> {
	const row = await database.one<{ count: number }>(
		"select count(*)::int as count from drafts where owner_id = $1 and state <> 'discarded' and finished_at is null",
		[ownerId],
	);
	return row?.count ?? 0;
}

/** Values that are stored as JSON. */
const JSON_COLUMNS = new Set(["recipients", "quote"]);

/** Writes some columns and increments the version. @returns the new version */
export async function changeDraft(
	database: Database,
	{ ownerId, id }: DraftKey,
	change: DraftChange,
	now: Date,
): Promise<number> {
	const given = Object.entries(change).filter(([, value]) => value !== undefined);
	const assignments = given.map(([column], index) => `${column} = $${index + 4}`);
	const values = given.map(([column, value]) =>
		JSON_COLUMNS.has(column) && value !== null ? toSqlJson(value) : value,
	);
	const row = await database.one<{ version: number }>(
		`update drafts set ${[...assignments, "version = version + 1", "updated_at = $3"].join(", ")}
		where owner_id = $1 and id = $2 returning version`,
		[ownerId, id, now, ...values],
	);
	if (row === undefined) throw notFound("The draft");
	return row.version;
}

export type DraftCopy = Pick<DraftRow, "copy_mailbox_id" | "copy_id" | "copy_state" | "copy_problem">;

/** Records what became of the copy in Drafts. It is no change of the draft: its version stays. */
export async function recordCopy(database: Database, { ownerId, id }: DraftKey, copy: DraftCopy): Promise<void> {
	await database.exec(
		`update drafts set copy_mailbox_id = $3, copy_id = $4, copy_state = $5, copy_problem = $6
		where owner_id = $1 and id = $2`,
		[ownerId, id, copy.copy_mailbox_id, copy.copy_id, copy.copy_state, copy.copy_problem],
	);
}

/** Makes a new draft the continuation of a message in Drafts, which is its first copy. */
export async function recordOpened(
	database: Database,
	{ ownerId, id }: DraftKey,
	opened: { emailId: string; mailboxId: string; providerId: string; state: string },
): Promise<void> {
	await database.exec(
		`update drafts set opened_email_id = $3, copy_mailbox_id = $4, copy_id = $5, copy_state = $6
		where owner_id = $1 and id = $2`,
		[ownerId, id, opened.emailId, opened.mailboxId, opened.providerId, opened.state],
	);
}

/** The draft that continues a message in Drafts, or that a copy with this id at the provider belongs to. */
export async function findByCopy(
	database: Database,
	ownerId: string,
	{ emailId, mailboxId, providerId }: { emailId: string; mailboxId: string; providerId: string },
): Promise<string | null> {
	const row = await database.one<{ id: string }>(
		`select id from drafts where owner_id = $1 and (opened_email_id = $2 or (copy_mailbox_id = $3 and copy_id = $4))
		order by updated_at desc limit 1`,
		[ownerId, emailId, mailboxId, providerId],
	);
	return row?.id ?? null;
}

/** The draft that became this outgoing message. */
export async function findByOutgoing(
	database: Database,
	ownerId: string,
	outgoingIds: readonly string[],
): Promise<Map<string, string>> {
	const rows = await database.query<{ id: string; outgoingId: string }>(
		`select id, outgoing_id as "outgoingId" from drafts where owner_id = $1 and outgoing_id = any($2::uuid[])`,
		[ownerId, outgoingIds],
	);
	return new Map(rows.map(({ id, outgoingId }) => [outgoingId, id]));
}

/** Drafts of all owners that were discarded, or sent, before this time. */
export async function listEnded(database: Database, before: Date, limit: number): Promise<DraftKey[]> {
	return database.query<DraftKey>(
		`select owner_id as "ownerId", id from drafts where (state = 'discarded' or finished_at is not null) and updated_at < $1
		order by updated_at limit $2`,
		[before, limit],
	);
}

export async function deleteDraft(database: Database, { ownerId, id }: DraftKey): Promise<void> {
	await database.exec("delete from drafts where owner_id = $1 and id = $2", [ownerId, id]);
}
