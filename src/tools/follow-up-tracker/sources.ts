import { z } from "zod";

/** What campaigns are made from, as the API has it: mailboxes, templates, people, conversations that wait. */

/** A mailbox to send from. */
export const sender = z.object({
	accountId: z.uuid(),
	name: z.string(),
	email: z.string().nullable(),
	/** Why it can't send; null: it can. */
	obstacle: z.string().nullable(),
	/** What it sends stays in the mailbox, as in the demo's: no one receives it. */
	isLocal: z.boolean(),
});

/** A text that can be inserted into a message. */
export const template = z.object({
	id: z.uuid(),
	name: z.string(),
	/** Empty: none. */
	subject: z.string(),
	text: z.string(),
	/** Null: plain text. */
	html: z.string().nullable(),
});
export type Template = z.infer<typeof template>;

/** A conversation in which someone waits for an answer. */
export const waitingThread = z.object({
	/** The message that decided. */
	emailId: z.uuid(),
	threadId: z.uuid(),
	accountId: z.uuid(),
	subject: z.string(),
	preview: z.string(),
	/** Who waits, or is waited for. */
	name: z.string(),
	email: z.string(),
	at: z.string(),
	/** What is open: a question or request, or a promise. */
	kind: z.enum(["asks", "promises"]),
	/** The sentence that decided. */
	sentence: z.string(),
	/** By when; null: no date is named. */
	due: z.iso.date().nullable(),
});
export type WaitingThread = z.infer<typeof waitingThread>;

/** Someone who can be added. */
export const candidate = z.object({
	email: z.string(),
	/** Empty: unknown. */
	name: z.string(),
	/** Domain of the organization; empty: none. */
	organization: z.string(),
});
export type Candidate = z.infer<typeof candidate>;

/** Where recipients come from: people the user corresponds with, or those in the emails that a search finds. */
export const candidateQuery = {
	source: z.enum(["people", "search"]),
	/** Part of a name, address, company or tag; or a search as in the inbox. */
	q: z.string().max(500),
};

/** A recipient with values of merge fields. */
export const row = z.object({
	email: z.string().max(1_000),
	fields: z.record(z.string().max(100), z.string().max(2_000)),
});
