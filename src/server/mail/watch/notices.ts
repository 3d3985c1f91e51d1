import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { noticesContract } from "#shared/contracts/notices.ts";
import { notFound } from "../../errors.ts";
import { implement } from "../../platform/http/implement.ts";
import type { MailContext } from "../context/context.ts";
import type { ProviderKind } from "../provider/provider.ts";
import { enqueueFreshSync } from "../sync/job.ts";
import { keyOf } from "./notice-url.ts";

const notice = z.object({ emailAddress: z.string() });

/**
 * Receives Pub/Sub push messages (https://cloud.google.com/pubsub/docs/push). A notification only triggers a poll of
 * the account; unreadable ones are acknowledged too, or they would be redelivered for a week.
 */
export const notificationRoutes = (ctx: MailContext) =>
	implement(noticesContract, {
		async "gmail-notice"({ query, body }) {
			const { push } = ctx.config.gmail;
			if (push === null || !isSame(query.token, push.token)) throw notFound("The page");
			const email = addressIn(body.message.data);
			if (email !== null) await poll(ctx, "gmail", email);
			return undefined;
		},
		/** https://learn.microsoft.com/graph/change-notifications-delivery-webhooks */
		async "outlook-notice"({ query, request }) {
			const { account, key, validationToken } = query;
			if (!ctx.config.outlook.notices || !isSame(key, keyOf(ctx.config, account))) throw notFound("The page");
			await request.body?.cancel();
			const headers = { "content-type": "text/plain; charset=utf-8" };
			if (validationToken !== undefined) return new Response(validationToken, { headers });
			await pollAccount(ctx, account);
			return new Response(null, { status: 202 });
		},
	});

function addressIn(data: string): string | null {
	try {
		return notice.parse(JSON.parse(Buffer.from(data, "base64").toString())).emailAddress;
	} catch {
		return null;
	}
}

/** Polls the account of every user who has connected this address. */
async function poll(ctx: MailContext, kind: ProviderKind, email: string): Promise<void> {
	const accounts = await ctx.database.query<{ owner_id: string; id: string }>(
		"select owner_id, id from connected_accounts where provider = $1 and lower(email) = lower($2) and status = 'connected'",
		[kind, email],
	);
	for (const { owner_id: ownerId, id } of accounts) await enqueueFreshSync(ctx, ownerId, id, "push");
}

/** An account that is no longer connected is not polled. */
async function pollAccount(ctx: MailContext, id: string): Promise<void> {
	const [account] = await ctx.database.query<{ owner_id: string }>(
		"select owner_id from connected_accounts where id = $1 and provider = 'outlook' and status = 'connected'",
		[id],
	);
	if (account !== undefined) await enqueueFreshSync(ctx, account.owner_id, id, "push");
}

/** Constant-time comparison. */
function isSame(one: string, other: string): boolean {
	const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
	return timingSafeEqual(digest(one), digest(other));
}
