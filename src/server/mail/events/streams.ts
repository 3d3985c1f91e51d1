import { z } from "zod";
import { FLAG_NAMES } from "#shared/mail/flags.ts";
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
export const mailPart = z.enum(["folder", ...FLAG_NAMES, "labels", "category"]);
export type MailPart = z.infer<typeof mailPart>;

const changed = z.object({
	...account,
	emailIds,
	/** What changed in at least one of them. */ parts: z.array(mailPart),
});
/** Stored messages have another folder, other flags, labels or category: changed here or at the provider. */
export const mailChanged: EventStream<z.infer<typeof changed>> = { name: "mail.changed", payload: changed };

const removed = z.object({ ...account, emailIds });
/** Messages are no longer stored: deleted here or at the provider. Not sent when a whole account is removed. */
export const mailRemoved: EventStream<z.infer<typeof removed>> = { name: "mail.removed", payload: removed };

const refusedRecipient = z.object({
	address: z.string(),
	/** `suppressed`: the recipient is on the suppression list. */
	state: z.enum(["rejected", "deferred", "suppressed"]),
	/** Enhanced status code (RFC 3463). */
	status: z.string().nullable(),
	/** The mail server's words, or why the recipient is on the suppression list. */
	reply: z.string().nullable(),
});

const unsubscribed = z.object({
	...account,
	/** As in `emails.list_key`. */
	listKey: z.string(),
	/** Sender of the list's newest message, in lower case. */
	senderEmail: z.string(),
});
/** The user unsubscribed from a mailing list, through the product or manually. */
export const mailUnsubscribed: EventStream<z.infer<typeof unsubscribed>> = {
	name: "mail.unsubscribed",
	payload: unsubscribed,
};

const outgoing = {
	...account,
	/** The row of `outgoing_messages`. */
	outgoingId: z.uuid(),
	/** Message-ID (RFC 5322) without angle brackets, as the recipients see it where that is known. */
	messageId: z.string(),
};

const sent = z.object({ ...outgoing, accepted: z.array(z.string()).min(1), refused: z.array(refusedRecipient) });
/**
 * A mail server accepted a message for at least one recipient. Another event follows when deferred recipients are
 * accepted later, with those alone in `accepted`.
 */
export const mailSent: EventStream<z.infer<typeof sent>> = { name: "mail.sent", payload: sent };

/** `emailId`: the received message. */
const incoming = { ...outgoing, emailId: z.uuid() };

const replied = z.object({
	...incoming,
	from: z.string(),
	/** An out-of-office reply or another automatic one (RFC 3834). */
	isAutomatic: z.boolean(),
});
/** A reply to a message that was sent through this server was received. */
export const mailReplied: EventStream<z.infer<typeof replied>> = { name: "mail.replied", payload: replied };

const bounced = z.object({
	...incoming,
	recipients: z.array(
		z.object({
			address: z.string(),
			/** `delivered` also for relayed and expanded (RFC 3464 §2.3.3). */
			action: z.enum(["failed", "delayed", "delivered"]),
			/** Enhanced status code (RFC 3463), as in 5.1.1. */
			status: z.string().nullable(),
			diagnostic: z.string().nullable(),
		}),
	),
});
/** A report was received that a message sent through this server failed or is delayed (RFC 3464). */
export const mailBounced: EventStream<z.infer<typeof bounced>> = { name: "mail.bounced", payload: bounced };
