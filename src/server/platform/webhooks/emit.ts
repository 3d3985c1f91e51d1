import { newId } from "#shared/ids.ts";
import type { Database } from "../../db/database.ts";
import { toSqlJson } from "../../db/json.ts";
import type { WebhookEvent, WebhookFact } from "./events.ts";

/** Called after a transaction with deliveries has committed. */
type OnEmitted = (target: { ownerId: string; webhookId: string }) => void;

const listeners = new WeakMap<Database, OnEmitted>();

/** Sets what this process does after a transaction with deliveries has committed. */
export function onEmitted(database: Database, listener: OnEmitted): void {
	listeners.set(database, listener);
}

/** Times of providers may be this far behind the server's, and have seconds only. */
const CLOCK_SKEW = "1 minute";

/** Whether a webhook of the user receives this type; cheap, to skip reading what no one receives. */
export async function isWebhookWanted(
	database: Database,
	ownerId: string,
	{ type }: Pick<WebhookEvent, "type">,
): Promise<boolean> {
	const rows = await database.query(
		"select from webhooks where owner_id = $1 and state = 'active' and $2 = any(events) limit 1",
		[ownerId, type],
	);
	return rows.length > 0;
}

/**
 * Records facts in the transaction that makes them true, for each webhook of the user that receives the type: they are
 * sent exactly when that commits.
 */
export async function emitWebhook<Data>(
	database: Database,
	event: WebhookEvent<Data>,
	{ ownerId, facts }: { ownerId: string; facts: readonly WebhookFact<Data>[] },
): Promise<void> {
	if (facts.length === 0) return;
	const webhooks = await database.query<{ id: string }>(
		"select id from webhooks where owner_id = $1 and state = 'active' and $2 = any(events) order by id",
		[ownerId, event.type],
	);
	const records = facts.map(({ key, occurredAt, sendAt, data }) => ({
		key,
		occurred_at: occurredAt,
		send_at: sendAt,
		data: event.data.parse(data),
	}));
	for (const { id: webhookId } of webhooks) {
		const rows = await database.query(
			`insert into webhook_deliveries (owner_id, id, webhook_id, event, event_key, occurred_at, data, next_attempt_at, created_at)
			select $1, f.id, $2, $3, $3 || ':' || f.key, f.occurred_at, f.data, coalesce(f.send_at, f.occurred_at), now()
			from jsonb_to_recordset($4::jsonb) as f (id uuid, key text, occurred_at timestamptz, send_at timestamptz, data jsonb)
			join webhooks w on w.owner_id = $1 and w.id = $2 and f.occurred_at >= w.created_at - interval '${CLOCK_SKEW}'
			on conflict (owner_id, webhook_id, event_key) do nothing returning 1`,
			[ownerId, webhookId, event.type, toSqlJson(records.map((record) => ({ ...record, id: newId() })))],
		);
		if (rows.length > 0) database.afterCommit(() => listeners.get(database)?.({ ownerId, webhookId }));
	}
}

/** Takes back facts that have turned out not to be true, unless their `sendAt` has passed. @param keys of the facts */
export async function withdrawWebhook(
	database: Database,
	{ type }: Pick<WebhookEvent, "type">,
	{ ownerId, keys, now }: { ownerId: string; keys: readonly string[]; now: Date },
): Promise<void> {
	await database.exec(
		`delete from webhook_deliveries
		where owner_id = $1 and event_key = any($2::text[]) and state = 'pending' and attempts = 0 and next_attempt_at >= $3`,
		[ownerId, keys.map((key) => `${type}:${key}`), now],
	);
}
