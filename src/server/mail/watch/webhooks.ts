import { createHash, timingSafeEqual } from "node:crypto";
import { defineContract, type RouteSpec } from "#shared/contract.ts";
import { notFound } from "../../errors.ts";
import type { Handler, HandlerInput, Implementation } from "../../platform/http/implement.ts";
import type { MailContext } from "../context/context.ts";
import type { ProviderKind } from "../provider/provider.ts";
import type { Webhook, WebhookResult } from "../provider/webhook.ts";
import { enqueueFreshSync } from "../sync/job.ts";
import { webhookKey, webhookPath } from "./webhook-url.ts";

/** The webhooks of the providers that have one. A notification only triggers a poll of the account. */
export function webhookRoutes(ctx: MailContext): Implementation[] {
	return [...ctx.providers.values()].flatMap(({ kind, webhook }) =>
		webhook === undefined ? [] : [webhookRoute(ctx, kind, webhook)],
	);
}

function webhookRoute(ctx: MailContext, kind: ProviderKind, { spec, receive }: Webhook): Implementation {
	const isKeyOf = (accountId: string, key: string) => isSame(key, webhookKey(ctx.config, kind, accountId));
	const handle = async ({ query, body, request }: HandlerInput<RouteSpec>): Promise<Response | undefined> => {
		const result = await receive({ query, body, request, isKeyOf, isSame });
		if (result === null) throw notFound("The page");
		if (result.changed !== null) await poll(ctx, kind, result.changed);
		return result.response;
	};
	const id = `${kind}-webhook`;
	return {
		contract: defineContract({ [id]: { method: "POST", path: webhookPath(kind), access: "public", ...spec } }),
		handlers: { [id]: handle as Handler<RouteSpec> },
	};
}

/** Polls the account, or that of every user who has connected the address. Those no longer connected are not polled. */
async function poll(
	ctx: MailContext,
	kind: ProviderKind,
	changed: NonNullable<WebhookResult["changed"]>,
): Promise<void> {
	const accounts = await ctx.database.query<{ owner_id: string; id: string }>(
		`select owner_id, id from connected_accounts where provider = $1 and status = 'connected'
			and ${"email" in changed ? "lower(email) = lower($2)" : "id = $2"}`,
		[kind, "email" in changed ? changed.email : changed.accountId],
	);
	for (const { owner_id: ownerId, id } of accounts) await enqueueFreshSync(ctx, { ownerId, accountId: id }, "push");
}

/** Constant-time comparison. */
function isSame(one: string, other: string): boolean {
	const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
	return timingSafeEqual(digest(one), digest(other));
}
