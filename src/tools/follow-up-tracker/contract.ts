import { z } from "zod";
import { defineContract } from "#shared/contract.ts";
import { job } from "#shared/contracts/jobs.ts";
import { limits } from "./limits.ts";
import { campaignStates, eventKinds, exclusions, recipientStates } from "./states.ts";
import { tool } from "./tool.ts";

const id = z.object({ id: z.uuid() });

export const step = z.object({
	/** Working days after the message before; the first one has none. */
	waitDays: z.number().int().min(0).max(limits.waitDays),
	/** Empty in a follow-up: it is a reply in the same conversation. */
	subject: z.string().max(limits.subject),
	body: z.string().max(limits.body),
});
export type Step = z.infer<typeof step>;

/** What the user decides. */
export const plan = z.object({
	name: z.string().trim().min(1).max(120),
	/** Mailboxes to send from; recipients are shared among them. */
	accountIds: z.array(z.uuid()).max(20),
	fromName: z.string().trim().max(120),
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
const counts = z.object({
	/** People who were sent at least one message. */
	sent: z.number(),
	opened: z.number().nullable(),
	clicked: z.number().nullable(),
	replied: z.number(),
});

export const campaignSummary = z.object({
	id: z.uuid(),
	name: z.string(),
	state: z.enum(campaignStates),
	/** Why it was paused; null: by the user. */
	pauseReason: z.string().nullable(),
	recipientCount: z.number(),
	counts,
	/** When the last message was sent. */
	lastSent: z.string().nullable(),
	startsAt: z.string().nullable(),
	createdAt: z.string(),
});
export type CampaignSummary = z.infer<typeof campaignSummary>;

export const finding = z.object({
	code: z.string(),
	message: z.string(),
	/** The campaign can't be launched. */
	isBlocking: z.boolean(),
});
export type Finding = z.infer<typeof finding>;

export const campaign = campaignSummary.extend({
	plan,
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
		}),
	),
	/** Messages and replies per day in the campaign's time zone: the newest 90 with any. */
	days: z.array(z.object({ day: z.string(), sent: z.number(), replied: z.number() })),
	/** When the next message is due. */
	nextAt: z.string().nullable(),
	launchedAt: z.string().nullable(),
	finishedAt: z.string().nullable(),
});
export type Campaign = z.infer<typeof campaign>;

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
	changedAt: z.string(),
});
export type Recipient = z.infer<typeof recipient>;

