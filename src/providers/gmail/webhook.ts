import { z } from "zod";
import { defineWebhook, type Webhook } from "#server/mail/provider/webhook.ts";

const notification = z.object({ emailAddress: z.string() });

/**
 * Receives Pub/Sub push messages (https://cloud.google.com/pubsub/docs/push). Unreadable ones are acknowledged too, or
 * they would be redelivered for a week.
 * @param token the secret in the URL of the push subscription
 */
export function createWebhook(token: string): Webhook {
	return defineWebhook(
		{
			summary: "Receive Gmail change notifications from Google Cloud Pub/Sub",
			query: z.object({ token: z.string().min(1).max(500) }),
			body: z.object({ message: z.object({ data: z.base64().max(10_000) }) }),
		},
		({ query, body, isSame }) => {
			if (!isSame(query.token, token)) return null;
			const email = addressIn(body.message.data);
			return { changed: email === null ? null : { email } };
		},
	);
}

function addressIn(data: string): string | null {
	try {
		return notification.parse(JSON.parse(Buffer.from(data, "base64").toString())).emailAddress;
	} catch {
		return null;
	}
}
