import { z } from "zod";
import { defineContract } from "#shared/contract.ts";
import { job } from "#shared/contracts/jobs.ts";
import { operation, plan } from "#shared/contracts/plans.ts";
import { CATEGORIES } from "#shared/mail/categories.ts";
import { backup, keepDays, restorePlan } from "./backups.ts";
import { tool } from "./tool.ts";
import { usage } from "./usage.ts";

export type { Backup, RestorePlan } from "./backups.ts";

/** A message's kind: that of its largest attachment where attachments are most of it, otherwise `text`. */
export const kind = z.enum(["pictures", "documents", "archives", "media", "other", "text"]);
export type Kind = z.infer<typeof kind>;

const cardType = z.enum([
	"old_promotions",
	"large_attachments",
	"old_emails",
	"spam_trash",
	"exact_duplicates",
	"near_duplicates",
]);

/** Actions for a card's messages; `backup`: write them to an mbox.gz file, then trash those that the file contains. */
export const cleanup = z.enum(["archive", "trash", "backup", "detach", "delete"]);
export type Cleanup = z.infer<typeof cleanup>;

export const card = z.object({
	type: cardType,
	title: z.string(),
	description: z.string(),
	/** Number of messages; for near duplicates, without the one to keep. */
	count: z.number(),
	bytes: z.number(),
	priority: z.enum(["high", "medium", "low"]),
	/** Available actions, the default first; empty: informational only. */
	cleanups: z.array(cleanup),
});
export type Card = z.infer<typeof card>;

export const bigSender = z.object({
	email: z.string(),
	name: z.string(),
	count: z.number(),
	bytes: z.number(),
	/** Share of the storage in scope, from 0 to 1. */
	share: z.number(),
});
export type BigSender = z.infer<typeof bigSender>;

export const analysis = z.object({
	/** When the last analysis ran; null: never, and only figures from rollups are available. */
	analyzedAt: z.string().nullable(),
	/** A running analysis. */
	job: job.nullable(),
	emails: z.number(),
	usage,
	/** What cleaning up all cards would free: each message counts once. */
	reclaimableBytes: z.number(),
	oldPromotionsCount: z.number(),
	largeAttachmentsCount: z.number(),
	oldEmailsCount: z.number(),
	/** Copies that could be removed, without the one to keep of each group. */
	duplicatesCount: z.number(),
	cards: z.array(card),
	senders: z.array(bigSender),
	recommendations: z.array(z.string()),
	/** Older mail is still being classified: figures may grow. */
	isClassifying: z.boolean(),
});
export type Analysis = z.infer<typeof analysis>;

/** The messages of a cleanup; `year` is a calendar year in UTC. */
export const selection = z.discriminatedUnion("type", [
	z.object({ type: cardType.exclude(["near_duplicates"]) }),
	/** The removable copies of one group. */
	z.object({ type: z.literal("copies_of"), kind: z.enum(["exact", "near"]), keptId: z.uuid() }),
	z.object({ type: z.literal("sender"), email: z.string().min(1).max(320) }),
	z.object({ type: z.literal("year"), year: z.number().int().min(1).max(9998) }),
	z.object({ type: z.literal("kind"), kind }),
]);
export type Selection = z.infer<typeof selection>;

/** One part of the storage; `key` is the value for a selection: an address, a year, a kind. Null: the rest. */
export const spaceCell = z.object({
	key: z.string().nullable(),
	label: z.string(),
	count: z.number(),
	bytes: z.number(),
	/** The month (first day, UTC) that its space is from on average; null: not known. */
	month: z.string().nullable(),
	/** The category that takes up most of it; null: none, or not known. */
	category: z.enum(CATEGORIES).nullable(),
});
export type SpaceCell = z.infer<typeof spaceCell>;

/** A message in a group of duplicates, and how it differs from the one to keep. */
const copy = z.object({
	id: z.uuid(),
	accountId: z.uuid(),
	subject: z.string(),
	senderName: z.string(),
	senderEmail: z.string(),
	receivedAt: z.string(),
	sizeBytes: z.number(),
	folderName: z.string(),
	isStarred: z.boolean(),
	/** As text; empty for the one to keep. */
	differences: z.array(z.string()),
});
export type Copy = z.infer<typeof copy>;

