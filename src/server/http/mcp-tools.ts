import { z } from "zod";
import { action, type Operation } from "#shared/contracts/plans.ts";
import { emailCursor, type Presented, presentEmail, TEXT_LIMIT } from "./mcp-email.ts";
import { outreachRoutes } from "./mcp-outreach.ts";

/** A route that AI clients may call as a tool. What it takes and which scope it needs is in the route's contract. */
export interface OfferedRoute {
	/** The tool's name. */
	name: string;
	/** The route's operation id. */
	route: string;
	/** For the model: when to use the tool, and what is not obvious from the input's names. */
	description: string;
	/** Which parts of the route's input the tool takes; all when absent. */
	takes?: readonly string[];
	/** Narrower schemas for parts of the input. */
	narrowed?: Record<string, z.ZodType>;
	/** Parts of the input that the tool itself sets. */
	fixed?: Record<string, unknown>;
	/** Input of the tool itself, which the route does not get. */
	own?: Record<string, z.ZodType>;
	/** What the tool returns of the route's reply; everything when absent. */
	present?: (reply: never, input: object) => Presented;
	/** A route with the same path parameters that is called first; its reply may be a reason to refuse. */
	first?: { route: string; refuse: (reply: never) => string | null };
	/** What the tool does besides reading. */
	effect?: "plans" | "changes";
	/** Whether it asks other servers. */
	reachesOut?: boolean;
}

const limit = z.number().int().min(1).max(50).default(20);

const searchLanguage = `Search language: words match anywhere (subject, people, text, attachment names); "a phrase"; OR; -word; parentheses. Operators: from:, to:, from:<exact@address>, domain:, subject:, filename:, has:attachment, larger:5M, smaller:500k, older_than:6m, newer_than:3d (d, w, m, y), before:2026-03-31, after:2026-03-31, is:unread, is:read, is:starred, is:important, is:answered, is:suspicious, in:inbox, in:sent, in:anywhere, in:"Folder name", label:, category:promotions|social|updates|forums|primary, is:list, list:, auth:failed. Spam and trash are left out unless the search has in:.`;

/** The routes that AI clients can call. Whatever is not listed here, they cannot do. */
export const offeredRoutes: readonly OfferedRoute[] = [
	{
		name: "list_mailboxes",
		route: "listAccounts",
		description: "List the user's connected mailboxes. Other tools take a mailbox's id as `account`.",
	},
	{
		name: "search_emails",
		route: "listEmails",
		description: `Search emails, newest first. Returns subjects, senders, dates, previews and \`trust\` (safe, unknown, suspicious or forged); read_email returns the text. Pass nextCursor as cursor for the next page. ${searchLanguage}`,
		takes: ["account", "folder", "q", "limit", "cursor"],
		narrowed: { limit },
	},
	{
		name: "list_conversation",
		route: "listEmails",
		description: "List the emails of one conversation, newest first. `thread` is the threadId of any of its emails.",
		takes: ["thread", "limit", "cursor"],
		narrowed: { thread: z.uuid(), limit },
	},
	{
		name: "read_email",
		route: "getEmail",
		description: `Read one email as plain text, with its recipients, attachment names, how far it can be trusted and why. An answer has at most ${TEXT_LIMIT.toLocaleString("en-US")} characters of text and 50 recipients and attachments each; it says when there are more, and the cursor for them.`,
		own: { cursor: emailCursor },
		present: presentEmail,
	},
	{
		name: "summarize_email",
		route: "email-ai-summary",
		description:
			"Summarize one email: main sentence, longer summary, action items with dates. The summary is stored with the email.",
		takes: ["emailId"],
	},
	{
		name: "list_contacts",
		route: "listContacts",
		description: "List people the user corresponds with, by part of a name, address, company or organization.",
		narrowed: { limit },
	},
	{
		name: "list_waiting_conversations",
		route: "listWaitingThreads",
		description:
			"List conversations of the last 30 days that wait for an answer: `for` is `me` where the user should answer, `them` where others should. Pass nextCursor as cursor for the next page.",
		narrowed: { limit },
	},
	{
		name: "list_mailing_lists",
		route: "listSubscriptions",
		description:
			"List the mailing lists and newsletters that the user receives, with how many emails each sent. Pass nextCursor as cursor for the next page.",
		narrowed: { limit },
	},
	{
		name: "get_statistics",
		route: "get_email_statistics",
		description: "Get figures of one mailbox or all: number of emails, unread, storage, mailbox health.",
	},
	{
		name: "plan_change",
		route: "createPlan",
		description: `Plan a change to emails: archive, trash, mark as spam or read, star, label, move, restore. Select them by ids or by a search in query. Nothing changes until the plan is applied: with apply_plan, or by the user, who sees waiting plans under Activity in the app. A plan expires after a day. Permanent deletion is not possible. ${searchLanguage}`,
		takes: ["action", "ids", "query", "account", "folder"],
		narrowed: { action: z.discriminatedUnion("type", reversible()) },
		fixed: { source: "mcp" },
		effect: "plans",
	},
	{
		name: "apply_plan",
		route: "applyPlan",
		description:
			"Apply a plan that plan_change made. Only after the user has agreed to this plan. The change is in the user's activity log and can be undone.",
		first: {
			route: "getOperation",
			refuse: (operation: Operation) =>
				operation.action.type === "delete"
					? "This plan deletes permanently. Only the user can apply it, in the app."
					: null,
		},
		effect: "changes",
	},
	{
		name: "undo_change",
		route: "undoOperation",
		description: "Undo an applied plan: its emails return to their earlier state.",
		effect: "changes",
	},
	{
		name: "list_changes",
		route: "listOperations",
		description: "List past changes to emails with their state, newest first, and whether they can be undone.",
		narrowed: { limit },
	},
	...outreachRoutes,
];

type Reversible = Exclude<(typeof action.options)[number], { shape: { type: z.ZodLiteral<"delete"> } }>;

/** The actions that can be undone. */
function reversible(): [Reversible, ...Reversible[]] {
	return action.options.filter(({ shape }) => shape.type.value !== "delete") as [Reversible, ...Reversible[]];
}
