import { z } from "zod";
import { defineContract } from "#shared/contract.ts";
import { job } from "#shared/contracts/jobs.ts";
import { rangeQuery } from "#shared/contracts/range.ts";
import { brief, briefQuery, writtenBrief } from "./brief-contract.ts";
import { tool } from "./tool.ts";

/** Null: not available. */
const figure = z.number().nullable();

const account = z.uuid().optional();

export const activityItem = z.object({
	id: z.uuid(),
	type: z.enum(["scan", "cleanup", "unsubscribe", "archive"]),
	description: z.string(),
	timestamp: z.string(),
	status: z.enum(["success", "failed", "pending"]),
	/** A change that can be undone by `undoOperation` with this id. */
	canUndo: z.boolean(),
});
export type ActivityItem = z.infer<typeof activityItem>;

const storage = z.object({
	/** Of all mailboxes: as the provider reports it; measured mail where it reports nothing. */
	usedBytes: z.number(),
	/** The quotas that providers report; 0: none does. */
	quotaBytes: z.number(),
	/** What is used of them. */
	quotaUsedBytes: z.number(),
	/** Of the quotas, at most 100; 0: none is reported. */
	percent: z.number(),
	/** Measured size of all stored mail. */
	mailBytes: z.number(),
	/** Whose provider reports a quota: `reported`: that of each mailbox; `mixed`: that of some; `none`: no mailbox's. */
	quotaBasis: z.enum(["reported", "mixed", "none"]),
	/** A provider has not answered yet: ask again for its quota. */
	isPending: z.boolean(),
	/** No size is known: estimated from the number of emails. */
	isEstimated: z.boolean(),
});
export type Storage = z.infer<typeof storage>;

const deduction = z.object({
	id: z.enum(["unread", "storage"]),
	points: z.number(),
	percent: z.number(),
	above: z.number(),
});

/** `before`: a day (UTC). */
const plan = z.object({ count: z.number(), before: z.iso.date() });

export const sender = z.object({ email: z.string(), name: z.string(), count: z.number(), bytes: z.number() });

/** The function of the specification that counts stored mail; sizes in MB of 1024 × 1024 bytes. */
const statistics = z.object({
	total_emails: figure,
	unread_emails: figure,
	important_emails: figure,
	emails_with_attachments: figure,
	total_size_mb: figure,
	attachment_size_mb: figure,
	oldest_email: z.string().nullable(),
	newest_email: z.string().nullable(),
	/** All time, most emails first; null: not available. */
	top_senders: z.array(sender).nullable(),
});

const amount = z.object({ count: z.number(), bytes: z.number() });

/** `discarded`: in spam and trash. */
const storageOfYear = z.object({ year: z.number(), attached: amount, plain: amount, discarded: amount });
export type StorageOfYear = z.infer<typeof storageOfYear>;

/** Every figure covers stored mail of one mailbox or all, without spam and trash unless it says otherwise. */
export const overview = statistics.extend({
	totalEmails: figure,
	unreadEmails: figure,
	promotionalEmails: figure,
	inboxEmails: figure,
	spamCount: figure,
	/** In the inbox; primary is what is left of it: never below 0. */
	primaryCount: figure,
	promotionalCount: figure,
	socialCount: figure,
	updatesCount: figure,
	/** The inbox by category; together they are `inboxEmails`. */
	inboxCategories: z
		.object({
			primary: z.number(),
			updates: z.number(),
			forums: z.number(),
			social: z.number(),
			promotions: z.number(),
			/** Suspicious and forged emails, which are in none of the categories. */
			suspicious: z.number(),
			/** Not categorized yet. */
			other: z.number(),
		})
		.nullable(),
	storageUsedMB: figure,
	storage: storage.nullable(),
	/** By year of the email. */
	storageByYear: z.array(storageOfYear).nullable(),
	healthScore: figure,
	deductions: z.array(deduction),
	lastScanDate: z.string().nullable(),
	/** The latest five; null: not available. */
	recentActivity: z.array(activityItem).nullable(),
	plans: z
		.object({
			/** Promotions in the inbox of over 6 months ago, without starred mail: `shared/search/old-promotions.ts`. */
			oldPromotions: z.object({ count: z.number(), bytes: z.number() }),
			/** Social and forum mail in the inbox for over 90 days, without starred mail. */
			oldSocial: plan.extend({ bytes: z.number() }),
			/** Unread in the inbox for over 30 days. */
			oldUnread: plan,
			/** Lists that sent at least three emails in the last 90 days, all unread. */
			unreadLists: z.number(),
		})
		.nullable(),
	mailboxes: z.array(
		z.object({
			id: z.uuid(),
			totalEmails: figure,
			/** Why its figures are missing or old. */
			problem: z.string().nullable(),
		}),
	),
	/** What a new user has done. */
	steps: z.object({ connected: z.boolean(), synced: z.boolean(), scanned: z.boolean(), cleaned: z.boolean() }),
});
export type Overview = z.infer<typeof overview>;

