import { z } from "zod";
import { MAX_BODY } from "./limits.ts";

/** A mailbox to send from. */
export const sender = z.object({
	accountId: z.uuid(),
	name: z.string(),
	/** Null: it has none. */
	email: z.string().nullable(),
	/** Why it cannot send; null: it can. */
	obstacle: z.string().nullable(),
	/** Largest message that its mail server accepts, in bytes; null: unknown. */
	maxMessageBytes: z.number().nullable(),
	/** What it sends stays in the mailbox, as in the demo's: no one receives it. */
	isLocal: z.boolean(),
	/** Display name in From. */
	fromName: z.string(),
	/** HTML; empty: none. */
	signature: z.string(),
});
export type Sender = z.infer<typeof sender>;

export const templateContent = z.object({
	name: z.string().trim().min(1).max(200),
	/** Empty: inserting it leaves the subject alone. */
	subject: z.string().max(2_000),
	/** Null: plain text. */
	html: z.string().max(MAX_BODY).nullable(),
	text: z.string().max(MAX_BODY),
});
export const template = templateContent.extend({ id: z.uuid(), updatedAt: z.string() });
export type Template = z.infer<typeof template>;
