import { z } from "zod";
import { defineContract } from "#shared/contract.ts";
import { emailItem } from "#shared/contracts/emails.ts";
import { job } from "#shared/contracts/jobs.ts";
import { emailLists, responseBuckets } from "./lists.ts";
import { tool } from "./tool.ts";

const account = z.uuid().optional();

/** Response times in hours, of work hours unless it says otherwise. */
const response = z.object({
	/** Replies that were measured. */
	count: z.number(),
	/** Null: too little data. */
	median: z.number().nullable(),
	p90: z.number().nullable(),
	/** By the clock. */
	elapsedMedian: z.number().nullable(),
});

/** Figures of 90 days. */
const period = z.object({
	/** Days (UTC), `until` exclusive. */
	from: z.iso.date(),
	until: z.iso.date(),
	/** Days with known mail: fewer than 90 in a young mailbox. */
	days: z.number(),
	received: z.number(),
	sent: z.number(),
	/** Of the received. */
	read: z.number(),
	/** Emails from people, without lists and programs. */
	fromPeople: z.number(),
	/** Of those, the ones after which the user wrote in the same thread. */
	answered: z.number(),
	response,
	/** Each null: too little data. */
	emailsPerDay: z.number().nullable(),
	replyRate: z.number().nullable(),
	openRate: z.number().nullable(),
	score: z.number().nullable(),
});
export type Period = z.infer<typeof period>;

const streak = z.object({
	/** Days (UTC), `until` exclusive. */ from: z.iso.date(),
	until: z.iso.date(),
	days: z.number(),
});

export const recommendation = z.object({
	id: z.enum(["waiting", "slow", "reply_rate", "unread", "lists", "light"]),
	/** What it counts, or a share in percent. */
	value: z.number(),
});

export const activityScore = z.object({
	/** Null: too little data, or not analyzed yet. */
	score: z.number().nullable(),
	/** The oldest analysis of the mailboxes; null: one with mail was not analyzed yet. */
	lastAnalyzed: z.string().nullable(),
	emailsPerDay: z.number().nullable(),
	/** Median, in hours of work. */
	averageResponseTime: z.number().nullable(),
	replyRate: z.number().nullable(),
	openRate: z.number().nullable(),
	/** Of emails of campaigns whose opens are tracked, in percent. Null: too few. */
	sentOpenRate: z.number().nullable(),
	/** Of emails of campaigns whose links are tracked, in percent. Null: too few. */
	clickRate: z.number().nullable(),
	recommendations: z.array(recommendation),
	current: period,
	/** The 90 days before; null: there was no mail. */
	before: period.nullable(),
	/** Hours with mail, by their start. */
	hours: z.array(z.object({ at: z.string(), received: z.number(), sent: z.number() })),
	contacts: z.array(z.object({ email: z.string(), name: z.string(), received: z.number(), sent: z.number() })),
	responseTimes: z.array(z.object({ bucket: z.enum(responseBuckets), replies: z.number() })),
	/** Threads whose newest message of the period waits for an answer. */
	waitingForMe: z.number(),
	waitingForThem: z.number(),
	/** Days in a row with a sent email. */
	streaks: z.object({ longest: streak.nullable(), current: streak.nullable() }),
});
export type ActivityScore = z.infer<typeof activityScore>;

export const activityScoreContract = defineContract(
	{
		getActivityScore: {
			method: "GET",
			path: "/api/v1/activity-score",
			summary: "The activity score of one mailbox or all, with its metrics, over the last 90 days",
			query: z.object({
				account,
				/** IANA time zone of the work hours. */
				zone: z.string().max(64).default("UTC"),
			}),
			reply: activityScore,
			problems: ["bad-request"],
		},
		generateActivityScore: {
			method: "POST",
			path: "/api/v1/activity-score",
			summary: "Read the conversations of one mailbox or all again",
			body: z.object({ account }),
			reply: z.object({ job }),
			status: 202,
		},
		listActivityEmails: {
			method: "GET",
			path: "/api/v1/activity-score/emails",
			summary: "Emails that a figure of the activity score counts, newest first",
			scope: "mail:read",
			query: z.object({
				account,
				list: z.enum(emailLists),
				/** Only for `replies`. */
				bucket: z.enum(responseBuckets).optional(),
				limit: z.coerce.number().int().min(1).max(100).default(50),
				cursor: z.string().max(200).optional(),
			}),
			reply: z.object({
				items: z.array(emailItem.extend({ /** Of a reply, in hours. */ responseHours: z.number().nullable() })),
				total: z.number(),
				nextCursor: z.string().nullable(),
			}),
			problems: ["bad-cursor"],
		},
	},
	{ scope: tool.scope },
);
