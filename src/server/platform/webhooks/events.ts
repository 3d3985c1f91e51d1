import type { z } from "zod";

/** A type of event that webhooks can receive. */
export interface WebhookEvent<Data = unknown> {
	/** Lowercase words separated by dots: the object, then what happened to it (`email.received`). */
	type: string;
	/** What happened, for the list of events: one phrase. */
	summary: string;
	/** Ids, addresses, names and subjects; never the content of an email. */
	data: z.ZodType<Data>;
	/** Data of a test event. */
	example: Data;
}

/** A fact to send. */
export interface WebhookFact<Data> {
	/** The same whenever the same fact is emitted: it is sent once. */
	key: string;
	/** Not sent to webhooks that were created later. */
	occurredAt: Date;
	/** Until then it can be withdrawn; absent: sent at once. */
	sendAt?: Date;
	data: Data;
}
