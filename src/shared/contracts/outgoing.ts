import { z } from "zod";
import { defineContract } from "../contract.ts";
import { MAX_SUPPRESSIONS } from "../mail/suppression-limits.ts";

const outgoingState = z.enum(["queued", "sending", "sent", "partially_sent", "failed", "uncertain"]);
export type OutgoingState = z.infer<typeof outgoingState>;

const outgoingRecipient = z.object({
	address: z.string(),
	/** `deferred` is retried; `bounced` was accepted and returned later. */
	state: z.enum(["pending", "accepted", "rejected", "deferred", "suppressed", "bounced"]),
	/** Enhanced status code (RFC 3463). */
	status: z.string().nullable(),
	/** The mail server's words. */
	reply: z.string().nullable(),
});
export type OutgoingRecipient = z.infer<typeof outgoingRecipient>;

/** The mail server that a message waits for. */
export const outgoingWait = z.object({
	/** Its host name, or the name of the mail service. */
	server: z.string(),
	/**
	 * Its first answer; that it accepts the sign-in; the message's sender, recipients and text; that it confirms the message; or
	 * `retry`: the server could not be reached.
	 */
	for: z.enum(["answer", "sign_in", "acceptance", "confirmation", "retry"]),
	since: z.string(),
	/** When it is tried again; null: it is being tried. */
	retryAt: z.string().nullable(),
});
export type OutgoingWait = z.infer<typeof outgoingWait>;

/** A message that was sent, or is to be. */
const outgoingMessage = z.object({
	id: z.uuid(),
	account: z.uuid(),
	/** Without angle brackets, as the recipients see it. */
	messageId: z.string(),
	sender: z.string(),
	subject: z.string(),
	state: outgoingState,
	/** Why it is in this state. */
	explanation: z.string().nullable(),
	/** Null: it waits for no server. */
	waiting: outgoingWait.nullable(),
	/** When it is tried again, because of a limit, a server that was not reached or asked to wait; null: now, or never. */
	nextTryAt: z.string().nullable(),
	recipients: z.array(outgoingRecipient),
	createdAt: z.string(),
	sentAt: z.string().nullable(),
});
export type OutgoingMessageView = z.infer<typeof outgoingMessage>;

const suppressionSource = z.enum(["manual", "bounce", "unsubscribe", "complaint"]);
export type SuppressionSource = z.infer<typeof suppressionSource>;

export const suppression = z.object({
	/** An address, or a domain with all of its addresses. */
	target: z.string(),
	source: suppressionSource,
	reason: z.string().nullable(),
	createdAt: z.string(),
});
export type Suppression = z.infer<typeof suppression>;

const target = z.string().trim().min(3).max(320);
const suppressionFilter = {
	/** Part of an address or domain. */
	q: z.string().trim().max(320).default(""),
	source: suppressionSource.optional(),
};
const page = {
	limit: z.coerce.number().int().min(1).max(200).default(50),
	cursor: z.string().max(400).optional(),
};

export const outgoingContract = defineContract({
	listOutgoing: {
		method: "GET",
		path: "/api/v1/outgoing",
		summary: "List outgoing messages, newest first",
		query: z.object({ ...page, state: outgoingState.optional() }),
		reply: z.object({ items: z.array(outgoingMessage), nextCursor: z.string().nullable() }),
		problems: ["bad-cursor"],
	},
	getOutgoing: {
		method: "GET",
		path: "/api/v1/outgoing/{id}",
		summary: "Get an outgoing message with the result for each recipient",
		params: z.object({ id: z.uuid() }),
		reply: z.object({ message: outgoingMessage }),
	},
	resolveOutgoing: {
		method: "POST",
		path: "/api/v1/outgoing/{id}/resolve",
		summary: "Resolve a message with uncertain delivery: mark it as sent, or resend it",
		params: z.object({ id: z.uuid() }),
		body: z.object({ action: z.enum(["mark_sent", "send_again"]) }),
		reply: z.object({ message: outgoingMessage }),
		problems: ["not-uncertain"],
	},
	retryOutgoing: {
		method: "POST",
		path: "/api/v1/outgoing/{id}/retry",
		summary: "Try a message that waits for its next attempt now",
		params: z.object({ id: z.uuid() }),
		reply: z.object({ message: outgoingMessage }),
		problems: ["not-waiting"],
	},
	listSuppressions: {
		method: "GET",
		path: "/api/v1/suppressions",
		summary: "List suppressed addresses and domains, in alphabetical order",
		query: z.object({ ...page, ...suppressionFilter }),
		reply: z.object({
			items: z.array(suppression),
			/** How many match, on all pages. */
			total: z.number().int(),
			nextCursor: z.string().nullable(),
		}),
		problems: ["bad-cursor"],
	},
	addSuppression: {
		method: "POST",
		path: "/api/v1/suppressions",
		summary: "Suppress an address or domain",
		body: z.object({ target, reason: z.string().trim().max(500).nullable().default(null) }),
		reply: z.object({ suppression }),
		problems: ["not-an-address"],
	},
	importSuppressions: {
		method: "POST",
		path: "/api/v1/suppressions/import",
		summary: "Suppress a list of addresses and domains; those on the list already stay as they are",
		body: z.object({ targets: z.array(z.string().max(1_000)).min(1).max(MAX_SUPPRESSIONS) }),
		reply: z.object({
			added: z.number().int(),
			/** On the list already. */
			known: z.number().int(),
			/** Neither addresses nor domains, as they were given. */
			invalid: z.array(z.string()),
		}),
	},
	exportSuppressions: {
		method: "GET",
		path: "/api/v1/suppressions/export",
		summary: "Export the suppression list as CSV",
		query: z.object(suppressionFilter),
		raw: "text/csv",
	},
	allowAddress: {
		method: "POST",
		path: "/api/v1/suppressions/allow",
		summary: "Remove whatever suppresses an address: the address itself, and its domains",
		body: z.object({ address: z.string().trim().min(3).max(320) }),
		reply: z.object({
			/** Addresses and domains that were on the list. */
			removed: z.array(z.string()),
		}),
	},
	removeSuppression: {
		method: "DELETE",
		path: "/api/v1/suppressions",
		summary: "Remove an address or domain from the suppression list",
		query: z.object({ target }),
	},
});
