import { z } from "zod";
import { defineNotices, type NoticeRoute } from "#server/mail/provider/notices.ts";

const notice = z.object({ emailAddress: z.string() });

/**
 * Receives Pub/Sub push messages (https://cloud.google.com/pubsub/docs/push). Unreadable ones are acknowledged too, or
 * they would be redelivered for a week.
 * @param token the secret in the URL of the push subscription
 */
export function createNotices(token: string): NoticeRoute {
	return defineNotices(
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
		return notice.parse(JSON.parse(Buffer.from(data, "base64").toString())).emailAddress;
	} catch {
		return null;
	}
}
