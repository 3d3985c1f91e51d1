import { z } from "zod";
import { defineContract } from "#shared/contract.ts";
import { category, emailItem } from "#shared/contracts/emails.ts";
import { job } from "#shared/contracts/jobs.ts";
import { operation, plan } from "#shared/contracts/plans.ts";
import { rangeQuery } from "#shared/contracts/range.ts";
import { tool } from "./tool.ts";

/** How a list can be unsubscribed from: one click (RFC 8058), email (RFC 2369), a web page the user opens, or not at all. */
export const method = z.enum(["one_click", "mailto", "web", "none"]);
export type Method = z.infer<typeof method>;

/** Status of a subscription; `active` when nothing was requested or decided. */
export const subscriptionState = z.enum([
	"active",
	/** Queued, or the request is in progress. */
	"busy",
	/** The request was sent and not rejected. */
	"requested",
	/** The list's server confirmed. */
	"confirmed",
	"failed",
	/** The user must act: a page to open, or an address to write to. */
	"needs_action",
	/** Mail arrived more than 48 hours after the request. */
	"still_sending",
	/** Kept: not unsubscribed from, and included in the digest. */
	"kept",
	"not_required",
	/** New mail is archived by a filter. */
	"archived",
	/** New mail is archived until a time, and then moved to the inbox. */
	"paused",
]);
export type SubscriptionState = z.infer<typeof subscriptionState>;

/** `<account id>:<emails.list_key>` */
export const subscriptionId = z.string().min(38).max(700);
const subscriptionIds = z.array(subscriptionId).min(1).max(5_000);

/** One attempt to unsubscribe from a list. */
export const attempt = z.object({
	id: z.uuid(),
	accountId: z.uuid(),
	subscription: subscriptionId,
	/** The list's name at the time of the request. */
	name: z.string(),
	senderEmail: z.string(),
	method,
	/** Target of the request, or where the user must go: a URL or an email address. */
	address: z.string().nullable(),
	state: subscriptionState.extract(["busy", "requested", "confirmed", "failed", "needs_action", "still_sending"]),
	/** Stable machine-readable code: `page-only`, `no-dkim`, `response-lost`, `redirected`, ... */
	reason: z.string().nullable(),
	/** The reason as text, one or two sentences. */
	explanation: z.string().nullable(),
	/** The remote server's reply: HTTP or SMTP status and the beginning of its text. */
	response: z.object({ status: z.number().nullable(), text: z.string() }).nullable(),
	/** The message whose header was used. */
	emailId: z.uuid().nullable(),
	at: z.string(),
	respondedAt: z.string().nullable(),
	/** When the first message after the 48 hours arrived. */
	stillSendingSince: z.string().nullable(),
});
export type Attempt = z.infer<typeof attempt>;

const expectedMethod = z.object({
	method,
	explanation: z.string(),
	/** `one_click`: the URL to post to; `mailto`: the email address; `web`: the page. */
	address: z.string().nullable(),
	/** The user has to do it: open the page, or write the email where none can be sent from the mailbox. */
	byUser: z.boolean(),
});

/**
 * A list that sends mail to the user. Counts cover the requested range; Sent, Drafts, Spam and Trash are excluded. A list
 * with an attempt to unsubscribe is shown even without mail in the range.
 */
export const subscription = z.object({
	id: subscriptionId,
	accountId: z.uuid(),
	name: z.string(),
	/** Key of the list within its mailbox: the search `list:` finds its emails by it. */
	listKey: z.string(),
	/** List-ID (RFC 2919); null: the list is identified by its sender. */
	listId: z.string().nullable(),
	/** The ten most frequent sender addresses. */
	senders: z.array(z.object({ email: z.string(), count: z.number() })),
	senderCount: z.number(),
	count: z.number(),
	readCount: z.number(),
	bytes: z.number(),
	/** Messages per 30 days, over the time between the first and last message of the range: `shared/figures/rate.ts`. */
	perMonth: z.number(),
	/** The frequency as text: "About weekly". */
	rhythm: z.string(),
	/** The first stored message of the list, regardless of the range; null: none is left. */
	since: z.string().nullable(),
	/** The first message of the range; null: there is none. */
	firstAt: z.string().nullable(),
	/** Null: no message is left. */
	lastAt: z.string().nullable(),
	/** Messages per period of the range, see `periods`, oldest first; together they are `count`. */
	volume: z.array(z.number()),
	/** Null: no message is left. */
	newest: z
		.object({
			id: z.uuid(),
			threadId: z.uuid(),
			subject: z.string(),
			snippet: z.string(),
			date: z.string(),
			/** URL of the message in the provider's web mail (Gmail); null: none, open it in the inbox here. */
			reviewUrl: z.string().nullable(),
		})
		.nullable(),
	category: category.nullable(),
	/** All of its mail that could offer to unsubscribe is suspicious or forged: it is blocked, not unsubscribed from. */
	isSuspicious: z.boolean(),
	/** The newest message has a List-Unsubscribe header. */
	hasUnsubscribe: z.boolean(),
	/**
	 * The method that would be tried. `one_click`: a DKIM signature covers the URL, and no check of it has failed; its key
	 * is looked up by `checkSubscriptions` and when unsubscribing.
	 */
	unsubscribe: expectedMethod,
	state: subscriptionState,
	/** `paused`: when its mail comes back; null otherwise. */
	pausedUntil: z.string().nullable(),
	/** It has been sending for the past three months, and nothing that arrived in them was read. */
	isUnopened: z.boolean(),
	/** The latest attempt, if any. */
	attempt: attempt.nullable(),
});
export type Subscription = z.infer<typeof subscription>;

