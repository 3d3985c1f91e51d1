import { z } from "zod";
import { defineContract } from "#shared/contract.ts";
import { job } from "#shared/contracts/jobs.ts";
import { engine } from "#shared/contracts/model.ts";
import { limits } from "./limits.ts";
import { publicRoutes } from "./public-routes.ts";
import {
	campaign,
	campaignReply,
	campaignSummary,
	counts,
	forecast,
	plan,
	preview,
	recipient,
	timelineEvent,
	variant,
} from "./shapes.ts";
import { candidate, candidateQuery, row, sender, template, waitingThread } from "./sources.ts";
import { recipientStates, replyGroups, replyTones } from "./states.ts";
import { tool } from "./tool.ts";

export type {
	Campaign,
	CampaignReply,
	CampaignSummary,
	Comparison,
	Finding,
	Forecast,
	NextStepProposal,
	Plan,
	Preview,
	Recipient,
	Step,
} from "./shapes.ts";
export type { Candidate, Template, WaitingThread } from "./sources.ts";

const id = z.object({ id: z.uuid() });

export const campaignsContract = defineContract(
	{
		listCampaigns: {
			method: "GET",
			path: "/api/v1/campaigns",
			summary: "List campaigns with their counts, newest first, and the totals",
			query: z.object({
				limit: z.coerce.number().int().min(1).max(500).default(100),
				cursor: z.string().max(200).optional(),
				/** Those that were archived, instead of the others. */
				archived: z.stringbool().default(false),
			}),
			reply: z.object({
				items: z.array(campaignSummary),
				total: z.number(),
				nextCursor: z.string().nullable(),
				/** Of all pages. Opens and clicks: null where no campaign tracks them. */
				totals: counts,
			}),
			problems: ["bad-cursor"],
		},
		listCampaignSenders: {
			method: "GET",
			path: "/api/v1/campaigns/senders",
			summary: "List the mailboxes to send campaigns from, and why some can't",
			reply: z.object({ items: z.array(sender) }),
		},
		listCampaignTemplates: {
			method: "GET",
			path: "/api/v1/campaigns/templates",
			summary: "List the texts that were saved as templates, by name",
			reply: z.object({ items: z.array(template) }),
		},
		listWaitingThreads: {
			method: "GET",
			path: "/api/v1/campaigns/waiting",
			scope: "mail:read",
			summary: "List conversations of the last 30 days that wait for the user's answer, or for that of others",
			query: z.object({
				for: z.enum(["me", "them"]),
				account: z.uuid().optional(),
				limit: z.coerce.number().int().min(1).max(1_000).default(200),
				cursor: z.string().max(200).optional(),
			}),
			/** Newest first; `total`: of all pages. */
			reply: z.object({ items: z.array(waitingThread), total: z.number(), nextCursor: z.string().nullable() }),
			problems: ["bad-cursor"],
		},
		listCampaignReplies: {
			method: "GET",
			path: "/api/v1/campaigns/replies",
			scope: "mail:read",
			summary: "List the latest reply of everyone who answered a campaign, newest first, sorted by what they say",
			query: z.object({
				group: z.enum(replyGroups).optional(),
				campaign: z.uuid().optional(),
				limit: z.coerce.number().int().min(1).max(200).default(50),
				cursor: z.string().max(200).optional(),
			}),
			reply: z.object({
				items: z.array(campaignReply),
				/** Of the group. */
				total: z.number(),
				/** Of each group. */
				counts: z.partialRecord(z.enum(replyGroups), z.number()),
				nextCursor: z.string().nullable(),
			}),
			problems: ["bad-cursor"],
		},
		draftNudge: {
			method: "POST",
			path: "/api/v1/campaigns/nudges",
			scope: "mail:write",
			summary: "Write a short reminder of a message that the user sent and nobody answered; nothing is sent or stored",
			body: z.object({
				/** The last message of its conversation. */
				emailId: z.uuid(),
				/** The user's (IANA), for the date of the message. */
				timeZone: z.string().max(64).default("UTC"),
			}),
			reply: z.object({ text: z.string(), engine }),
			problems: [
				"not-found",
				"not-sent",
				"answered",
				"unknown-language",
				"model-limit",
				"model-unavailable",
				"model-refused",
				"model-bad-answer",
			],
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
		getCampaignForecast: {
			method: "GET",
			path: "/api/v1/campaigns/{id}/forecast",
			summary:
				"Forecast what leaves when: of a draft as if it were launched now, of a paused campaign as if resumed now",
			params: id,
			reply: forecast,
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
		changeCampaign: {
			method: "PUT",
			path: "/api/v1/campaigns/{id}/in-progress",
			// It changes what is sent, as a launch does.
			scope: "mail:write",
			summary: "Change a campaign in progress, from everyone's next message on",
			params: id,
			body: plan,
			reply: campaign,
			problems: ["wrong-state", "bad-plan", "missing-field"],
		},
		renameCampaign: {
			method: "PUT",
			path: "/api/v1/campaigns/{id}/name",
			summary: "Rename a campaign",
			params: id,
			body: plan.pick({ name: true }),
			reply: campaign,
		},
		archiveCampaign: {
			method: "PUT",
			path: "/api/v1/campaigns/{id}/archived",
			summary: "Put a campaign that is not in progress away from the list, or back into it",
			params: id,
			body: z.object({ archived: z.boolean() }),
			reply: campaign,
			problems: ["campaign-active"],
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
		listCandidates: {
			method: "GET",
			path: "/api/v1/campaigns/candidates",
			scope: "mail:read",
			summary: "List people, or those in the emails that a search finds, who can be added as recipients",
			query: z.object(candidateQuery),
			/** The first of them, and how many there are; `total` is at most the limit of recipients. */
			reply: z.object({
				items: z.array(candidate),
				total: z.number(),
				/** Contacts are still being computed. */
				isPreparing: z.boolean(),
			}),
			problems: ["bad-query", "query-unsearchable", "search-behind"],
		},
		addCandidates: {
			method: "POST",
			path: "/api/v1/campaigns/{id}/recipients/from-mail",
			scope: "mail:write",
			summary:
				"Add people, or those in the emails that a search finds, to a draft; with their name and company as fields",
			params: id,
			body: z.object({
				...candidateQuery,
				/** Addresses to leave out. */
				except: z.array(z.string().max(320)).max(limits.candidates),
			}),
			reply: z.object({ added: z.number(), duplicates: z.number() }),
			problems: [
				"not-a-draft",
				"too-many-recipients",
				"nobody-found",
				"bad-query",
				"query-unsearchable",
				"search-behind",
			],
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
				/** Absent: the recipient's own. */
				variant: variant.optional(),
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
		setReplyTone: {
			method: "PUT",
			path: "/api/v1/campaigns/recipients/{id}/tone",
			summary: "Say what a recipient's reply means, in place of what was proposed",
			params: id,
			body: z.object({
				/** Null: none of them. */
				tone: z.enum(replyTones).nullable(),
			}),
			reply: recipient,
			problems: ["no-reply"],
		},
		takeNextStep: {
			method: "POST",
			path: "/api/v1/campaigns/recipients/{id}/next-step",
			scope: "mail:write",
			summary: "Do what a reply proposes: snooze it, add the colleague it names to the campaign, or write no more",
			params: id,
			body: z.discriminatedUnion("kind", [
				/** Archives the reply until then. */
				z.object({ kind: z.literal("remind"), until: z.iso.datetime() }),
				z.object({ kind: z.literal("add_colleague") }),
				/** Adds the address to the suppression list. */
				z.object({ kind: z.literal("suppress") }),
			]),
			reply: recipient,
			problems: ["no-reply", "bad-time", "cannot-snooze", "cannot-add", "not-available"],
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
		...publicRoutes,
	},
	{ scope: tool.scope },
);
