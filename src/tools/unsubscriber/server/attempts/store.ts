import type { Database } from "#kernel/database.ts";
import { mailUnsubscribed, publish } from "#kernel/events.ts";
import { newId } from "#shared/ids.ts";
import type { Attempt, Method } from "../../contract.ts";
import { columnsOf, type ListRef, subscriptionIdOf } from "../subscription-id.ts";
import type { Outcome } from "./outcome.ts";

/** Store of the attempt log: `unsubscribe_attempts`. */

/** Mail that arrives later than this after a request shows that the list keeps sending. */
export const GRACE_HOURS = 48;

export interface AttemptRow {
	account_id: string;
	id: string;
	/** Increases with every attempt. */
	position: number;
	list_key: string;
	list_name: string;
	sender_email: string;
	email_id: string | null;
	batch_id: string | null;
	/** The plan that moves the list's mail to the trash after unsubscribing; null: none. */
	cleanup_operation_id: string | null;
	method: Method | null;
	address: string | null;
	state: "waiting" | "sending" | Outcome["state"];
	reason: string | null;
	explanation: string | null;
	response_status: number | null;
	response_text: string | null;
	created_at: Date;
	requested_at: Date | null;
	responded_at: Date | null;
	/** Null: no mail came, or the attempt was not expected to stop it. */
	still_sending_since: Date | null;
}

export const ATTEMPT_COLUMNS = `a.account_id, a.id, a.position, a.list_key, a.list_name, a.sender_email, a.email_id, a.batch_id, a.cleanup_operation_id, a.method, a.address, a.state, a.reason,
	a.explanation, a.response_status, a.response_text, a.created_at, a.requested_at, a.responded_at`;

/** Queried as well as recorded when mail arrives, so that messages that arrive while no worker handles new mail are not missed. */
const STILL = `coalesce(a.still_sending_since, case when a.state in ('requested', 'confirmed') then (
	select min(e.received_date) from mail_messages_v1 e
	where e.owner_id = a.owner_id and e.account_id = a.account_id and e.list_key = a.list_key and e.list_key <> ''
		and e.received_date > a.requested_at + interval '${GRACE_HOURS} hours' and e.folder_role not in ('sent', 'drafts')
) end)`;

function stateOf({ state, still_sending_since }: AttemptRow): Attempt["state"] {
	if (state === "waiting" || state === "sending") return "busy";
	return still_sending_since === null ? state : "still_sending";
}

export function presentAttempt(row: AttemptRow): Attempt {
	return {
		id: row.id,
		accountId: row.account_id,
		subscription: subscriptionIdOf({ accountId: row.account_id, listKey: row.list_key }),
		name: row.list_name,
		senderEmail: row.sender_email,
		method: row.method ?? "none",
		address: row.address,
		state: stateOf(row),
		reason: row.reason,
		explanation: row.explanation,
		response: row.response_text === null ? null : { status: row.response_status, text: row.response_text },
		emailId: row.email_id,
		at: (row.requested_at ?? row.created_at).toISOString(),
		respondedAt: row.responded_at?.toISOString() ?? null,
		stillSendingSince: row.still_sending_since?.toISOString() ?? null,
	};
}

/** The latest attempt of each list, by subscription id. */
export async function latestAttempts(
	database: Database,
	ownerId: string,
	accountIds: readonly string[],
): Promise<Map<string, Attempt>> {
	const rows = await database.query<AttemptRow>(
		`select ${ATTEMPT_COLUMNS}, ${STILL} as still_sending_since from (
			select distinct on (account_id, list_key) * from unsubscribe_attempts
			where owner_id = $1 and account_id = any($2::uuid[]) order by account_id, list_key, position desc
		) a`,
		[ownerId, accountIds],
	);
	return new Map(rows.map(presentAttempt).map((attempt) => [attempt.subscription, attempt]));
}

export interface AttemptFilter {
	accountIds: readonly string[];
	listKey: string | null;
	state: Attempt["state"] | null;
	/** Only attempts at a lower position. */
	before: number | null;
	limit: number;
}

