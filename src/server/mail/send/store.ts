import type {
	OutgoingMessageView,
	OutgoingRecipient,
	OutgoingState,
	OutgoingWait,
} from "#shared/contracts/outgoing.ts";
import type { Database } from "../../db/database.ts";
import { notFound } from "../../errors.ts";
import type { AccountLock } from "../../platform/locks/account-lock.ts";
import type { AccountKey } from "../context/account-scope.ts";
import { cursorAt, cursorOf } from "../store/read/items.ts";
import { accountsSending, waitOf } from "./waiting.ts";

/** The SQL of `outgoing_messages` and `outgoing_recipients`. */

/** Identifies an outgoing message. */
export interface OutgoingKey {
	ownerId: string;
	accountId: string;
	id: string;
}

export interface OutgoingRow {
	id: string;
	account_id: string;
	message_id: string;
	sent_message_id: string | null;
	provider_thread_id: string | null;
	sender: string;
	subject: string;
	state: OutgoingState;
	explanation: string | null;
	attempts: number;
	submitted_at: Date | null;
	reference: string | null;
	needs_copy: boolean;
	created_at: Date;
	sent_at: Date | null;
	waiting_server: string | null;
	waiting_for: OutgoingWait["for"] | null;
	waiting_since: Date | null;
	next_attempt_at: Date | null;
	priority: "interactive" | "bulk";
}

export interface DueRow extends OutgoingRow {
	next_attempt_at: Date;
	recipients: OutgoingRecipient[];
}

const COLUMNS = `id, account_id, message_id, sent_message_id, provider_thread_id, sender, subject, state, explanation,
	attempts, submitted_at, reference, needs_copy, created_at, sent_at, waiting_server, waiting_for, waiting_since,
	next_attempt_at, priority`;

const keyOf = ({ ownerId, accountId, id }: OutgoingKey): [string, string, string] => [ownerId, accountId, id];

interface NewOutgoing extends OutgoingKey {
	idempotencyKey: string;
	messageId: string;
	threadId: string | null;
	sender: string;
	subject: string;
	raw: Uint8Array;
	priority: "interactive" | "bulk";
	recipients: readonly string[];
	now: Date;
}

/** Records the intent to send. @returns false: the owner has used this idempotency key before */
export async function insertOutgoing(database: Database, message: NewOutgoing): Promise<boolean> {
	const rows = await database.query(
		`insert into outgoing_messages (owner_id, account_id, id, idempotency_key, message_id, provider_thread_id, sender,
			subject, raw, priority, state, created_at, next_attempt_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'queued', $11, $11)
		on conflict (owner_id, idempotency_key) do nothing returning id`,
		[
			...keyOf(message),
			...[message.idempotencyKey, message.messageId, message.threadId, message.sender, message.subject],
			...[message.raw, message.priority, message.now],
		],
	);
	if (rows.length === 0) return false;
	await database.exec(
		`insert into outgoing_recipients (owner_id, account_id, outgoing_id, address, state, updated_at)
		select $1, $2, $3, address, 'pending', $5 from unnest($4::text[]) address`,
		[...keyOf(message), message.recipients, message.now],
	);
	return true;
}

/** The message with this idempotency key. */
export async function findByIdempotencyKey(
	database: Database,
	ownerId: string,
	idempotencyKey: string,
): Promise<OutgoingRow | null> {
	const row = await database.one<OutgoingRow>(
		`select ${COLUMNS} from outgoing_messages where owner_id = $1 and idempotency_key = $2`,
		[ownerId, idempotencyKey],
	);
	return row ?? null;
}

export async function readRow(database: Database, key: OutgoingKey): Promise<OutgoingRow | null> {
	const row = await database.one<OutgoingRow>(
		`select ${COLUMNS} from outgoing_messages where owner_id = $1 and account_id = $2 and id = $3`,
		keyOf(key),
	);
	return row ?? null;
}

/** @throws AppError 404, also for another user's message */
export async function readOutgoing(database: Database, ownerId: string, id: string): Promise<OutgoingMessageView> {
	const [message] = await readOutgoingMessages(database, ownerId, [id]);
	if (message === undefined) throw notFound("The message");
	return message;
}

/** Those that the owner has of these, in no particular order. */
export async function readOutgoingMessages(
	database: Database,
	ownerId: string,
	ids: readonly string[],
): Promise<OutgoingMessageView[]> {
	const rows = await database.query<OutgoingRow>(
		`select ${COLUMNS} from outgoing_messages where owner_id = $1 and id = any($2::uuid[])`,
		[ownerId, ids],
	);
	return present(database, ownerId, rows);
}

