import { z } from "zod";
import type { EventStream } from "../../platform/event-streams/streams.ts";

/**
 * The event streams of mail. The ordering key of each is the account's id, so that an account whose events cannot be
 * handled does not hold back the others of its owner.
 */

const account = { accountId: z.uuid() };
/** Ids of messages, at most a few hundred. */
const emailIds = z.array(z.uuid()).min(1);

const received = z.object({ ...account, /** Oldest first. */ emailIds });
/**
 * New messages, stored completely or, where the body cannot be fetched, with headers only. Never the mail of an initial
 * sync, and not what was uploaded.
 */
export const mailReceived: EventStream<z.infer<typeof received>> = { name: "mail.received", payload: received };

/** What of a message changed. */
export const mailPart = z.enum(["folder", "read", "starred", "important", "answered", "labels", "category"]);
export type MailPart = z.infer<typeof mailPart>;

const changed = z.object({
	...account,
	emailIds,
	/** What changed in at least one of them. */ parts: z.array(mailPart),
});
/** Stored messages have another folder, other flags, labels or category: changed here or at the provider. */
export const mailChanged: EventStream<z.infer<typeof changed>> = { name: "mail.changed", payload: changed };

const removed = z.object({ ...account, emailIds });
/** Messages are not stored any more: deleted here or at the provider. Not sent when a whole account is removed. */
export const mailRemoved: EventStream<z.infer<typeof removed>> = { name: "mail.removed", payload: removed };

const refusal = z.object({
	address: z.string(),
	/** SMTP reply code (RFC 5321), or the provider's HTTP status. */
	code: z.number().int().nullable(),
	/** Enhanced status code (RFC 3463). */
	status: z.string().nullable(),
	message: z.string(),
});

const outgoing = {
	...account,
	/** The send request. */
	sendId: z.uuid(),
	/** Message-ID (RFC 5322) without angle brackets. */
	messageId: z.string(),
};

const sent = z.object({ ...outgoing, accepted: z.array(z.string()), refused: z.array(refusal) });
/** A message was accepted for at least one recipient. */
export const mailSent: EventStream<z.infer<typeof sent>> = { name: "mail.sent", payload: sent };

const incoming = {
	...outgoing,
	/** Null: the message was not sent through this server. */
	sendId: z.uuid().nullable(),
	/** The received message. */
	emailId: z.uuid(),
};

const replied = z.object({
	...incoming,
	from: z.string(),
	/** An out-of-office reply or another automatic one (RFC 3834). */
	isAutomatic: z.boolean(),
});
/** A reply to a sent message was received. */
export const mailReplied: EventStream<z.infer<typeof replied>> = { name: "mail.replied", payload: replied };

const bounced = z.object({
	...incoming,
	recipients: z.array(
		z.object({
			address: z.string(),
			action: z.enum(["failed", "delayed", "delivered", "relayed", "expanded"]),
			/** Enhanced status code (RFC 3463), as in 5.1.1. */
			status: z.string().nullable(),
			diagnostic: z.string().nullable(),
		}),
	),
});
/** A delivery report (RFC 3464) about a sent message was received. */
export const mailBounced: EventStream<z.infer<typeof bounced>> = { name: "mail.bounced", payload: bounced };
