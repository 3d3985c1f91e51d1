import type { WebhookDelivery } from "#shared/contracts/webhooks.ts";
import { newId } from "#shared/ids.ts";
import type { Database } from "../../db/database.ts";
import { toSqlJson } from "../../db/json.ts";
import { badCursor, conflict, notFound } from "../../errors.ts";
import type { WebhookEvent } from "./events.ts";

/** The SQL of deliveries: the log, and what is due. */

interface Row {
	id: string;
	event: string;
	is_test: boolean;
	state: WebhookDelivery["state"];
	attempts: number;
	next_attempt_at: Date | null;
	last_attempt_at: Date | null;
	response_status: number | null;
	response_excerpt: string | null;
	error: string | null;
	created_at: Date;
}

export interface WebhookKey {
	ownerId: string;
	webhookId: string;
}

const COLUMNS = `id, event, is_test, state, attempts, next_attempt_at, last_attempt_at, response_status, response_excerpt, error,
	date_trunc('milliseconds', created_at) as created_at`;

function present(row: Row): WebhookDelivery {
	return {
		id: row.id,
		event: row.event,
		isTest: row.is_test,
		state: row.state,
		attempts: row.attempts,
		nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
		lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
		responseStatus: row.response_status,
		responseExcerpt: row.response_excerpt,
		error: row.error,
		createdAt: row.created_at.toISOString(),
	};
}