/** @throws AppError 400 `bad-cursor` */
export async function listOutgoing(
	database: Database,
	ownerId: string,
	{ state, limit, cursor }: { state?: OutgoingState | undefined; limit: number; cursor?: string | undefined },
): Promise<{ items: OutgoingMessageView[]; nextCursor: string | null }> {
	const after = cursorOf(cursor);
	const rows = await database.query<OutgoingRow>(
		`select ${COLUMNS} from outgoing_messages
		where owner_id = $1 and ($2::text is null or state = $2)
			and ($3::timestamptz is null or (created_at, id) < ($3, $4::uuid))
		order by created_at desc, id desc limit $5`,
		[ownerId, state ?? null, after?.date ?? null, after?.id ?? null, limit + 1],
	);
	const page = rows.slice(0, limit);
	const last = page.at(-1);
	const more = rows.length > limit && last !== undefined;
	return {
		items: await present(database, ownerId, page),
		nextCursor: more ? cursorAt({ date: last.created_at.toISOString(), id: last.id }) : null,
	};
}

async function present(
	database: Database,
	ownerId: string,
	rows: readonly OutgoingRow[],
): Promise<OutgoingMessageView[]> {
	const recipients = await database.query<OutgoingRecipient & { outgoing_id: string }>(
		`select outgoing_id, address, state, status, reply from outgoing_recipients
		where owner_id = $1 and account_id = any($2::uuid[]) and outgoing_id = any($3::uuid[]) order by address`,
		[ownerId, [...new Set(rows.map((row) => row.account_id))], rows.map(({ id }) => id)],
	);
	const sending = await accountsSending(database, ownerId, rows);
	return rows.map((row) => ({
		id: row.id,
		account: row.account_id,
		messageId: row.sent_message_id ?? row.message_id,
		sender: row.sender,
		subject: row.subject,
		state: row.state,
		explanation: row.explanation,
		waiting: waitOf(row, sending),
		nextTryAt: row.state === "queued" ? (row.next_attempt_at?.toISOString() ?? null) : null,
		recipients: recipients
			.filter(({ outgoing_id }) => outgoing_id === row.id)
			.map(({ address, state, status, reply }) => ({ address, state, status, reply })),
		createdAt: row.created_at.toISOString(),
		sentAt: row.sent_at?.toISOString() ?? null,
	}));
}

/** The next message of an account with something to do, interactive ones first. @param only restricts it to one message */
export async function nextDue(
	database: Database,
	{ ownerId, accountId }: Pick<OutgoingKey, "ownerId" | "accountId">,
	now: Date,
	only: string | null = null,
): Promise<DueRow | null> {
	const row = await database.one<DueRow>(
		`select ${COLUMNS}, (
			select coalesce(jsonb_agg(jsonb_build_object('address', r.address, 'state', r.state, 'status', r.status, 'reply', r.reply)
				order by r.address), '[]')
			from outgoing_recipients r
			where r.owner_id = $1 and r.account_id = $2 and r.outgoing_id = outgoing_messages.id) as recipients
		from outgoing_messages
		where owner_id = $1 and account_id = $2 and next_attempt_at <= $3 and ($4::uuid is null or id = $4)
		order by priority = 'bulk', next_attempt_at, id limit 1`,
		[ownerId, accountId, now, only],
	);
	return row ?? null;
}

/** Accounts of all owners with something to do, those that wait longest first. */
export async function accountsWithDue(database: Database, now: Date, limit: number): Promise<AccountKey[]> {
	return database.query(
		`select owner_id as "ownerId", account_id as "accountId" from outgoing_messages where next_attempt_at <= $1
		group by owner_id, account_id order by min(next_attempt_at), owner_id, account_id limit $2`,
		[now, limit],
	);
}

/**
 * Claims a queued message for an attempt.
 * @param server it waits for the first answer of this server; null: for none
 * @returns its bytes; null: it is no longer queued
 * @throws LockLost
 */
export async function claimOutgoing(
	database: Database,
	key: OutgoingKey,
	lock: AccountLock,
	{ server, now }: { server: string | null; now: Date },
): Promise<Buffer | null> {
	const { cte, values } = lock.guardCte(6);
	const row = await database.one<{ raw: Buffer | null }>(
		`with ${cte}
		update outgoing_messages set state = 'sending', attempts = attempts + 1, submitted_at = null, explanation = null,
			waiting_server = $4, waiting_for = case when $4::text is not null then 'answer' end,
			waiting_since = case when $4 is null then null when waiting_server = $4 then waiting_since else $5::timestamptz end
		where owner_id = $1 and account_id = $2 and id = $3 and state = 'queued' and exists (select from held) returning raw`,
		[...keyOf(key), server, now, ...values],
	);
	if (row === undefined) await database.transaction(() => lock.verify());
	return row?.raw ?? null;
}

/** @returns false: this attempt is no longer the current one and must not send */
export async function recordSubmission(
	database: Database,
	key: OutgoingKey,
	{ attempt, reference, now }: { attempt: number; reference: string | null; now: Date },
): Promise<boolean> {
	const rows = await database.query(
		`update outgoing_messages set submitted_at = $5, reference = $6,
			waiting_for = case when waiting_for is not null then 'confirmation' end, waiting_since = $5
		where owner_id = $1 and account_id = $2 and id = $3 and state = 'sending' and attempts = $4 and submitted_at is null
		returning id`,
		[...keyOf(key), attempt, now, reference],
	);
	return rows.length > 0;
}

