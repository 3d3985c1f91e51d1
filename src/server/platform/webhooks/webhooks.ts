import type { Webhook } from "#shared/contracts/webhooks.ts";
import { newId } from "#shared/ids.ts";
import type { Database } from "../../db/database.ts";
import { AppError, badRequest, conflict, notFound } from "../../errors.ts";
import type { PlatformContext } from "../context/context.ts";
import { resolvePublic } from "../net/address-guard.ts";
import { checkedUrl } from "../net/guarded-fetch.ts";
import { createSecrets } from "../secrets/secrets.ts";
import { createSecret } from "./sign.ts";

/** A user's webhooks. */

type Context = Pick<PlatformContext, "database" | "config" | "net" | "now">;

interface Row {
	id: string;
	url: string;
	events: string[];
	state: Webhook["state"];
	disabled_reason: Webhook["disabledReason"];
	failing_since: Date | null;
	created_at: Date;
}

interface Key {
	ownerId: string;
	id: string;
}

const COLUMNS = "id, url, events, state, disabled_reason, failing_since, created_at";
const MAX_WEBHOOKS = 20;
/** How long the previous secret signs as well. */
const ROLL_MS = 24 * 3_600_000;

const present = (row: Row): Webhook => ({
	id: row.id,
	url: row.url,
	events: row.events,
	state: row.state,
	disabledReason: row.disabled_reason,
	failingSince: row.failing_since?.toISOString() ?? null,
	createdAt: row.created_at.toISOString(),
});

/** Associated data of a webhook's encrypted secrets. */
export const secretContext = ({ ownerId, id }: Key): string => `${ownerId}/webhook/${id}`;

export async function listWebhooks(database: Database, ownerId: string): Promise<Webhook[]> {
	const rows = await database.query<Row>(
		`select ${COLUMNS} from webhooks where owner_id = $1 order by created_at, id`,
		[ownerId],
	);
	return rows.map(present);
}

/** @throws AppError 404 */
export async function getWebhook(database: Database, { ownerId, id }: Key): Promise<Webhook> {
	const row = await database.one<Row>(`select ${COLUMNS} from webhooks where owner_id = $1 and id = $2`, [ownerId, id]);
	if (row === undefined) throw notFound("The webhook");
	return present(row);
}

/**
 * @returns the webhook with its secret, which is shown only once
 * @throws AppError 400 `bad-webhook-url`, 409 `too-many-webhooks`
 */
export async function createWebhook(
	ctx: Context,
	ownerId: string,
	{ url, events }: { url: string; events: readonly string[] },
	most = MAX_WEBHOOKS,
): Promise<{ webhook: Webhook; secret: string }> {
	const checked = await checkUrl(ctx, url);
	const id = newId(ctx.now());
	const secret = createSecret();
	const row = await ctx.database.one<Row>(
		`insert into webhooks (owner_id, id, url, events, secret, created_at) select $1, $2, $3, $4, $5, $6
		where (select count(*) from webhooks where owner_id = $1) < $7::int returning ${COLUMNS}`,
		[
			...[ownerId, id, checked, [...new Set(events)]],
			...[createSecrets(ctx.config).seal(secret, secretContext({ ownerId, id })), new Date(ctx.now()), most],
		],
	);
	if (row === undefined)
		throw conflict("too-many-webhooks", `There are ${most} webhooks already. Delete one that you no longer use.`);
	return { webhook: present(row), secret };
}

/** Resuming starts over: earlier failures no longer count. @throws AppError 400 `bad-webhook-url`, 404 */
export async function updateWebhook(
	ctx: Context,
	{ ownerId, id }: Key,
	{ url, events, state }: { url?: string | undefined; events?: string[] | undefined; state?: string | undefined },
): Promise<Webhook> {
	const checked = url === undefined ? null : await checkUrl(ctx, url);
	const row = await ctx.database.one<Row>(
		`update webhooks set url = coalesce($3, url), events = coalesce($4, events), state = coalesce($5, state),
			disabled_reason = case when $5 is null then disabled_reason end,
			failing_since = case when $5 = 'active' and state <> 'active' then null else failing_since end
		where owner_id = $1 and id = $2 returning ${COLUMNS}`,
		[ownerId, id, checked, events === undefined ? null : [...new Set(events)], state ?? null],
	);
	if (row === undefined) throw notFound("The webhook");
	return present(row);
}

/** @throws AppError 404 */
export async function deleteWebhook(database: Database, { ownerId, id }: Key): Promise<void> {
	const rows = await database.query("delete from webhooks where owner_id = $1 and id = $2 returning 1", [ownerId, id]);
	if (rows.length === 0) throw notFound("The webhook");
}

/** Replaces the secret; the one before signs as well for a day. @returns the new one @throws AppError 404 */
export async function rollSecret(ctx: Context, key: Key): Promise<string> {
	const secret = createSecret();
	const rows = await ctx.database.query(
		`update webhooks set previous_secret = secret, previous_until = $4, secret = $3
		where owner_id = $1 and id = $2 returning 1`,
		[
			...[key.ownerId, key.id],
			...[createSecrets(ctx.config).seal(secret, secretContext(key)), new Date(ctx.now() + ROLL_MS)],
		],
	);
	if (rows.length === 0) throw notFound("The webhook");
	return secret;
}

/**
 * Tells the user at once what every delivery would run into.
 * @throws AppError 400 `bad-webhook-url`
 */
async function checkUrl({ net: { addressRules } }: Context, url: string): Promise<string> {
	try {
		const checked = checkedUrl(url, addressRules);
		if (checked.protocol !== "https:" && !addressRules.allowPrivateHosts)
			throw badRequest("bad-address", "The URL must start with https://.");
		await resolvePublic(checked.hostname, addressRules);
		return checked.href;
	} catch (cause) {
		if (!(cause instanceof AppError)) throw cause;
		throw badRequest("bad-webhook-url", cause.message, { url: cause.message });
	}
}
