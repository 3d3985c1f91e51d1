import { z } from "zod";
import { defineContract } from "../contract.ts";

/** Webhooks through which mail providers report changes in a mailbox. */
export const noticesContract = defineContract({
	"gmail-notice": {
		method: "POST",
		path: "/api/v1/notices/gmail",
		summary: "Receive Gmail change notifications from Google Cloud Pub/Sub",
		access: "public",
		query: z.object({ token: z.string().min(1).max(500) }),
		body: z.object({ message: z.object({ data: z.base64().max(10_000) }) }),
	},
	"outlook-notice": {
		method: "POST",
		path: "/api/v1/notices/outlook",
		summary: "Receive Outlook change notifications from Microsoft Graph",
		access: "public",
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
});