const seriesPoint = z.object({
	/** Days (UTC), `until` exclusive. */
	from: z.iso.date(),
	until: z.iso.date(),
	primary: z.number(),
	updates: z.number(),
	forums: z.number(),
	social: z.number(),
	promotions: z.number(),
	/** Suspicious and forged emails, which are in none of the categories. */
	suspicious: z.number(),
	/** Not classified yet. */
	other: z.number(),
});

/** Each chart is null where it is not available. */
export const charts = z.object({
	/** The days (UTC) that the charts cover, `until` exclusive; null: no mail. */
	from: z.iso.date().nullable(),
	until: z.iso.date().nullable(),
	step: z.enum(["day", "week", "month", "year"]),
	/** Received mail by category. */
	received: z.array(seriesPoint).nullable(),
	/** Received mail by hour, of the 14 days up to the newest email of the range; hours without mail are left out. */
	hours: z.array(z.object({ /** Start of the hour. */ at: z.string(), count: z.number() })).nullable(),
	/** Received in the range, most emails first. */
	senders: z.array(sender).nullable(),
	/** Scores that were recorded. */
	health: z.array(z.object({ day: z.iso.date(), score: z.number() })).nullable(),
});
export type Charts = z.infer<typeof charts>;

export const dashboardContract = defineContract(
	{
		get_email_statistics: {
			method: "GET",
			path: "/api/v1/dashboard",
			summary: "Figures of one mailbox or all: counts, storage, health, latest activity",
			query: z.object({ account }),
			reply: overview,
		},
		getDashboardCharts: {
			method: "GET",
			path: "/api/v1/dashboard/charts",
			summary: "Data of the charts of the dashboard",
			query: z.object({ account, ...rangeQuery }),
			reply: charts,
			problems: ["bad-range"],
		},
		getBrief: {
			method: "GET",
			path: "/api/v1/dashboard/brief",
			summary: "The brief of today: new mail, who waits for an answer, invitations today, dates asked for",
			scope: "mail:read",
			query: briefQuery,
			reply: brief,
			problems: ["bad-request"],
		},
		writeBrief: {
			method: "POST",
			path: "/api/v1/dashboard/brief/text",
			summary: "Let your language model write the brief in sentences that name their emails",
			// It may use a paid model.
			scope: "mail:write",
			body: briefQuery,
			reply: writtenBrief,
			needsSpace: false,
			problems: ["bad-request", "no-model", "model-limit", "model-unavailable", "model-refused", "model-bad-answer"],
		},
		"start-full-scan": {
			method: "POST",
			path: "/api/v1/dashboard/scan",
			summary: "Scan a mailbox or all: sync, categorize and count again",
			body: z.object({ account }),
			reply: z.object({ job }),
			status: 202,
			problems: ["no-access-token"],
		},
	},
	{ scope: tool.scope },
);
