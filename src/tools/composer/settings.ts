import { z } from "zod";
import { defineSettings } from "#shared/settings.ts";
import { UNDO_SECONDS } from "./limits.ts";
import { tool } from "./tool.ts";

/** How a user writes. */
export const composerSettings = defineSettings({
	id: tool.id,
	schema: z.object({
		/** Seconds in which a message can be taken back; 0: it is sent at once. */
		undoSeconds: z.literal(UNDO_SECONDS).default(10),
		/** Of new messages. */
		format: z.enum(["rich", "plain"]).default("rich"),
		/** The mailbox that new messages are sent from while all mailboxes are shown; null: the first that can send. */
		defaultAccountId: z.uuid().nullable().default(null),
	}),
});

/** What a mailbox's messages carry. */
export const senderSettings = defineSettings({
	id: "composer-sender",
	isPerAccount: true,
	schema: z.object({
		/** Display name in From; empty: the user's name. */
		fromName: z.string().trim().max(200).default(""),
		/** HTML; empty: none. */
		signature: z.string().max(20_000).default(""),
	}),
});
