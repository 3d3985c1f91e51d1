import { z } from "zod";
import { defineContract } from "#shared/contract.ts";
import { category, emailItem } from "#shared/contracts/emails.ts";
import { job } from "#shared/contracts/jobs.ts";
import { plan } from "#shared/contracts/plans.ts";
import { rangeQuery } from "#shared/contracts/range.ts";
import { GROUPS } from "./groups.ts";
import { tool } from "./tool.ts";

const account = z.uuid().optional();
const mailScope = { read: "mail:read", write: "mail:write" } as const;

/** Scope of received mail: the inbox, and more on request. Sent, Drafts, Spam and Trash are always excluded. */
const scope = {
	/** Absent: all mailboxes. */
	account,
	...rangeQuery,
	/** Include mail in the user's own folders. */
	folders: z.stringbool().default(false),
	/** Include archived mail. */
	archived: z.stringbool().default(false),
};

/** Messages by category. */
const counts = z.object({
	promotional: z.number(),
	social: z.number(),
	updates: z.number(),
	primary: z.number(),
	forums: z.number(),
});
export type Counts = z.infer<typeof counts>;

/** What lists and plans can be narrowed to. */
const group = z.enum(GROUPS);

/** What assigned the category. */
export const categorySource = z.enum(["provider", "classifier", "user"]);

export const categorizedEmail = emailItem.extend({
	category,
	/** The provider's name of its folder. */
	folderName: z.string(),
	/** In one sentence. */
	categoryReason: z.string(),
	categorySource,
	/** The list that the message belongs to; null: none. */
	listKey: z.string().nullable(),
	/** URL of the message in the provider's web mail (Gmail); null: none, open it in the inbox here. */
	reviewUrl: z.string().nullable(),
});
export type CategorizedEmail = z.infer<typeof categorizedEmail>;

/** Identifies one sender or list in one mailbox: `emails.list_key`, or `sender:` and the address. */
export const senderKey = z.string().min(1).max(600);

export const categorizedSender = z.object({
	accountId: z.uuid(),
	key: senderKey,
	/** `list`: a list or bulk sender, by its identity rather than its address. */
	kind: z.enum(["sender", "list"]),
	name: z.string(),
	/** From the newest message. */
	email: z.string(),
	count: z.number(),
	unread: z.number(),
	bytes: z.number(),
	lastAt: z.string(),
	/** Messages per category, most first. */
	categories: z.array(z.object({ category, count: z.number() })).min(1),
});
export type CategorizedSender = z.infer<typeof categorizedSender>;

const target = z.discriminatedUnion("type", [
	z.object({ type: z.literal("message"), emailId: z.uuid() }),
	z.object({ type: z.literal("sender"), accountId: z.uuid(), senderEmail: z.string().min(1).max(400) }),
	z.object({ type: z.literal("list"), accountId: z.uuid(), listKey: z.string().min(1).max(500) }),
]);
export type Target = z.infer<typeof target>;

export const correction = z.object({
	id: z.uuid(),
	accountId: z.uuid(),
	targetType: z.enum(["message", "sender", "list"]),
	/** The message's id, the sender's address or the list's key. */
	target: z.string(),
	/** The message's subject, the sender's name, or the list's name. */
	name: z.string(),
	category,
	createdAt: z.string(),
});
export type Correction = z.infer<typeof correction>;

const corrected = z.object({
	correction,
	/** Messages whose category changed immediately. */
	moved: z.number(),
	/** The job that changes the rest; null when all are done. */
	job: z.uuid().nullable(),
});

const moving = z.object({ target, category });
const page = { limit: z.coerce.number().int().min(1).max(200).default(50), cursor: z.string().max(1500).optional() };

/** Which messages of the scope a plan contains. */
const pick = z.discriminatedUnion("by", [
	/** These ids, regardless of the scope. */
	z.object({ by: z.literal("ids"), ids: z.array(z.uuid()).min(1).max(10_000) }),
	/** All matches, with exceptions. */
	z.object({ by: z.literal("all"), except: z.array(z.uuid()).max(10_000).default([]) }),
	/** Messages of these senders and lists. */
	z.object({
		by: z.literal("senders"),
		senders: z
			.array(z.object({ accountId: z.uuid(), key: senderKey }))
			.min(1)
			.max(2_000),
	}),
	/** Messages of all senders and lists, with exceptions. */
	z.object({
		by: z.literal("all_senders"),
		except: z.array(z.object({ accountId: z.uuid(), key: senderKey })).max(2_000),
	}),
]);
export type Pick = z.input<typeof pick>;