interface StateChange {
	state: OutgoingState;
	explanation: string | null;
	/** Null: nothing is left to do. */
	nextAttemptAt: Date | null;
	/** The server could not be reached: the message still waits for it. */
	isUnreachable?: boolean;
}

/** Changes a message that has not reached a final state. */
export async function changeState(
	database: Database,
	key: OutgoingKey,
	{ state, explanation, nextAttemptAt, isUnreachable = false }: StateChange,
): Promise<void> {
	await database.exec(
		`update outgoing_messages set state = $4, explanation = $5, next_attempt_at = $6,
			raw = case when $4 = 'failed' then null else raw end,
			waiting_for = case when $7 and waiting_server is not null then 'retry' end,
			waiting_server = case when $7 then waiting_server end, waiting_since = case when $7 then waiting_since end
		where owner_id = $1 and account_id = $2 and id = $3 and state in ('queued', 'sending', 'uncertain')`,
		[...keyOf(key), state, explanation, nextAttemptAt, isUnreachable],
	);
}

/** `changeState`, unless another process has taken over the account's sending. @throws LockLost */
export async function changeLocked(
	database: Database,
	key: OutgoingKey,
	lock: AccountLock,
	change: StateChange,
): Promise<void> {
	await database.transaction(async () => {
		await lock.verify();
		await changeState(database, key, change);
	});
}

export async function readRecipients(database: Database, key: OutgoingKey): Promise<OutgoingRecipient[]> {
	return database.query<OutgoingRecipient>(
		`select address, state, status, reply from outgoing_recipients
		where owner_id = $1 and account_id = $2 and outgoing_id = $3 order by address`,
		keyOf(key),
	);
}

/** Records results of recipients, by address. @returns all recipients of the message */
export async function recordRecipients(
	database: Database,
	key: OutgoingKey,
	{ results, now }: { results: readonly OutgoingRecipient[]; now: Date },
): Promise<OutgoingRecipient[]> {
	return database.query<OutgoingRecipient>(
		`with changed as (
			update outgoing_recipients r set state = n.state, status = n.status, reply = n.reply, updated_at = $5
			from jsonb_to_recordset($4) as n (address text, state text, status text, reply text)
			where r.owner_id = $1 and r.account_id = $2 and r.outgoing_id = $3 and r.address = lower(n.address)
			returning r.address, r.state, r.status, r.reply
		)
		select address, state, status, reply from changed
		union all
		select address, state, status, reply from outgoing_recipients
		where owner_id = $1 and account_id = $2 and outgoing_id = $3 and address not in (select address from changed)
		order by address`,
		[...keyOf(key), JSON.stringify(results), now],
	);
}

interface SentRecord {
	/** `queued`: to be retried for some recipients. */
	state: "sent" | "partially_sent" | "queued";
	explanation: string | null;
	messageId: string | null;
	providerId: string | null;
	threadId: string | null;
	needsCopy: boolean;
	/** For the copy, or for deferred recipients; null: nothing is left to do. */
	nextAttemptAt: Date | null;
	now: Date;
}

/** Records that a message was sent. Its bytes remain as long as they are needed. @returns false: it was final already */
export async function recordSent(database: Database, key: OutgoingKey, sent: SentRecord): Promise<boolean> {
	const rows = await database.query(
		`update outgoing_messages set state = $4, explanation = $5, sent_message_id = coalesce($6, sent_message_id),
			provider_id = coalesce($7, provider_id), provider_thread_id = coalesce($8, provider_thread_id),
			needs_copy = $9, next_attempt_at = $10, sent_at = coalesce(sent_at, $11),
			waiting_server = null, waiting_for = null, waiting_since = null,
			raw = case when $10::timestamptz is null then null else raw end
		where owner_id = $1 and account_id = $2 and id = $3 and state in ('queued', 'sending', 'uncertain')
		returning id`,
		[
			...keyOf(key),
			...[sent.state, sent.explanation, sent.messageId, sent.providerId, sent.threadId],
			...[sent.needsCopy, sent.nextAttemptAt, sent.now],
		],
	);
	return rows.length > 0;
}

export async function readRaw(database: Database, key: OutgoingKey): Promise<Buffer | null> {
	const row = await database.one<{ raw: Buffer | null }>(
		"select raw from outgoing_messages where owner_id = $1 and account_id = $2 and id = $3",
		keyOf(key),
	);
	return row?.raw ?? null;
}

/** The copy is in Sent, or is given up. */
export async function recordCopy(database: Database, key: OutgoingKey, providerId: string | null): Promise<void> {
	await database.exec(
		`update outgoing_messages set needs_copy = false, provider_id = coalesce($4, provider_id),
			next_attempt_at = case when state = 'queued' then next_attempt_at end,
			raw = case when state = 'queued' then raw end
		where owner_id = $1 and account_id = $2 and id = $3 and needs_copy`,
		[...keyOf(key), providerId],
	);
}

export async function postponeCopy(database: Database, key: OutgoingKey, at: Date): Promise<void> {
	await database.exec(
		"update outgoing_messages set next_attempt_at = $4 where owner_id = $1 and account_id = $2 and id = $3 and needs_copy",
		[...keyOf(key), at],
	);
}