const timelineEvent = z.object({
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

const preview = z.object({
	subject: z.string(),
	text: z.string(),
	/** Fields without a value and a fallback. */
	missing: z.array(z.string()),
});
export type Preview = z.infer<typeof preview>;

const sender = z.object({
	accountId: z.uuid(),
	name: z.string(),
	email: z.string().nullable(),
	/** Why it can't send; null: it can. */
	obstacle: z.string().nullable(),
});

/** A conversation in which somebody waits for an answer. */
const waitingThread = z.object({
	/** Its last message. */
	emailId: z.uuid(),
	accountId: z.uuid(),
	subject: z.string(),
	preview: z.string(),
	/** Who waits, or is waited for. */
	name: z.string(),
	email: z.string(),
	at: z.string(),
});

const row = z.object({ email: z.string().max(1_000), fields: z.record(z.string().max(100), z.string().max(2_000)) });

export const campaignsContract = defineContract(
	{
		listCampaigns: {
			method: "GET",
			path: "/api/v1/campaigns",
			summary: "List campaigns with their counts, newest first, and the totals",
			reply: z.object({
				items: z.array(campaignSummary),
				/** Opens and clicks: null where no campaign tracks them. */
				totals: counts,
			}),
		},
		listCampaignSenders: {
			method: "GET",
			path: "/api/v1/campaigns/senders",
			summary: "List the mailboxes to send campaigns from, and why some can't",
			reply: z.object({ items: z.array(sender) }),
		},
		listWaitingThreads: {
			method: "GET",
			path: "/api/v1/campaigns/waiting",
			scope: "mail:read",
			summary: "List conversations of the last 30 days that wait for the user's answer, or for that of others",
			query: z.object({ for: z.enum(["me", "them"]), account: z.uuid().optional() }),
			reply: z.object({ items: z.array(waitingThread) }),
		},
		createCampaign: {
			method: "POST",
			path: "/api/v1/campaigns",
			summary: "Create a campaign as a draft",
			body: plan,
			status: 201,
			reply: campaign,
			problems: ["bad-plan"],
		},
		getCampaign: {
			method: "GET",
			path: "/api/v1/campaigns/{id}",
			summary: "Read a campaign with its counts by state, step and day",
			params: id,
			reply: campaign,
		},
		updateCampaign: {
			method: "PUT",
			path: "/api/v1/campaigns/{id}",
			summary: "Change a draft",
			params: id,
			body: plan,
			reply: campaign,
			problems: ["not-a-draft", "bad-plan"],
		},
		deleteCampaign: {
			method: "DELETE",
			path: "/api/v1/campaigns/{id}",
			summary: "Delete a campaign that is not sending, with its results",
			params: id,
			problems: ["campaign-active"],
		},
		addRecipients: {
			method: "POST",
			path: "/api/v1/campaigns/{id}/recipients",
			summary: "Add recipients to a draft; a mailbox that it has already is skipped",
			params: id,
			body: z.object({ rows: z.array(row).min(1).max(limits.rows) }),
			reply: z.object({ added: z.number(), duplicates: z.number() }),
			problems: ["not-a-draft", "too-many-recipients"],
		},
		clearRecipients: {
			method: "DELETE",
			path: "/api/v1/campaigns/{id}/recipients",
			summary: "Remove all recipients of a draft",
			params: id,
			problems: ["not-a-draft"],
		},
		listRecipients: {
			method: "GET",
			path: "/api/v1/campaigns/{id}/recipients",
			summary: "List recipients with their state, in the order of the list",
			params: id,
			query: z.object({
				state: z.enum(recipientStates).optional(),
				/** Part of an address. */
				q: z.string().max(320).optional(),
				limit: z.coerce.number().int().min(1).max(200).default(50),
				cursor: z.coerce.number().int().min(0).optional(),
			}),
			reply: z.object({ items: z.array(recipient), nextCursor: z.number().nullable() }),
		},
		getRecipient: {
			method: "GET",
			path: "/api/v1/campaigns/recipients/{id}",
			scope: "mail:read",
			summary: "Read a recipient with the messages as they are sent, and the timeline",
			params: id,
			reply: z.object({ recipient, previews: z.array(preview), events: z.array(timelineEvent) }),
		},
		sendCampaignTest: {
			method: "POST",
			path: "/api/v1/campaigns/recipients/{id}/test",
			scope: "mail:write",
			summary: "Send a message as a recipient would get it to another address; it is not counted",
			params: id,
			body: z.object({
				/** Position of the message in the sequence. */
				step: z
					.number()
					.int()
					.min(0)
					.max(limits.steps - 1),
				to: z.string().trim().min(3).max(320),
			}),
			/** `queued`: the mailbox can't send it yet; it is sent later. */
			reply: z.object({ state: z.enum(["sent", "queued"]) }),
			problems: [
				"no-such-message",
				"missing-field",
				"no-mailbox",
				"cannot-send",
				"disconnected",
				"bad-recipient",
				"suppressed",
				"not-sent",
				"uncertain",
			],
		},
		stopRecipient: {
			method: "POST",
			path: "/api/v1/campaigns/recipients/{id}/stop",
			summary: "Send no further messages to a recipient",
			params: id,
			reply: recipient,
			problems: ["sequence-ended"],
		},
		checkCampaign: {
			method: "POST",
			path: "/api/v1/campaigns/{id}/check",
			summary: "Check the recipients and the sending domain before the launch",
			params: id,
			status: 202,
			reply: z.object({ job }),
			problems: ["not-a-draft", "no-recipients"],
		},
		launchCampaign: {
			method: "POST",
			path: "/api/v1/campaigns/{id}/launch",
			scope: "mail:write",
			summary: "Start a checked draft, now or at its start time",
			params: id,
			reply: campaign,
			problems: ["not-a-draft", "not-checked", "blocked"],
		},
		pauseCampaign: {
			method: "POST",
			path: "/api/v1/campaigns/{id}/pause",
			summary: "Send nothing until the campaign is resumed; replies are still recognized",
			params: id,
			reply: campaign,
			problems: ["wrong-state"],
		},
		resumeCampaign: {
			method: "POST",
			path: "/api/v1/campaigns/{id}/resume",
			scope: "mail:write",
			summary: "Resume a paused campaign",
			params: id,
			reply: campaign,
			problems: ["wrong-state"],
		},
		stopCampaign: {
			method: "POST",
			path: "/api/v1/campaigns/{id}/stop",
			summary: "End a campaign: nothing further is sent",
			params: id,
			reply: campaign,
			problems: ["wrong-state"],
		},
		exportCampaign: {
			method: "GET",
			path: "/api/v1/campaigns/{id}/export",
			summary: "Download the recipients with their results as CSV",
			params: id,
			raw: "text/csv",
		},
		followCampaignLink: {
			method: "GET",
			path: "/links/{token}",
			access: "public",
			summary: "Follow a tracked link of a campaign message",
			params: z.object({ token: z.string().max(512) }),
			raw: "text/html",
		},
		showCampaignPixel: {
			method: "GET",
			path: "/opens/{token}",
			access: "public",
			summary: "The invisible picture of a campaign message whose opens are tracked",
			params: z.object({ token: z.string().max(512) }),
			raw: "image/gif",
		},
		showCampaignOptOut: {
			method: "GET",
			path: "/unsubscribe/{token}",
			access: "public",
			summary: "The page where recipients of a campaign unsubscribe; it changes nothing",
			params: z.object({ token: z.string().max(512) }),
			raw: "text/html",
		},
		optOutOfCampaigns: {
			method: "POST",
			path: "/unsubscribe/{token}",
			access: "public",
			needsSpace: false,
			summary: "Unsubscribe a recipient from all campaigns of the sender (RFC 8058)",
			params: z.object({ token: z.string().max(512) }),
			raw: "text/html",
		},
	},
	{ scope: tool.scope },
);