export const categorizerContract = defineContract(
	{
		getCategorySummary: {
			method: "GET",
			path: "/api/v1/categorizer/summary",
			summary: "Count the emails of a date range by category",
			scope: mailScope.read,
			query: z.object(scope),
			reply: z.object({
				counts,
				bytes: counts,
				unread: counts,
				/** Suspicious and forged emails, by the category that they would have. The other counts are without them. */
				suspicious: counts,
				total: z.number(),
				/** Messages of the range not yet classified, capped at 10,000: a scan classifies them. */
				unclassified: z.number(),
			}),
			problems: ["bad-range"],
		},
		listCategorizedEmails: {
			method: "GET",
			path: "/api/v1/categorizer/emails",
			summary: "List emails of a category, newest first, each with the reason for its category",
			scope: mailScope.read,
			query: z.object({
				...scope,
				category: group.optional(),
				/** Filter by one sender or list; requires `account`. */
				sender: senderKey.optional(),
				...page,
			}),
			reply: z.object({ items: z.array(categorizedEmail), total: z.number(), nextCursor: z.string().nullable() }),
			problems: ["bad-range", "bad-cursor"],
		},
		listCategorizedSenders: {
			method: "GET",
			path: "/api/v1/categorizer/senders",
			summary: "List senders and lists with the number of their emails in a date range",
			scope: mailScope.read,
			query: z.object({
				...scope,
				category: group.optional(),
				sort: z.enum(["count", "unread", "bytes"]).default("count"),
				...page,
			}),
			reply: z.object({ items: z.array(categorizedSender), total: z.number(), nextCursor: z.string().nullable() }),
			problems: ["bad-range", "bad-cursor"],
		},
		planCategorized: {
			method: "POST",
			path: "/api/v1/categorizer/plans",
			summary: "Plan archiving or deleting emails",
			scope: mailScope.write,
			body: z.object({
				action: z.enum(["archive", "trash"]),
				...scope,
				folders: z.boolean().default(false),
				archived: z.boolean().default(false),
				category: group.optional(),
				sender: senderKey.optional(),
				pick,
			}),
			reply: plan,
			status: 201,
			problems: ["bad-range", "nothing-selected", "not-supported", "disconnected", "read-only"],
		},
		scanCategories: {
			method: "POST",
			path: "/api/v1/categorizer/scan",
			summary: "Sync mailboxes that are due, and categorize emails without a category",
			scope: mailScope.write,
			body: z.object({ account }),
			reply: z.object({ job }),
			status: 202,
		},
		previewCorrection: {
			method: "POST",
			path: "/api/v1/categorizer/corrections/preview",
			summary: "Preview which past emails a correction would move",
			scope: mailScope.write,
			body: moving,
			reply: z.object({
				/** Messages in another category that would change. */
				count: z.number(),
				/** The newest of them. */
				sample: z.array(
					z.object({
						id: z.uuid(),
						subject: z.string(),
						senderName: z.string(),
						senderEmail: z.string(),
						receivedAt: z.string(),
						category: category.nullable(),
					}),
				),
			}),
		},
		correctCategory: {
			method: "POST",
			path: "/api/v1/categorizer/corrections",
			summary: "Move an email, or all past and future mail of a sender or list, to another category",
			scope: mailScope.write,
			body: moving,
			reply: corrected,
		},
		listCorrections: {
			method: "GET",
			path: "/api/v1/categorizer/corrections",
			summary: "List active corrections, newest first",
			scope: mailScope.read,
			query: z.object({ account }),
			reply: z.object({ items: z.array(correction) }),
		},
		revertCorrection: {
			method: "POST",
			path: "/api/v1/categorizer/corrections/{id}/take-back",
			summary: "Remove a correction and undo its effect on every email",
			scope: mailScope.write,
			params: z.object({ id: z.uuid() }),
			body: z.object({
				/** `undo`: restores the previous correction of the same target; `forget`: deletes all corrections of it. */
				how: z.enum(["undo", "forget"]).default("undo"),
			}),
			reply: corrected,
		},
	},
	{ scope: tool.scope },
);
