import { z } from "zod";
import type { OfferedRoute } from "./mcp-tools.ts";

/** Tools of AI clients for outreach: they check addresses, look people up, and write drafts. None of them sends. */

const limit = z.number().int().min(1).max(50).default(20);

/** A plain message; the user can format it in the app. */
const message = z
	.object({
		subject: z.string().max(200).describe("Empty in a follow-up: it is a reply in the same conversation."),
		body: z.string().min(1).max(20_000).describe("Plain text; {{first_name|there}} is a merge field with a fallback."),
		waitDays: z.number().int().min(0).max(60).default(0).describe("Working days after the message before."),
	})
	.transform((given) => ({ ...given, subjectB: "", html: null, condition: "no_reply" as const }));

const WEEKDAYS = [1, 2, 3, 4, 5];
/** Nine to five, in minutes after midnight. */
const OFFICE_HOURS = { from: 9 * 60, until: 17 * 60 };

export const outreachRoutes: readonly OfferedRoute[] = [
	{
		name: "validate_emails",
		route: "validateEmails",
		description:
			"Check whether up to 50 email addresses can receive mail. `unknown` is no verdict: the mailbox was not checked, or its server did not say. Counts towards the user's plan.",
		narrowed: { emails: z.array(z.string().min(1).max(320)).min(1).max(50) },
		effect: "plans",
		reachesOut: true,
	},
	{
		name: "enrich_person",
		route: "enrichEmail",
		description:
			"Look up who is behind an email address: name, company, position, phone, from the user's own mail and the public sources that the user has turned on. Each fact has its confidence and evidence.",
		effect: "plans",
		reachesOut: true,
	},
	{
		name: "list_campaigns",
		route: "listCampaigns",
		description: "List the user's campaigns, newest first, with how many people were written to and replied.",
		narrowed: { limit },
	},
	{
		name: "list_campaign_replies",
		route: "listCampaignReplies",
		description:
			"List what people answered to campaigns, newest first, with what each reply says: interested, not_now, refused, wrong_person, question, absent or unsure.",
		narrowed: { limit },
	},
	{
		name: "draft_campaign",
		route: "createCampaign",
		description:
			"Draft a campaign: up to ten messages that go to each recipient until they reply. It stays a draft: the user checks, completes and launches it in the app. Add people with add_campaign_recipients.",
		takes: ["name", "accountIds", "fromName", "postalAddress", "timeZone", "steps"],
		narrowed: {
			accountIds: z.array(z.uuid()).max(20).default([]).describe("Mailboxes to send from, of list_mailboxes."),
			fromName: z.string().max(120).default(""),
			postalAddress: z.string().max(500).default(""),
			timeZone: z.string().min(1).max(64).default("UTC"),
			steps: z.array(message).min(1).max(10),
		},
		fixed: {
			...{ sendDays: WEEKDAYS, sendFrom: OFFICE_HOURS.from, sendUntil: OFFICE_HOURS.until, startsAt: null },
			...{ dailyCap: 50, spacingSeconds: 120, stopsOrganization: true, includesConversations: false },
			...{ tracksOpens: false, tracksClicks: false },
		},
		present: draftOf,
		effect: "plans",
	},
	{
		name: "add_campaign_recipients",
		route: "addRecipients",
		description:
			"Add up to 500 people to a draft campaign, with values for its merge fields (first_name, company). Someone who is in it already is skipped. Invalid and suppressed addresses are left out when the user checks the campaign.",
		narrowed: {
			rows: z
				.array(
					z.object({
						email: z.string().max(320),
						fields: z.record(z.string().max(100), z.string().max(2_000)).default({}),
					}),
				)
				.min(1)
				.max(500),
		},
		effect: "plans",
	},
];

/** A draft, without its counts. */
function draftOf({ id, name, plan }: { id: string; name: string; plan: { steps: unknown[] } }) {
	const notes = ["The campaign is a draft. Nothing is sent until the user checks and launches it in the app."];
	return { data: { id, name, messages: plan.steps.length }, notes };
}
