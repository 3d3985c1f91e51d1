import { z } from "zod";
import { declareCapability } from "./capability.ts";

/** Reminds of a message that was sent through this server, unless someone answers it; once, however often it is called. */
export const setReminder = declareCapability({
	name: "set-reminder",
	input: z.object({
		accountId: z.uuid(),
		/** The row of `outgoing_messages`. */
		outgoingId: z.uuid(),
		/** Message-ID (RFC 5322) without angle brackets. */
		messageId: z.string(),
		subject: z.string(),
		dueAt: z.iso.datetime(),
	}),
	result: z.object({ reminderId: z.uuid() }),
});