/** The periods of a range that emails are counted in, oldest first. The first and the last one may be cut by the range. */
const periods = z.object({ unit: z.enum(["day", "week", "month", "year"]), starts: z.array(z.string()) });
export type Periods = z.infer<typeof periods>;

/**
 * `open`: undecided or unresolved; `unsubscribed`: requested and confirmed, while no more mail arrives; `held`: archived or
 * paused.
 */
export const view = z.enum(["open", "unsubscribed", "held", "kept", "not_required", "all"]);
export type View = z.infer<typeof view>;

export const mode = z.enum(["unsubscribe", "unsubscribe_delete", "delete_only"]);
export type Mode = z.infer<typeof mode>;

const account = z.uuid().optional();
const page = {
	limit: z.coerce.number().int().min(1).max(200).default(50),
	cursor: z.string().max(200).optional(),
};
const planProblems = ["nothing-selected", "not-supported", "disconnected", "read-only"];
const heldReply = z.object({
	count: z.number(),
	/** Archives the emails of the plan; null: there is no plan. */
	job: job.nullable(),
	operation: operation.nullable(),
});
/** Filters of the routes that list, change or send messages. */
const readScope = "mail:read";
const mailScope = "mail:write";

export const unsubscriberContract = defineContract(
	{
		scanSubscriptions: {
			method: "POST",
			path: "/api/v1/unsubscriber/scan",
			summary: "Sync mailboxes that are due, and list the running syncs",
			body: z.object({ account }),
			reply: z.object({ jobs: z.array(job) }),
			status: 202,
		},
		listSubscriptions: {
			method: "GET",
			path: "/api/v1/unsubscriber/subscriptions",
			summary: "List mailing list subscriptions",
			scope: readScope,
			query: z.object({
				account,
				...rangeQuery,
				view: view.default("open"),
				sort: z.enum(["count", "bytes", "last", "unread", "name"]).default("count"),
				limit: z.coerce.number().int().min(1).max(5_000).default(5_000),
				/** Of the same sort. */
				cursor: z.string().max(2_000).optional(),
			}),
			reply: z.object({
				items: z.array(subscription),
				/** All in this view, including those beyond `limit`. */
				total: z.number(),
				nextCursor: z.string().nullable(),
				/** Messages of the whole view. */
				messages: z.number(),
				views: z.object({
					open: z.number(),
					unsubscribed: z.number(),
					held: z.number(),
					kept: z.number(),
					not_required: z.number(),
					all: z.number(),
				}),
				/** Of `volume`. Months and years are calendar ones (UTC); a long range begins with the first email of any list. */
				periods,
				/** Messages of the range not yet analyzed, capped at 10,000: the list may still grow. */
				unclassified: z.number(),
			}),
			problems: ["bad-range", "bad-cursor"],
		},
		listSubscriptionEmails: {
			method: "GET",
			path: "/api/v1/unsubscriber/emails",
			summary: "List the emails of a mailing list, newest first",
			scope: readScope,
			query: z.object({ subscription: subscriptionId, ...rangeQuery, ...page }),
			reply: z.object({ items: z.array(emailItem), total: z.number(), nextCursor: z.string().nullable() }),
			problems: ["bad-range", "bad-cursor"],
		},
		checkSubscriptions: {
			method: "POST",
			path: "/api/v1/unsubscriber/checks",
			summary: "Check how lists can be unsubscribed from, with signatures verified; sends nothing to them",
			/** It stores what it finds. */
			scope: mailScope,
			body: z.object({ subscriptions: z.array(subscriptionId).min(1).max(20) }),
			reply: z.object({ items: z.array(expectedMethod.extend({ subscription: subscriptionId })) }),
		},
		planRemoval: {
			method: "POST",
			path: "/api/v1/unsubscriber/removals",
			summary: "Plan moving the emails of lists to the trash",
			scope: mailScope,
			/** Without a range: everything these lists sent. */
			body: z.object({ subscriptions: subscriptionIds, ...rangeQuery }),
			reply: plan,
			status: 201,
			problems: ["nothing-selected", "not-supported", "disconnected", "read-only", "bad-range"],
		},
		unsubscribe: {
			method: "POST",
			path: "/api/v1/unsubscriber/requests",
			summary: "Unsubscribe from lists, delete their emails, or both",
			scope: mailScope,
			body: z.object({
				subscriptions: subscriptionIds,
				mode: mode.default("unsubscribe"),
				/** A plan from `planRemoval`, for the modes that delete; absent: a plan of all their mail is created now. */
				plan: z.uuid().optional(),
				/** `unsubscribe_delete`: delete the emails now, also those of lists that can't be unsubscribed from. */
				deleteAnyway: z.boolean().default(false),
				/** Include lists with a request less than 48 hours old. */
				again: z.boolean().default(false),
			}),
			reply: z.object({
				/** Unsubscribes from the lists one at a time; its `result` counts `confirmed, requested, needsAction, failed`. Null: nothing to do. */
				job: job.nullable(),
				/** Lists skipped because a request is in progress or recent. */
				skipped: z.number(),
				/** The removal, with its own job and undo; null: not requested, or no mail to remove. */
				removal: z.object({ job, operation }).nullable(),
				/**
				 * Operation that moves the emails of unsubscribed lists to the trash when `job` has ended; it stays planned when
				 * there are none. Null: no operation.
				 */
				removalAfter: z.uuid().nullable(),
			}),
			status: 202,
			problems: ["plan-expired", "plan-applied", "not-supported", "disconnected", "read-only"],
		},
		markUnsubscribed: {
			method: "POST",
			path: "/api/v1/unsubscriber/unsubscribed",
			summary: "Mark lists as unsubscribed; email they send after two days counts as still sending",
			body: z.object({ subscriptions: subscriptionIds }),
			reply: z.object({ count: z.number() }),
		},
		decideSubscriptions: {
			method: "POST",
			path: "/api/v1/unsubscriber/decisions",
			summary: "Keep lists, mark them as not required, or move them back to subscriptions",
			body: z.object({
				subscriptions: subscriptionIds,
				/** Null clears the decision. */
				decision: z.enum(["kept", "not_required"]).nullable(),
			}),
			reply: z.object({ count: z.number() }),
		},
		planArchive: {
			method: "POST",
			path: "/api/v1/unsubscriber/archive-plans",
			summary: "Plan archiving the emails of lists that are in the inbox",
			scope: mailScope,
			body: z.object({ subscriptions: subscriptionIds }),
			reply: plan,
			status: 201,
			problems: planProblems,
		},
		holdSubscriptions: {
			method: "POST",
			path: "/api/v1/unsubscriber/holds",
			summary: "Keep new emails of lists out of the inbox: always, by a filter for each, or until a time",
			scope: mailScope,
			body: z.object({
				subscriptions: subscriptionIds,
				/** Then what was held comes back to the inbox. Null: always. */
				until: z.iso.datetime().nullable(),
				/** From `planArchive`: applied as well, and of a pause it comes back, too. Absent: emails in the inbox stay. */
				plan: z.uuid().optional(),
			}),
			reply: heldReply,
			problems: ["bad-time", "not-supported", "too-many-filters", "plan-expired", "plan-applied"],
		},
		releaseSubscriptions: {
			method: "POST",
			path: "/api/v1/unsubscriber/holds/release",
			summary: "Let new emails of lists into the inbox again; what a pause held comes back",
			scope: mailScope,
			body: z.object({ subscriptions: subscriptionIds }),
			reply: z.object({ count: z.number() }),
			problems: ["disconnected", "read-only"],
		},
		readDigest: {
			method: "GET",
			path: "/api/v1/unsubscriber/digest",
			summary: "List the issues of the lists you keep, newest first",
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
			summary: "List unsubscribe attempts, newest first",
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
			summary: "Export unsubscribe attempts as CSV (RFC 4180)",
			query: z.object({ account }),
			raw: "text/csv",
		},
		streamAttempts: {
			method: "GET",
			path: "/api/v1/unsubscriber/attempts.ndjson",
			summary: "Stream all unsubscribe attempts, newest first",
			query: z.object({ account }),
			stream: { format: "ndjson", chunk: attempt },
		},
	},
	{ scope: tool.scope },
);
