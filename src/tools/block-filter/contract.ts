import { z } from "zod";
import { defineContract } from "#shared/contract.ts";
import { folderRole } from "#shared/contracts/accounts.ts";
import { emailItem } from "#shared/contracts/emails.ts";
import { job } from "#shared/contracts/jobs.ts";
import { operation, plan } from "#shared/contracts/plans.ts";
import { condition } from "./condition.ts";
import { tool } from "./tool.ts";

/** The four simple types; `advanced` uses `conditions`. */
export const ruleType = z.enum(["domain", "sender", "subject", "keyword", "advanced"]);
export type RuleType = z.infer<typeof ruleType>;

/**
 * `delete`: to the trash. `block`: to spam, or to the trash where there is no spam folder. `forward`: a draft with the
 * message attached, for new mail only.
 */
export const filterAction = z.enum(["delete", "archive", "label", "block", "move", "star", "mark_read", "forward"]);
export type FilterAction = z.infer<typeof filterAction>;

/** A rule as the user enters it. Empty strings are rejected with the specification's sentence, not by the schema. */
export const filterDraft = z.object({
	name: z.string().trim().max(200),
	ruleType,
	/** For the simple types. */
	ruleValue: z.string().trim().max(500).default(""),
	/** For `advanced`. */
	conditions: condition.nullable().default(null),
	action: filterAction,
	/** For `label`. */
	labelName: z.string().trim().max(200).nullable().default(null),
	/** For `move`: a folder name, resolved in each mailbox; created where missing. */
	folderName: z.string().trim().max(300).nullable().default(null),
	/** For `forward`: an address. */
	forwardTo: z.string().trim().max(320).nullable().default(null),
	isActive: z.boolean().default(true),
	/** Null: all mailboxes, as in rows of the specification, which name none. */
	accountId: z.uuid().nullable().default(null),
});
export type FilterDraft = z.input<typeof filterDraft>;

export const filter = z.object({
	id: z.uuid(),
	name: z.string(),
	ruleType,
	ruleValue: z.string(),
	conditions: condition.nullable(),
	action: filterAction,
	labelName: z.string().nullable(),
	folderName: z.string().nullable(),
	forwardTo: z.string().nullable(),
	isActive: z.boolean(),
	accountId: z.uuid().nullable(),
	/** The condition as a search query, see docs/search.md. */
	query: z.string(),
	/** Why it could not act the last time. */
	lastError: z.string().nullable(),
	/** Number of messages it has acted on, without those that were restored by an undo. */
	hitCount: z.number(),
	/** Null: none, or all were restored. */
	lastHitAt: z.string().nullable(),
	/** Like `hitCount`, of the past 30 days. */
	recentHitCount: z.number(),
	/** Whether it has ever acted on a message; those that were restored count as long as the undo can be undone. */
	hasMatched: z.boolean(),
	/** The search for received mail that matches now, in any folder: also mail that matched before the filter existed. */
	matchingQuery: z.string(),
	createdAt: z.string(),
});
export type Filter = z.infer<typeof filter>;

/** A warning about a rule's position relative to the others. */
export const filterWarning = z.object({
	/**
	 * `conflict`: another rule has the same condition and a different action. `never_reached`: an earlier rule already
	 * matches everything this one does. `never_fires`: no stored message matches.
	 */
	kind: z.enum(["conflict", "never_reached", "never_fires"]),
	filterId: z.uuid().nullable(),
	/** The other rule. */
	otherId: z.uuid().nullable(),
	sentence: z.string(),
});
export type FilterWarning = z.infer<typeof filterWarning>;

/** What an unsaved rule would do to stored mail. */
export const preview = z.object({
	count: z.number(),
	bytes: z.number(),
	/** Of these, how many earlier active rules match; null: too many matches to count immediately. */
	matchedBefore: z.number().nullable(),
	folders: z.array(
		z.object({ accountId: z.uuid(), folderId: z.string(), name: z.string(), role: folderRole, count: z.number() }),
	),
	/** The newest matches. */
	sample: z.array(emailItem),
	/** The search that lists them, in the folders that the rule acts in. */
	query: z.string(),
	warnings: z.array(filterWarning),
});
export type Preview = z.infer<typeof preview>;

