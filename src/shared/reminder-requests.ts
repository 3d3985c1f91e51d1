import { z } from "zod";

/** The stream by which one tool asks another to remind of a message that was sent through this server, unless somebody answers it. */
export const reminderRequested = {
	name: "reminder.requested",
	payload: z.object({
		accountId: z.uuid(),
		/** The row of `outgoing_messages`. */
		outgoingId: z.uuid(),
		/** Message-ID (RFC 5322) without angle brackets. */
		messageId: z.string(),
		subject: z.string(),
		dueAt: z.iso.datetime(),
	}),
};