const copies = z.object({
	keptId: z.uuid(),
	/** Emails in the group, including the one to keep. */
	count: z.number(),
	/** Of them, those that can be removed: not the one to keep, and not starred. */
	removable: z.number(),
	/** The first ones, the one to keep before the others. */
	copies: z.array(copy),
});
export type Copies = z.infer<typeof copies>;

const sweepTerms = z.object({
	/** Messages of the sender that are kept whatever their age. */
	keepNewest: z.number().int().min(1).max(1_000).nullable(),
	olderThanDays: z.number().int().min(1).max(3_650).nullable(),
	action: z.enum(["archive", "trash"]),
});

const sweepDraft = sweepTerms
	.extend({ account: z.uuid(), senderEmail: z.string().trim().min(3).max(320) })
	.refine(({ keepNewest, olderThanDays }) => keepNewest !== null || olderThanDays !== null, {
		path: ["keepNewest"],
		message: "Specify how many emails to keep, or a maximum age.",
	});
export type SweepDraft = z.infer<typeof sweepDraft>;

const sweep = sweepTerms.extend({
	id: z.uuid(),
	accountId: z.uuid(),
	senderEmail: z.string(),
	senderName: z.string(),
	isActive: z.boolean(),
	createdAt: z.string(),
	lastRunAt: z.string().nullable(),
	/** The last run that matched something. */
	lastOperation: operation.nullable(),
	/** Over all runs, without messages that were restored. */
	sweptCount: z.number(),
});
export type Sweep = z.infer<typeof sweep>;

const id = z.object({ id: z.uuid() });
const scope = z.object({ account: z.uuid().optional() });
const planProblems = ["nothing-selected", "not-supported", "disconnected", "read-only"];