/** Newest first. */
export async function listAttemptRows(
	database: Database,
	ownerId: string,
	filter: AttemptFilter,
): Promise<AttemptRow[]> {
	return database.query<AttemptRow>(
		`select * from (
			select ${ATTEMPT_COLUMNS}, ${STILL} as still_sending_since from unsubscribe_attempts a
			where a.owner_id = $1 and a.account_id = any($2::uuid[]) and ($3::text is null or a.list_key = $3)
				and ($4::bigint is null or a.position < $4)
		) a
		where $5::text is null or $5 = case when a.state in ('waiting', 'sending') then 'busy'
			when a.still_sending_since is not null then 'still_sending' else a.state end
		order by a.position desc limit $6`,
		[ownerId, filter.accountIds, filter.listKey, filter.before, filter.state, filter.limit],
	);
}

export interface NewAttempt extends ListRef {
	name: string;
	senderEmail: string;
}

export interface NewAttempts {
	ownerId: string;
	batchId: string;
	/** As in `AttemptRow.cleanup_operation_id`. */
	cleanupOperationId: string | null;
	/** Epoch milliseconds. */
	now: number;
}

/**
 * Queues attempts of a batch, in this order. Lists that are already queued are skipped.
 * @returns those that were queued
 */
export async function queueAttempts(
	database: Database,
	{ ownerId, batchId, cleanupOperationId, now }: NewAttempts,
	attempts: readonly NewAttempt[],
): Promise<NewAttempt[]> {
	const ids = attempts.map(() => newId(now));
	const rows = await database.query<{ id: string }>(
		`insert into unsubscribe_attempts (owner_id, account_id, id, list_key, list_name, sender_email, batch_id, state, created_at, cleanup_operation_id)
		select $1, n.account_id, n.id, n.list_key, n.name, n.sender, $2, 'waiting', $4, $5
		from json_to_recordset($3) as n (account_id uuid, id uuid, list_key text, name text, sender text)
		on conflict (owner_id, account_id, list_key) where state in ('waiting', 'sending') do nothing
		returning id`,
		[
			ownerId,
			batchId,
			JSON.stringify(
				attempts.map(({ accountId, listKey, name, senderEmail }, index) => ({
					account_id: accountId,
					id: ids[index],
					list_key: listKey,
					name,
					sender: senderEmail,
				})),
			),
			new Date(now),
			cleanupOperationId,
		],
	);
	const queued = new Set(rows.map((row) => row.id));
	return attempts.filter((_, index) => queued.has(ids[index] ?? ""));
}

/** The request about to be sent; see `sending` in the table. */
export interface AttemptRequest {
	method: Method;
	address: string | null;
	emailId: string | null;
}

/**
 * Recorded before a request is sent, so that it is sent only once.
 * @returns false: another worker claimed this attempt, or it was canceled
 */
export async function beginAttempt(
	database: Database,
	key: AttemptKey,
	{ method, address, emailId }: AttemptRequest,
	now: number,
): Promise<boolean> {
	const rows = await database.query(
		`update unsubscribe_attempts set state = 'sending', method = $4, address = $5, email_id = $6, requested_at = $7
		where owner_id = $1 and account_id = $2 and id = $3 and state = 'waiting' returning id`,
		[key.ownerId, key.accountId, key.id, method, address, emailId, new Date(now)],
	);
	return rows.length > 0;
}

export interface AttemptKey {
	ownerId: string;
	accountId: string;
	id: string;
}

/** Records the outcome, also where the response had been given up as lost. @param request details to record where no request was sent */
export async function endAttempt(
	database: Database,
	key: AttemptKey,
	end: Outcome,
	{ now, request }: { now: number; request?: AttemptRequest | undefined },
): Promise<void> {
	await database.transaction(async () => {
		const ended = await database.query<UnsubscribedList>(
			`update unsubscribe_attempts set state = $4, reason = $5, explanation = $6, response_status = $7, response_text = $8,
				responded_at = $9, requested_at = coalesce(requested_at, $9), method = coalesce($10, method), address = coalesce($11, address),
				email_id = coalesce($12, email_id)
			where owner_id = $1 and account_id = $2 and id = $3 and (state in ('waiting', 'sending') or reason = 'response-lost')
			returning ${UNSUBSCRIBED_LIST}`,
			[
				...[key.ownerId, key.accountId, key.id, end.state, end.reason, end.explanation],
				...[end.response?.status ?? null, end.response?.text ?? null, new Date(now)],
				...[request?.method ?? null, request?.address ?? null, request?.emailId ?? null],
			],
		);
		if (end.state === "requested" || end.state === "confirmed") await publishUnsubscribed(database, key.ownerId, ended);
	});
}

