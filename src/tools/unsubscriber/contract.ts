import { z } from "zod";
import { defineContract } from "#shared/contract.ts";
import { category, emailItem } from "#shared/contracts/emails.ts";
import { job } from "#shared/contracts/jobs.ts";
import { operation, plan } from "#shared/contracts/plans.ts";
import { rangeQuery } from "#shared/contracts/range.ts";

/** How a list can be left: by RFC 8058, by mail (RFC 2369), on a web page that the person opens, or not at all. */
export const method = z.enum(["one-click", "mailto", "web", "none"]);
export type Method = z.infer<typeof method>;

/** How leaving a list stands; with nothing asked and nothing decided it is `active`. */
export const subscriptionState = z.enum([
	"active",
	/** In line, or being asked just now. */
	"busy",
	/** Asked, and nothing said against it. */
	"requested",
	/** The list's server said yes. */
	"confirmed",
	"failed",
	/** Only the person can go on: a page to open, an address to write to. */
	"needs_you",
	/** Mail came more than 48 hours after it was asked. */
	"still_sending",
	/** Read with pleasure: it is left alone, and its issues are in the digest. */
	"kept",
	"not_required",
]);
export type SubscriptionState = z.infer<typeof subscriptionState>;

/** An account's id, a colon, and the key of the list in it: `emails.list_key`. */
export const subscriptionId = z.string().min(38).max(700);
const subscriptionIds = z.array(subscriptionId).min(1).max(5_000);

/** An entry of the ledger: one try to leave a list. */
export const attempt = z.object({
	id: z.uuid(),
	accountId: z.uuid(),
	subscription: subscriptionId,
	/** The list's name when it was asked. */
	name: z.string(),
	senderEmail: z.string(),
	method,
	/** Where the request went, or where the person is to go: a web address, or a mail address. */
	address: z.string().nullable(),
	state: subscriptionState.extract(["busy", "requested", "confirmed", "failed", "needs_you", "still_sending"]),
	/** Stable, for programs: `page-only`, `no-dkim`, `answer-lost`, `redirected`, ... */
	reason: z.string().nullable(),
	/** The same in a sentence or two. */
	explanation: z.string().nullable(),
	/** What the other server answered: status of HTTP or SMTP, and the beginning of its text. */
	answer: z.object({ status: z.number().nullable(), line: z.string() }).nullable(),
	/** The message whose header was followed. */
	emailId: z.uuid().nullable(),
	at: z.string(),
	answeredAt: z.string().nullable(),
	/** When the first mail came after the 48 hours. */
	stillSendingSince: z.string().nullable(),
});
export type Attempt = z.infer<typeof attempt>;

/** A list that writes to the person. Counts are of the asked range; mail in Sent, Drafts, Spam and Trash is left out. */
export const subscription = z.object({
	id: subscriptionId,
	accountId: z.uuid(),
	name: z.string(),
	/** Of RFC 2919; null: the list is known by its sender. */
	listId: z.string().nullable(),
	/** Addresses it writes from, the most frequent ten. */
	senders: z.array(z.object({ email: z.string(), count: z.number() })),
	senderCount: z.number(),
	count: z.number(),
	readCount: z.number(),
	bytes: z.number(),
	/** Messages in thirty days, over the time between the first and the last of the range. */
	perMonth: z.number(),
	/** The same in words: "About weekly". */
	rhythm: z.string(),
	/** Its very first message here, whatever the range. */
	since: z.string(),
	lastAt: z.string(),
	/** Messages of the twelve calendar months (UTC) that end with the range, oldest first. */
	months: z.array(z.number()).length(12),
	newest: z.object({
		id: z.uuid(),
		threadId: z.uuid(),
		subject: z.string(),
		snippet: z.string(),
		date: z.string(),
		/** Its page in the mailbox's own web mail (Gmail); null: there is none, open it here. */
		reviewUrl: z.string().nullable(),
	}),
	category: category.nullable(),
	/** The newest message has a List-Unsubscribe header. */
	hasUnsubscribe: z.boolean(),
	/** What would be tried. A signature is checked only when it comes to that. */
	unsubscribe: z.object({
		method,
		explanation: z.string(),
		/** For `one-click` the address to post to, for `mailto` the mail address, for `web` the page. */
		address: z.string().nullable(),
	}),
	state: subscriptionState,
	/** The last one, if any. */
	attempt: attempt.nullable(),
});
export type Subscription = z.infer<typeof subscription>;

/** `open`: what there is to decide on; `left`: requested and confirmed, as long as it does not go on writing. */
export const view = z.enum(["open", "left", "kept", "not_required", "all"]);
export type View = z.infer<typeof view>;

export const mode = z.enum(["unsubscribe", "unsubscribe_delete", "delete_only"]);
export type Mode = z.infer<typeof mode>;

const account = z.uuid().optional();
const page = {
	limit: z.coerce.number().int().min(1).max(200).default(50),
	cursor: z.string().max(200).optional(),
};
/** Of what shows messages, and of what changes or sends some. */
const readScope = "mail:read";
const mailScope = "mail:write";

