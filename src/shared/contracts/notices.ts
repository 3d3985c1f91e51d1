import { z } from "zod";
import { defineContract } from "../contract.ts";

/** Calls of mail providers, who tell that something happened in a mailbox. */
export const noticesContract = defineContract({
	"gmail-notice": {
		method: "POST",
		path: "/api/v1/notices/gmail",
		summary: "For a push subscription of Google Cloud Pub/Sub: a Gmail mailbox has changed",
		access: "public",
		query: z.object({ token: z.string().min(1).max(500) }),
		body: z.object({ message: z.object({ data: z.base64().max(10_000) }) }),
	},
});