/** What applying a rule to one mailbox would do, and has done. */
export const filterPlan = z.object({
	filterId: z.uuid(),
	accountId: z.uuid(),
	/** Messages it matches that no earlier rule has matched. */
	matched: z.number(),
	/** As it was made; null: nothing would change. */
	plan: plan.omit({ sample: true }).nullable(),
	/** Why it cannot act in this mailbox. */
	reason: z.string().nullable(),
	/** Once the plan is applied: its operation, which has the plan's id. */
	operation: operation
		.pick({ state: true, applied: true, skipped: true, failed: true })
		.extend({ canUndo: z.boolean(), error: z.string().nullable() })
		.nullable(),
});
export type FilterPlan = z.infer<typeof filterPlan>;

export const fileFormat = z.enum(["gmail", "sieve", "json"]);
export type FileFormat = z.infer<typeof fileFormat>;

/** Contents of a file, before anything is imported. */
export const importPreview = z.object({
	format: fileFormat,
	filters: z.array(
		z.object({
			draft: filterDraft,
			/** What works differently here, in sentences. */
			notes: z.array(z.string()),
			/** Why it cannot be imported; null: it can. */
			error: z.string().nullable(),
			/** An existing rule has the same condition and action. */
			isKnown: z.boolean(),
		}),
	),
	/** What could not be imported at all, with its line number where available. */
	skipped: z.array(z.object({ name: z.string(), reason: z.string(), line: z.number().nullable() })),
});
export type ImportPreview = z.infer<typeof importPreview>;

export const screenerMailbox = z.object({
	accountId: z.uuid(),
	isOn: z.boolean(),
	/** Held mail is in the folder (or has the label) "Screener"; otherwise it stays in the inbox. */
	quarantines: z.boolean(),
	/** How it can quarantine mail. */
	by: z.enum(["folder", "label"]).nullable(),
	/** Why not, where it cannot be enabled. */
	reason: z.string().nullable(),
});
export type ScreenerMailbox = z.infer<typeof screenerMailbox>;

export const screenedSender = z.object({
	accountId: z.uuid(),
	senderEmail: z.string(),
	senderName: z.string(),
	state: z.enum(["waiting", "accepted", "blocked"]),
	/** Stored messages of this sender. */
	count: z.number(),
	firstAt: z.string(),
	decidedAt: z.string().nullable(),
	newest: z.object({ id: z.uuid(), subject: z.string(), preview: z.string(), receivedAt: z.string() }).nullable(),
});
export type ScreenedSender = z.infer<typeof screenedSender>;

const id = z.object({ id: z.uuid() });
const account = z.uuid().optional();
const drafted = ["required-fields", "bad-condition", "query-unsearchable", "too-many-filters"];
const filters = z.object({ items: z.array(filter) });