export const unsubscriberContract = defineContract({
	scanSubscriptions: {
		method: "POST",
		path: "/api/v1/unsubscriber/scan",
		summary: "Look for new mail where the last look is a while ago; answers at once with the syncs that run",
		body: z.object({ account }),
		reply: z.object({ jobs: z.array(job) }),
		status: 202,
	},
	listSubscriptions: {
		method: "GET",
		path: "/api/v1/unsubscriber/subscriptions",
		summary: "The lists that write to you",
		scope: readScope,
		query: z.object({
			account,
			...rangeQuery,
			view: view.default("open"),
			sort: z.enum(["count", "bytes", "last", "unread", "name"]).default("count"),
			limit: z.coerce.number().int().min(1).max(5_000).default(5_000),
		}),
		reply: z.object({
			items: z.array(subscription),
			/** Of this view, those beyond `limit` included. */
			total: z.number(),
			/** Messages of all of this view. */
			messages: z.number(),
			views: z.object({
				open: z.number(),
				left: z.number(),
				kept: z.number(),
				not_required: z.number(),
				all: z.number(),
			}),
			/** Messages of the range that nobody has looked at yet, up to 10,000: the list may still grow. */
			unclassified: z.number(),
		}),
		problems: ["bad-range"],
	},
	listSubscriptionEmails: {
		method: "GET",
		path: "/api/v1/unsubscriber/emails",
		summary: "The mail of one list, newest first",
		scope: readScope,
		query: z.object({ subscription: subscriptionId, ...rangeQuery, ...page }),
		reply: z.object({ items: z.array(emailItem), total: z.number(), nextCursor: z.string().nullable() }),
		problems: ["bad-range", "bad-cursor"],
	},
	planRemoval: {
		method: "POST",
		path: "/api/v1/unsubscriber/removals",
		summary: "Freeze the list of messages of these lists that would go to the trash",
		scope: mailScope,
		/** Without a range: all that these lists ever sent. */
		body: z.object({ subscriptions: subscriptionIds, ...rangeQuery }),
		reply: plan,
		status: 201,
		problems: ["nothing-chosen", "not-supported", "disconnected", "read-only", "bad-range"],
	},
	unsubscribe: {
		method: "POST",
		path: "/api/v1/unsubscriber/requests",
		summary: "Leave lists, delete their mail, or both",
		scope: mailScope,
		body: z.object({
			subscriptions: subscriptionIds,
			mode: mode.default("unsubscribe"),
			/** A plan of `planRemoval`, for the modes that delete; absent: one is made now, of all their mail. */
			plan: z.uuid().optional(),
			/** Also lists that were asked less than 48 hours ago. */
			again: z.boolean().default(false),
		}),
		reply: z.object({
			/** Leaves the lists one by one; its `result` counts `confirmed, requested, needsYou, failed`. Null: nothing to leave. */
			job: job.nullable(),
			/** Lists that are being asked, or were a moment ago. */
			skipped: z.number(),
			/** The removal, with its own job and undo; null: none asked for, or no mail to remove. */
			removal: z.object({ job, operation }).nullable(),
		}),
		status: 202,
		problems: ["plan-expired", "not-supported", "disconnected", "read-only"],
	},
	markLeft: {
		method: "POST",
		path: "/api/v1/unsubscriber/left",
		summary: "Note that you have left lists yourself: mail of theirs in two days counts as still sending",
		body: z.object({ subscriptions: subscriptionIds }),
		reply: z.object({ count: z.number() }),
	},
	decideSubscriptions: {
		method: "POST",
		path: "/api/v1/unsubscriber/decisions",
		summary: "Keep lists, mark them as not required, or take either back",
		body: z.object({
			subscriptions: subscriptionIds,
			/** Null takes back what was decided. */
			decision: z.enum(["kept", "not_required"]).nullable(),
		}),
		reply: z.object({ count: z.number() }),
	},
	readDigest: {
		method: "GET",
		path: "/api/v1/unsubscriber/digest",
		summary: "The issues of the lists you keep, newest first",
		scope: readScope,
		query: z.object({ account, subscription: subscriptionId.optional(), ...page }),
		reply: z.object({
			items: z.array(emailItem.extend({ subscription: subscriptionId, name: z.string() })),
			nextCursor: z.string().nullable(),
		}),
		problems: ["bad-cursor"],
	},
	listAttempts: {
		method: "GET",
		path: "/api/v1/unsubscriber/attempts",
		summary: "The ledger: every try to leave a list, newest first",
		query: z.object({
			account,
			subscription: subscriptionId.optional(),
			state: attempt.shape.state.optional(),
			...page,
		}),
		reply: z.object({ items: z.array(attempt), nextCursor: z.string().nullable() }),
		problems: ["bad-cursor"],
	},
	exportAttempts: {
		method: "GET",
		path: "/api/v1/unsubscriber/attempts.csv",
		summary: "The ledger as a table (CSV, RFC 4180)",
		query: z.object({ account }),
		raw: "text/csv",
	},
});