type UnsubscribedList = ListRef & { senderEmail: string };
const UNSUBSCRIBED_LIST = `account_id as "accountId", list_key as "listKey", sender_email as "senderEmail"`;

async function publishUnsubscribed(
	database: Database,
	ownerId: string,
	lists: readonly UnsubscribedList[],
): Promise<void> {
	for (const { accountId, listKey, senderEmail } of lists)
		await publish(
			database,
			mailUnsubscribed,
			{ ownerId, orderingKey: accountId },
			{ accountId, listKey, senderEmail: senderEmail.toLowerCase() },
		);
}

/** Queues a further attempt for a list whose last one has ended, in the same batch. */
export async function queueNext(
	database: Database,
	ownerId: string,
	after: AttemptRow,
	now: number,
): Promise<AttemptRow> {
	const id = newId(now);
	await database.exec(
		`insert into unsubscribe_attempts (owner_id, account_id, id, list_key, list_name, sender_email, batch_id, state, created_at, cleanup_operation_id)
		values ($1, $2, $3, $4, $5, $6, $7, 'waiting', $8, $9)`,
		[
			...[ownerId, after.account_id, id, after.list_key, after.list_name, after.sender_email],
			...[after.batch_id, new Date(now), after.cleanup_operation_id],
		],
	);
	return { ...after, id, state: "waiting" };
}

/** Records that the user unsubscribed manually. @returns how many */
export async function recordUnsubscribed(
	database: Database,
	ownerId: string,
	attempts: readonly NewAttempt[],
	{ explanation, now }: { explanation: string; now: number },
): Promise<number> {
	return database.transaction(async () => {
		const rows = await database.query<UnsubscribedList>(
			`insert into unsubscribe_attempts (owner_id, account_id, id, list_key, list_name, sender_email, method, state, reason,
				explanation, created_at, requested_at, responded_at)
			select $1, n.account_id, n.id, n.list_key, n.name, n.sender, 'web', 'requested', 'by-hand', $3, $4, $4, $4
			from json_to_recordset($2) as n (account_id uuid, id uuid, list_key text, name text, sender text)
			returning ${UNSUBSCRIBED_LIST}`,
			[
				ownerId,
				JSON.stringify(
					attempts.map(({ accountId, listKey, name, senderEmail }) => ({
						...{ account_id: accountId, id: newId(now), list_key: listKey, name, sender: senderEmail },
					})),
				),
				explanation,
				new Date(now),
			],
		);
		await publishUnsubscribed(database, ownerId, rows);
		return rows.length;
	});
}

/** Of these lists, those with a request in progress or too recent to expect a response. */
export async function requestedRecently(
	database: Database,
	ownerId: string,
	refs: readonly ListRef[],
	now: number,
): Promise<Set<string>> {
	const { accountIds, listKeys } = columnsOf(refs);
	const rows = await database.query<{ account_id: string; list_key: string }>(
		`select distinct a.account_id, a.list_key
		from unnest($2::uuid[], $3::text[]) as l (account_id, list_key)
		join unsubscribe_attempts a on a.owner_id = $1 and a.account_id = l.account_id and a.list_key = l.list_key
		where a.state in ('waiting', 'sending')
			or (a.state in ('requested', 'confirmed') and a.requested_at > $4::timestamptz - interval '${GRACE_HOURS} hours')`,
		[ownerId, accountIds, listKeys, new Date(now)],
	);
	return new Set(rows.map((row) => subscriptionIdOf({ accountId: row.account_id, listKey: row.list_key })));
}