export const smartArchiveContract = defineContract(
	{
		getAnalysis: {
			method: "GET",
			path: "/api/v1/smart-archive/analysis",
			summary: "Get storage use and cleanup suggestions",
			query: scope,
			reply: analysis,
		},
		analyzeStorage: {
			method: "POST",
			path: "/api/v1/smart-archive/analysis",
			summary: "Analyze all mail again: quota, duplicates and sizes",
			body: scope,
			reply: z.object({ job }),
			status: 202,
		},
		getSpace: {
			method: "GET",
			path: "/api/v1/smart-archive/space",
			summary: "Get storage use by sender, year or type, without spam and trash",
			query: scope.extend({ by: z.enum(["sender", "year", "kind"]) }),
			reply: z.object({ cells: z.array(spaceCell), bytes: z.number() }),
		},
		planCleanup: {
			method: "POST",
			path: "/api/v1/smart-archive/plans",
			summary: "Plan a cleanup",
			body: scope.extend({ selection, action: z.enum(["archive", "trash", "delete"]) }),
			reply: plan,
			status: 201,
			scope: "mail:write",
			problems: planProblems,
		},
		listCopies: {
			method: "GET",
			path: "/api/v1/smart-archive/duplicates",
			summary: "List groups of duplicates or near duplicates",
			query: scope.extend({
				kind: z.enum(["exact", "near"]),
				limit: z.coerce.number().int().min(1).max(50).default(20),
				cursor: z.string().max(200).optional(),
			}),
			reply: z.object({ items: z.array(copies), nextCursor: z.string().nullable() }),
			scope: "mail:read",
			problems: ["bad-cursor"],
		},
		startBackup: {
			method: "POST",
			path: "/api/v1/smart-archive/backups",
			summary: "Back up a plan's messages to an mbox.gz file, then move them to the trash",
			body: z.object({
				/** A plan that moves mail to the trash and has not been applied yet. */
				plan: z.uuid(),
				/** What the backup contains, as text. */
				title: z.string().min(1).max(200),
				keepDays: keepDays.default(null),
			}),
			/** The job's result has the operation's id as `operationId`. */
			reply: z.object({ backup, job }),
			status: 202,
			scope: "mail:write",
			problems: ["bad-request", "plan-applied", "plan-expired", "too-many-backups", "storage-quota"],
		},
		listBackups: {
			method: "GET",
			path: "/api/v1/smart-archive/backups",
			summary: "List backups, newest first",
			query: z.object({
				/** Only those with all of these words in their title or the name of a mailbox. */
				q: z.string().max(200).optional(),
				limit: z.coerce.number().int().min(1).max(200).default(50),
				cursor: z.string().max(200).optional(),
			}),
			reply: z.object({ items: z.array(backup), nextCursor: z.string().nullable() }),
			problems: ["bad-cursor"],
		},
		downloadBackup: {
			method: "GET",
			path: "/api/v1/smart-archive/backups/{id}/file",
			summary: "Download a backup as an mbox.gz file (mboxrd, gzip)",
			params: id,
			raw: "application/gzip",
			scope: "mail:read",
			problems: ["backup-not-ready", "backup-expired"],
		},
		planRestore: {
			method: "GET",
			path: "/api/v1/smart-archive/backups/{id}/restore",
			summary: "Preview restoring a backup",
			params: id,
			/** The mailbox to restore to; absent: those that the emails came from. */
			query: scope,
			reply: restorePlan,
			problems: ["backup-not-ready", "backup-expired"],
		},
		startRestore: {
			method: "POST",
			path: "/api/v1/smart-archive/backups/{id}/restore",
			summary: "Restore a backup's emails to their folders; emails that are already there are skipped",
			params: id,
			body: scope,
			/** The job's result has the operation's id as `operationId`, and how many emails the provider refused as `refused`. */
			reply: z.object({ job }),
			status: 202,
			scope: "mail:write",
			problems: ["backup-not-ready", "backup-expired"],
		},
		keepBackup: {
			method: "PATCH",
			path: "/api/v1/smart-archive/backups/{id}",
			summary: "Change how long a backup is kept",
			params: id,
			body: z.object({ keepDays }),
			reply: backup,
			scope: "mail:write",
			problems: ["backup-not-ready", "backup-expired"],
		},
		deleteBackup: {
			method: "DELETE",
			path: "/api/v1/smart-archive/backups/{id}",
			summary: "Delete a backup and its file",
			params: id,
			scope: "mail:write",
		},
		detachAttachments: {
			method: "POST",
			path: "/api/v1/smart-archive/detachments",
			summary: "Replace a plan's messages with copies without attachments; the originals move to the trash",
			body: z.object({
				/** A plan that moves mail to the trash and has not been applied yet. */
				plan: z.uuid(),
			}),
			/** The job's result has the operation's id as `operationId`. */
			reply: z.object({ job }),
			status: 202,
			scope: "mail:write",
			problems: ["bad-request", "plan-applied", "plan-expired"],
		},
		previewSweep: {
			method: "POST",
			path: "/api/v1/smart-archive/sweeps/preview",
			summary: "Plan what a sweep rule would sweep now",
			body: sweepDraft,
			reply: plan,
			status: 201,
			scope: "mail:write",
			problems: planProblems,
		},
		saveSweep: {
			method: "POST",
			path: "/api/v1/smart-archive/sweeps",
			summary: "Save a sweep rule, and apply its plan",
			body: z.object({
				rule: sweepDraft,
				/** From `previewSweep`; absent: there was nothing to sweep. */
				plan: z.uuid().optional(),
			}),
			reply: z.object({ sweep, job: job.nullable() }),
			status: 201,
			scope: "mail:write",
			problems: ["plan-applied", "plan-expired"],
		},
		listSweeps: {
			method: "GET",
			path: "/api/v1/smart-archive/sweeps",
			summary: "List sweep rules with their last runs",
			query: scope,
			reply: z.object({ items: z.array(sweep) }),
		},
		updateSweep: {
			method: "PATCH",
			path: "/api/v1/smart-archive/sweeps/{id}",
			summary: "Turn a sweep rule on or off",
			params: id,
			body: z.object({ isActive: z.boolean() }),
			reply: sweep,
			scope: "mail:write",
		},
		deleteSweep: {
			method: "DELETE",
			path: "/api/v1/smart-archive/sweeps/{id}",
			summary: "Delete a sweep rule; emails it swept stay where they are",
			params: id,
			scope: "mail:write",
		},
	},
	{ scope: tool.scope },
);