export const filtersContract = defineContract(
	{
		listFilters: {
			method: "GET",
			path: "/api/v1/filters",
			summary: "List filters in evaluation order",
			reply: filters,
		},
		createFilter: {
			method: "POST",
			path: "/api/v1/filters",
			summary: "Create a filter; it is added last",
			scope: "mail:write",
			body: filterDraft,
			reply: filter,
			status: 201,
			problems: drafted,
		},
		createFilters: {
			method: "POST",
			path: "/api/v1/filters/batch",
			summary: "Create several filters, all or none",
			scope: "mail:write",
			body: z.object({ filters: z.array(filterDraft).min(1).max(500) }),
			reply: filters,
			status: 201,
			problems: drafted,
		},
		updateFilter: {
			method: "PATCH",
			path: "/api/v1/filters/{id}",
			summary: "Update a filter, or turn it on or off",
			scope: "mail:write",
			params: id,
			body: z.object({ draft: filterDraft.optional(), isActive: z.boolean().optional() }),
			reply: filter,
			problems: drafted,
		},
		deleteFilter: {
			method: "DELETE",
			path: "/api/v1/filters/{id}",
			summary: "Delete a filter; it can be restored for a day",
			params: id,
		},
		restoreFilter: {
			method: "POST",
			path: "/api/v1/filters/{id}/restore",
			summary: "Restore a deleted filter at its position",
			scope: "mail:write",
			params: id,
			reply: filter,
		},
		orderFilters: {
			method: "POST",
			path: "/api/v1/filters/order",
			summary: "Set the order of filters",
			/** All ids; new rules that are not listed come last. */
			body: z.object({ ids: z.array(z.uuid()).max(1_000) }),
			reply: filters,
		},
		previewFilter: {
			method: "POST",
			path: "/api/v1/filters/preview",
			summary: "Test a filter on existing mail without saving it",
			scope: "mail:write",
			/** `id`: of the rule being edited. */
			body: z.object({
				draft: filterDraft,
				id: z.uuid().optional(),
				limit: z.number().int().min(0).max(100).default(20),
			}),
			reply: preview,
			problems: [...drafted, "bad-query"],
		},
		checkFilters: {
			method: "GET",
			path: "/api/v1/filters/warnings",
			summary: "List filters that contradict each other, are never reached, or never match",
			reply: z.object({ items: z.array(filterWarning) }),
		},
		planFilters: {
			method: "POST",
			path: "/api/v1/filters/plans",
			summary: "Plan what the active filters would do to existing mail",
			scope: "mail:write",
			body: z.object({
				account,
				/** Only these rules. */
				ids: z.array(z.uuid()).max(1_000).optional(),
				/** Also applies the plans. */
				apply: z.boolean().default(false),
			}),
			/** Its id is that of the plans. */
			reply: z.object({ job }),
			status: 202,
			problems: ["no-active-filters"],
		},
		listFilterPlans: {
			method: "GET",
			path: "/api/v1/filters/plans/{id}",
			summary: "List plans by filter and mailbox, and what they have changed; they are kept for a day",
			params: id,
			query: z.object({
				limit: z.coerce.number().int().min(1).max(200).default(100),
				cursor: z.string().max(200).optional(),
			}),
			reply: z.object({
				items: z.array(filterPlan),
				/** Of all pages: items, and what the plans would change. */
				total: z.number(),
				count: z.number(),
				bytes: z.number(),
				nextCursor: z.string().nullable(),
			}),
			problems: ["bad-cursor"],
		},
		applyFilters: {
			method: "POST",
			path: "/api/v1/filters/plans/{id}/apply",
			summary: "Apply the plans; one that is applied already is not repeated",
			scope: "mail:write",
			params: id,
			reply: z.object({ job }),
			status: 202,
			problems: ["plans-incomplete", "plan-expired"],
		},
		exportFilters: {
			method: "GET",
			path: "/api/v1/filters/export",
			summary: "Export filters as Gmail XML, Sieve or JSON",
			query: z.object({ format: fileFormat }),
			raw: "text/plain",
		},
		readFilters: {
			method: "POST",
			path: "/api/v1/filters/read",
			summary: "Preview a file of filters without importing it",
			query: z.object({ format: fileFormat.optional() }),
			bytes: true,
			reply: importPreview,
			problems: ["bad-file", "too-large", "file-too-complex"],
		},
		getScreener: {
			method: "GET",
			path: "/api/v1/filters/screener",
			summary: "List first-time senders",
			scope: "mail:read",
			query: z.object({
				account,
				state: screenedSender.shape.state.default("waiting"),
				limit: z.coerce.number().int().min(1).max(200).default(100),
				cursor: z.string().max(500).optional(),
			}),
			reply: z.object({
				mailboxes: z.array(screenerMailbox),
				items: z.array(screenedSender),
				waiting: z.number(),
				nextCursor: z.string().nullable(),
			}),
			problems: ["bad-cursor"],
		},
		getScreenerPreview: {
			method: "GET",
			path: "/api/v1/filters/screener/preview",
			summary: "List the senders that the screener would have held in the past 30 days",
			scope: "mail:read",
			query: z.object({
				account: z.uuid(),
				limit: z.coerce.number().int().min(1).max(500).default(100),
				cursor: z.string().max(1_000).optional(),
			}),
			reply: z.object({
				/** Start of the 30 days. */
				since: z.string(),
				/** Their emails in the inbox. */
				count: z.number(),
				/** Senders of all pages. */
				total: z.number(),
				/** Latest first. */
				items: z.array(z.object({ senderEmail: z.string(), senderName: z.string(), count: z.number() })),
				nextCursor: z.string().nullable(),
			}),
			problems: ["bad-cursor"],
		},
		setScreener: {
			method: "POST",
			path: "/api/v1/filters/screener",
			summary: "Turn the screener of a mailbox on or off",
			scope: "mail:write",
			body: z.object({
				account: z.uuid(),
				isOn: z.boolean(),
				quarantines: z.boolean().default(true),
				/** Also screens what `getScreenerPreview` lists. */
				withRecent: z.boolean().default(false),
			}),
			reply: screenerMailbox,
			problems: ["disconnected", "read-only", "not-supported"],
		},
		decideSenders: {
			method: "POST",
			path: "/api/v1/filters/screener/decisions",
			summary: "Accept senders and restore their mail to the inbox, or block them",
			scope: "mail:write",
			body: z.object({
				account: z.uuid(),
				senders: z.array(z.string().max(400)).min(1).max(200),
				decision: z.enum(["accept", "block", "wait"]),
			}),
			/** The operations that this started. */
			reply: z.object({ operations: z.array(operation) }),
		},
	},
	{ scope: tool.scope },
);
