import { z } from "zod";
import { defineWebhook } from "#server/mail/provider/webhook.ts";

/** Receives change notifications (https://learn.microsoft.com/graph/change-notifications-delivery-webhooks). */
export const webhook = defineWebhook(
	{
		summary: "Receive Outlook change notifications from Microsoft Graph",
		query: z.object({
			account: z.uuid(),
			key: z.string().min(1).max(100),
			/** Microsoft Graph validates the endpoint: the response must echo this token. */
			validationToken: z.string().max(2_000).optional(),
		}),
		// The payload is ignored.
		bytes: true,
		raw: "text/plain",
	},
	async ({ query, request, isKeyOf }) => {
		const { account, key, validationToken } = query;
		if (!isKeyOf(account, key)) return null;
		await request.body?.cancel();
		const headers = { "content-type": "text/plain; charset=utf-8" };
		if (validationToken !== undefined) return { changed: null, response: new Response(validationToken, { headers }) };
		return { changed: { accountId: account }, response: new Response(null, { status: 202 }) };
	},
);