/** A webhook's deliveries, newest first. @throws AppError 400 `bad-cursor` */
export async function listDeliveries(
	database: Database,
	{ ownerId, webhookId }: WebhookKey,
	{ limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: WebhookDelivery[]; nextCursor: string | null }> {
	// Ids are UUIDv7: in the order of their creation.
	if (cursor !== undefined && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(cursor)) throw badCursor();
	const rows = await database.query<Row>(
		`select ${COLUMNS} from webhook_deliveries
		where owner_id = $1 and webhook_id = $2 and ($3::uuid is null or id < $3) order by id desc limit $4`,
		[ownerId, webhookId, cursor ?? null, limit + 1],
	);
	const items = rows.slice(0, limit).map(present);
	return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** Records a test event; it is attempted once, also while the webhook is paused. */
export async function addTest(
	database: Database,
	{ ownerId, webhookId }: WebhookKey,
	{ type, example }: Pick<WebhookEvent, "type" | "example">,
	now: Date,
): Promise<WebhookDelivery> {
	const id = newId(now.getTime());
	const row = await database.one<Row>(
		`insert into webhook_deliveries (owner_id, id, webhook_id, event, event_key, occurred_at, data, is_test, next_attempt_at, created_at)
		values ($1, $2::uuid, $3, $4, 'test:' || $2::uuid, $5, $6, true, $5, $5) returning ${COLUMNS}`,
		[ownerId, id, webhookId, type, now, toSqlJson(example)],
	);
	if (row === undefined) throw new Error("An insert returned no row");
	return present(row);
}

/** Makes a delivery due again, with all its retries. @throws AppError 404, 409 `webhook-not-active` */
export async function resend(
	database: Database,
	{ ownerId, id }: { ownerId: string; id: string },
	now: Date,
): Promise<{ delivery: WebhookDelivery; webhookId: string }> {
	const found = await database.one<{ webhook_id: string; can_send: boolean }>(
		`select d.webhook_id, w.state = 'active' or d.is_test as can_send
		from webhook_deliveries d join webhooks w on w.owner_id = d.owner_id and w.id = d.webhook_id
		where d.owner_id = $1 and d.id = $2`,
		[ownerId, id],
	);
	if (found === undefined) throw notFound("The delivery");
	if (!found.can_send) throw conflict("webhook-not-active", "Resume the webhook first.");
	const row = await database.one<Row>(
		`update webhook_deliveries set state = 'pending', attempts = 0, next_attempt_at = $3
		where owner_id = $1 and id = $2 returning ${COLUMNS}`,
		[ownerId, id, now],
	);
	if (row === undefined) throw notFound("The delivery");
	return { delivery: present(row), webhookId: found.webhook_id };
}

/** SQL over `d` and `w`: deliveries that can be attempted. */
const SENDABLE = "d.state = 'pending' and (w.state = 'active' or d.is_test)";
const WITH_WEBHOOK = "webhook_deliveries d join webhooks w on w.owner_id = d.owner_id and w.id = d.webhook_id";

/** A delivery that is due, with what is needed to send it. */
export interface DueDelivery {
	id: string;
	event: string;
	isTest: boolean;
	occurredAt: Date;
	data: unknown;
	attempts: number;
	nextAttemptAt: Date;
	url: string;
	secret: Buffer;
	/** Null: none, or it no longer signs. */
	previousSecret: Buffer | null;
}

/** The deliveries of a webhook that are due, oldest first. */
export async function dueDeliveries(
	database: Database,
	{ ownerId, webhookId }: WebhookKey,
	{ now, limit }: { now: Date; limit: number },
): Promise<DueDelivery[]> {
	return database.query<DueDelivery>(
		`select d.id, d.event, d.is_test as "isTest", d.occurred_at as "occurredAt", d.data, d.attempts,
			d.next_attempt_at as "nextAttemptAt", w.url, w.secret,
			case when w.previous_until > $3 then w.previous_secret end as "previousSecret"
		from ${WITH_WEBHOOK} where d.owner_id = $1 and d.webhook_id = $2 and ${SENDABLE} and d.next_attempt_at <= $3
		order by d.next_attempt_at, d.id limit $4`,
		[ownerId, webhookId, now, limit],
	);
}

/** Webhooks of all owners with deliveries that are due, those that wait longest first. */
export async function webhooksWithDue(database: Database, now: Date, limit: number): Promise<WebhookKey[]> {
	return database.query<WebhookKey>(
		`select d.owner_id as "ownerId", d.webhook_id as "webhookId" from ${WITH_WEBHOOK}
		where ${SENDABLE} and d.next_attempt_at <= $1
		group by d.owner_id, d.webhook_id order by min(d.next_attempt_at), d.owner_id, d.webhook_id limit $2`,
		[now, limit],
	);
}

/** When the next delivery of any owner is due; null: none is pending. */
export async function nextDueAt(database: Database): Promise<Date | null> {
	const row = await database.one<{ at: Date | null }>(
		`select min(d.next_attempt_at) as at from ${WITH_WEBHOOK} where ${SENDABLE}`,
		[],
	);
	return row?.at ?? null;
}

/** What came of an attempt. */
export interface Attempt {
	status: number | null;
	excerpt: string | null;
	error: string | null;
}

/**
 * Records an attempt.
 * @param outcome.retryAt when the delivery is attempted again; null: never
 */
export async function recordAttempt(
	database: Database,
	{ ownerId, id }: { ownerId: string; id: string },
	{ attempt, isDelivered, retryAt, now }: { attempt: Attempt; isDelivered: boolean; retryAt: Date | null; now: Date },
): Promise<void> {
	const state = isDelivered ? "delivered" : retryAt === null ? "failed" : "pending";
	await database.exec(
		`update webhook_deliveries set state = $3, attempts = attempts + 1, next_attempt_at = $4, last_attempt_at = $5,
			response_status = $6, response_excerpt = $7, error = $8
		where owner_id = $1 and id = $2`,
		[ownerId, id, state, retryAt, now, attempt.status, attempt.excerpt, attempt.error],
	);
}

/** A delivery succeeded: the webhook no longer counts as failing. */
export async function recordSuccess(database: Database, { ownerId, webhookId }: WebhookKey): Promise<void> {
	await database.exec(
		"update webhooks set failing_since = null where owner_id = $1 and id = $2 and failing_since is not null",
		[ownerId, webhookId],
	);
}

/** A delivery failed. @returns since when all have */
export async function recordFailure(database: Database, { ownerId, webhookId }: WebhookKey, now: Date): Promise<Date> {
	const row = await database.one<{ failing_since: Date }>(
		`update webhooks set failing_since = coalesce(failing_since, $3) where owner_id = $1 and id = $2
		returning failing_since`,
		[ownerId, webhookId, now],
	);
	return row?.failing_since ?? now;
}

/** Stops a webhook; what is pending fails. The user can resume it, and send the deliveries again. */
export async function disable(
	database: Database,
	{ ownerId, webhookId }: WebhookKey,
	reason: "gone" | "failing",
): Promise<void> {
	await database.exec("update webhooks set state = 'disabled', disabled_reason = $3 where owner_id = $1 and id = $2", [
		ownerId,
		webhookId,
		reason,
	]);
	await database.exec(
		`update webhook_deliveries set state = 'failed', next_attempt_at = null
		where owner_id = $1 and webhook_id = $2 and state = 'pending' and not is_test`,
		[ownerId, webhookId],
	);
}

/** Deletes deliveries of all owners that were created before a time, pending ones of paused webhooks included. */
export async function deleteOldDeliveries(database: Database, before: Date): Promise<void> {
	const CHUNK = 5_000;
	for (;;) {
		const rows = await database.query(
			`delete from webhook_deliveries where ctid = any(array(
				select ctid from webhook_deliveries where created_at < $1 limit ${CHUNK})) returning 1`,
			[before],
		);
		if (rows.length < CHUNK) return;
	}
}
