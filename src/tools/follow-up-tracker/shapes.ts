import { z } from "zod";
import { limits } from "./limits.ts";
import {
	campaignStates,
	eventKinds,
	exclusions,
	recipientStates,
	replyGroups,
	replyTones,
	stepConditions,
} from "./states.ts";

/** Campaigns and their recipients, as the API has them. */

/** One message of a sequence. */
const step = z.object({
	/** Working days after the message before; the first one has none. */
	waitDays: z.number().int().min(0).max(limits.waitDays),
	/** Empty in a follow-up: it is a reply in the same conversation. */
	subject: z.string().max(limits.subject),
	/** Half of the recipients get this subject instead; empty: everybody gets the same. */
	subjectB: z.string().max(limits.subject).default(""),
	/** Who gets a follow-up: everyone who did not reply, or of those who opened no message, or who clicked a link. */
	condition: z.enum(stepConditions).default("no_reply"),
	/** Of a formatted message, its plain text, which is made of `html` when it is saved. */
	body: z.string().max(limits.body),
	/** A formatted message, with the same merge fields; null: plain text alone. */
	html: z.string().max(limits.html).nullable().default(null),
});
export type Step = z.infer<typeof step>;

/** What the user decides. */
export const plan = z.object({
	name: z.string().trim().min(1).max(120),
	/** Mailboxes to send from; recipients are shared among them. */
	accountIds: z.array(z.uuid()).max(20),
	/** The name of the sender, of mailboxes without one of their own. */
	fromName: z.string().trim().max(120),
	/** Names of the senders by mailbox. */
	senderNames: z.record(z.uuid(), z.string().trim().max(120)).default({}),
	postalAddress: z.string().trim().max(500),
	timeZone: z.string().min(1).max(64),
	/** 0: Sunday. */
	sendDays: z.array(z.number().int().min(0).max(6)).min(1).max(7),
	/** Minutes after midnight. */
	sendFrom: z.number().int().min(0).max(1_439),
	sendUntil: z.number().int().min(1).max(1_440),
	/** Messages per mailbox and day. */
	dailyCap: z.number().int().min(1).max(limits.dailyCap),
	/** Between two messages of a mailbox, on average; the actual time varies by a quarter. */
	spacingSeconds: z.number().int().min(limits.spacingSeconds.min).max(limits.spacingSeconds.max),
	/** A mailbox's limit on its first day of sending, and its daily increase up to `dailyCap`; null: no warm-up. */
	warmUp: z
		.object({
			start: z.number().int().min(1).max(limits.dailyCap),
			step: z.number().int().min(1).max(limits.dailyCap),
		})
		.nullable()
		.default(null),
	/** The field with a recipient's time zone, such as `Europe/Berlin`; empty, or no value: `timeZone`. */
	zoneField: z.string().trim().max(100).default(""),
	/** Percent of bounces among the people written to at which it pauses, from the third on; null: at none. */
	pauseAtBounces: z.number().int().min(1).max(100).nullable().default(limits.bounces),
	/** A reply ends the sequence for everyone of the same organization. */
	stopsOrganization: z.boolean(),
	/** Also people who wrote or were written to in the last 30 days. */
	includesConversations: z.boolean(),
	tracksOpens: z.boolean(),
	tracksClicks: z.boolean(),
	/** When to start; null: at launch. */
	startsAt: z.iso.datetime().nullable(),
	steps: z.array(step).min(1).max(limits.steps),
});
export type Plan = z.infer<typeof plan>;

/** People, not messages; null: not tracked. */
export const counts = z.object({
	/** People who were sent at least one message. */
	sent: z.number(),
	opened: z.number().nullable(),
	clicked: z.number().nullable(),
	replied: z.number(),
});

/** A campaign in the list. */
export const campaignSummary = z.object({
	id: z.uuid(),
	name: z.string(),
	state: z.enum(campaignStates),
	/** Why it was paused; null: by the user. */
	pauseReason: z.string().nullable(),
	recipientCount: z.number(),
	/** Of them, those who are not excluded: everyone whom it writes to. */
	includedCount: z.number(),
	counts,
	/** When the last message was sent. */
	lastSent: z.string().nullable(),
	startsAt: z.string().nullable(),
	createdAt: z.string(),
	/** When it was put away; null: it is in the list. */
	archivedAt: z.string().nullable(),
});
export type CampaignSummary = z.infer<typeof campaignSummary>;

/** What the check found about the campaign. */
const finding = z.object({
	code: z.string(),
	message: z.string(),
	/** The campaign can't be launched. */
	isBlocking: z.boolean(),
});
export type Finding = z.infer<typeof finding>;

/** Two subjects of a message, compared by the interested replies to it and to the follow-ups in its conversation. */
const comparison = z.object({
	variants: z.array(
		z.object({
			sent: z.number(),
			/** Whatever they say, without those who unsubscribed. */
			replied: z.number(),
			/** Of the replies. */
			interested: z.number(),
			/** Whose reply refuses, and who unsubscribed. */
			refused: z.number(),
			/** 95% interval of the share of interested replies in what was sent (Wilson), from 0 to 1. */
			low: z.number(),
			high: z.number(),
		}),
	),
	/** `not_enough`: too few interested replies for a test; `undecided`: the difference may be chance (p ≥ 0.05). */
	result: z.enum(["not_enough", "undecided", "decided"]),
	/** Position of the subject that interests more; null: not decided. */
	winner: z.number().nullable(),
	/** 1 − p of a two-sided two-proportion z-test; null: not enough interested replies. */
	confidence: z.number().nullable(),
});
export type Comparison = z.infer<typeof comparison>;

/** A campaign with its counts by state, step and day. */
export const campaign = campaignSummary.extend({
	plan,
	/** People who were sent a message, or whose mail server refused it. */
	attempted: z.number(),
	/** Names of the recipients' fields. */
	fields: z.array(z.string()),
	/** When the recipients were checked; null: something has changed since. */
	checkedAt: z.string().nullable(),
	findings: z.array(finding),
	/** Recipients by state. */
	states: z.partialRecord(z.enum(recipientStates), z.number()),
	/** Excluded recipients by reason. */
	exclusions: z.partialRecord(z.enum(exclusions), z.number()),
	/** Recipients with a warning. */
	warned: z.number(),
	stepCounts: z.array(
		z.object({
			sent: z.number(),
			opened: z.number().nullable(),
			clicked: z.number().nullable(),
			/** Whose first reply came after this message and before the next one. */
			replied: z.number(),
			/** Both subjects; null: the message has one. */
			subjects: comparison.nullable(),
		}),
	),
	/** Messages (of all steps) and replies per day in the campaign's time zone: the newest 90 with any. */
	days: z.array(z.object({ day: z.string(), sent: z.number(), replied: z.number() })),
	/** When the next message is due. */
	nextAt: z.string().nullable(),
	launchedAt: z.string().nullable(),
	finishedAt: z.string().nullable(),
});
export type Campaign = z.infer<typeof campaign>;

/** What leaves when, if no one replies and everyone gets every follow-up. */
export const forecast = z.object({
	/** Days on which something leaves, in the campaign's time zone, with the messages of each step. */
	days: z.array(z.object({ day: z.iso.date(), counts: z.array(z.number()) })),
	/** Messages of all days. */
	total: z.number(),
	/** The next message; null: there is none. */
	nextAt: z.string().nullable(),
	/** The last one. */
	endsAt: z.string().nullable(),
	/** More leaves after the last day, a year from now. */
	isCut: z.boolean(),
});
export type Forecast = z.infer<typeof forecast>;

/** Someone on the list. */
export const recipient = z.object({
	id: z.uuid(),
	email: z.string(),
	fields: z.record(z.string(), z.string()),
	state: z.enum(recipientStates),
	/** A code of `exclusions`, else a sentence. */
	reason: z.string().nullable(),
	warning: z.string().nullable(),
	/** Messages that were sent. */
	sentSteps: z.number(),
	nextAt: z.string().nullable(),
	awayUntil: z.string().nullable(),
	/** What the reply says; null: unknown, or no reply. */
	tone: z.enum(replyTones).nullable(),
	/** `rules`: proposed from the text; null: no one has said anything. */
	toneSource: z.enum(["rules", "user"]).nullable(),
	changedAt: z.string(),
});
export type Recipient = z.infer<typeof recipient>;

/** What happened to a recipient. */
export const timelineEvent = z.object({
	kind: z.enum(eventKinds),
	step: z.number().nullable(),
	/** The received message, which the inbox opens. */
	emailId: z.uuid().nullable(),
	/** The beginning of a reply, or what a mail server said. */
	detail: z.string().nullable(),
	/** An open or click by a program: not counted. */
	isMachine: z.boolean(),
	at: z.string(),
});

/** What a reply proposes to do next. */
const nextStepProposal = z.object({
	/** The day that it names, `2027-03-01`; null: none. */
	day: z.string().nullable(),
	/** Another person whom it names with an address; null: none. */
	colleague: z.object({ email: z.string(), name: z.string() }).nullable(),
	/** What the user did about it; null: nothing yet. */
	done: z.enum(["reminded", "added", "suppressed"]).nullable(),
});
export type NextStepProposal = z.infer<typeof nextStepProposal>;

/** What someone answered last. */
export const campaignReply = z.object({
	recipientId: z.uuid(),
	campaignId: z.uuid(),
	campaignName: z.string(),
	email: z.string(),
	group: z.enum(replyGroups),
	/** `rules`: proposed from the text; null: no one has said anything. */
	toneSource: z.enum(["rules", "user"]).nullable(),
	/** Whether its tone can be set: it is a person's reply, and asks for nothing that was done already. */
	canSetTone: z.boolean(),
	/** The received message; null: it was deleted. */
	emailId: z.uuid().nullable(),
	/** The beginning of its text. */
	text: z.string(),
	/** The user has written in the conversation since. */
	isAnswered: z.boolean(),
	/** When someone out of office is back; null: not named, or over. */
	awayUntil: z.string().nullable(),
	/** Null: it was not read for it. */
	next: nextStepProposal.nullable(),
	at: z.string(),
});
export type CampaignReply = z.infer<typeof campaignReply>;

/** Which of two subjects: the first one, or the second. */
export const variant = z.literal([0, 1]);

/** A message as a recipient gets it. */
export const preview = z.object({
	subject: z.string(),
	text: z.string(),
	/** Null: the message is plain text. */
	html: z.string().nullable(),
	/** Fields without a value and a fallback. */
	missing: z.array(z.string()),
	/** As it is with each of two subjects, or with the only one; the rest of the message is the same. */
	arms: z.array(z.object({ variant, subject: z.string(), missing: z.array(z.string()) })),
});
export type Preview = z.infer<typeof preview>;
