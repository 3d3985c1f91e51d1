import { z } from "zod";
import { defineContract } from "../contract.ts";
import { FLAGS, SETTABLE_FLAGS, type SettableFlag } from "../mail/flags.ts";
import { folderRole, serverWait } from "./accounts.ts";
import { emailItem } from "./emails.ts";
import { job } from "./jobs.ts";

const flagAction = (flag: SettableFlag) =>
	z.object({ type: z.literal(FLAGS[flag].change.action), value: z.boolean().default(true) });
type FlagActionSchema = ReturnType<typeof flagAction>;
const flagActions = SETTABLE_FLAGS.map(flagAction) as [FlagActionSchema, ...FlagActionSchema[]];

/** Actions on messages. `delete` is permanent; everything else can be undone. */
export const action = z.discriminatedUnion("type", [
	...flagActions,
	z.object({ type: z.literal("archive") }),
	z.object({ type: z.literal("trash") }),
	z.object({ type: z.literal("spam") }),
	/** Back to the folder it was trashed, archived or marked from; the inbox if unknown. */
	z.object({ type: z.literal("restore") }),
	z.object({ type: z.literal("move"), folderId: z.string().min(1).max(1000) }),
	z.object({
		type: z.literal("label"),
		add: z.array(z.string().min(1).max(200)).max(50).default([]),
		remove: z.array(z.string().min(1).max(200)).max(50).default([]),
	}),
	z.object({ type: z.literal("delete") }),
]);
export type Action = z.infer<typeof action>;

const requestable: readonly string[] = action.options.map(({ shape }) => shape.type.value);

/** What a past operation did: the requestable actions, and those that only tools perform. */
export const pastAction = z.union([
	action,
	z.object({
		type: z.string().refine((type) => !requestable.includes(type), "This action lacks a part"),
	}),
]);
export type PastAction = z.infer<typeof pastAction>;

export const operationState = z.enum(["planned", "running", "done", "failed", "cancelled", "expired"]);

export const operation = z.object({
	id: z.uuid(),
	action: pastAction,
	/** Title: "Archived 214 emails". */
	title: z.string(),
	/** Subject, if the operation affected a single message that still exists. */
	subject: z.string().nullable(),
	state: operationState,
	accountId: z.uuid().nullable(),
	query: z.string().nullable(),
	/** The tool that requested it. */
	source: z.string(),
	/** The browser and system where it was made: "Firefox on Linux"; null: an app or the server made it. */
	device: z.string().nullable(),
	count: z.number(),
	bytes: z.number(),
	applied: z.number(),
	/** Skipped because they changed after the plan was made. */
	skipped: z.number(),
	failed: z.number(),
	/** Total size of the changed messages; null: older than this measurement. */
	bytesApplied: z.number().nullable(),
	undoOf: z.uuid().nullable(),
	undoneBy: z.uuid().nullable(),
	canUndo: z.boolean(),
	jobId: z.uuid().nullable(),
	/** The server that its changes have waited for the longest; null: they wait for none. */
	waiting: serverWait.nullable(),
	createdAt: z.string(),
	finishedAt: z.string().nullable(),
});
export type Operation = z.infer<typeof operation>;

/** A folder with messages of a plan. */
export const planFolder = z.object({
	accountId: z.uuid(),
	id: z.string(),
	role: folderRole,
	/** The provider's name, which for a folder with a role is usually not shown. */
	name: z.string(),
	/** Included messages. */
	count: z.number(),
});
export type PlanFolder = z.infer<typeof planFolder>;

/** A frozen list of messages. Nothing changes until it is applied. */
export const plan = z.object({
	id: z.uuid(),
	/** Type of the action: a requestable one, or a tool's. */
	action: z.enum(action.options.map(({ shape }) => shape.type.value)).or(z.string()),
	count: z.number(),
	bytes: z.number(),
	/** The newest messages of the list. */
	sample: z.array(emailItem),
	/** The inbox first, then the largest. */
	folders: z.array(planFolder),
	expiresAt: z.string(),
});
export type Plan = z.infer<typeof plan>;

/** One message of a plan, in its current state. */
export const planItem = emailItem
	.pick({
		id: true,
		accountId: true,
		folder: true,
		folderId: true,
		subject: true,
		senderName: true,
		senderEmail: true,
		recipient: true,
		recipientCount: true,
		receivedAt: true,
		sizeBytes: true,
		isRead: true,
		hasAttachments: true,
	})
	.extend({
		/** The provider's name of its folder. */
		folderName: z.string(),
		/** False: excluded by the user; applying the plan skips it. */
		included: z.boolean(),
	});
export type PlanItem = z.infer<typeof planItem>;

/** A plan that an API key made, and that waits for the user. */
export const waitingPlan = plan.extend({
	/** "Archive 214 emails". */
	title: z.string(),
	/** Name of the key or AI client. */
	requestedBy: z.string(),
	/** The search that selected the messages; null: they were selected one by one. */
	query: z.string().nullable(),
	createdAt: z.string(),
});
export type WaitingPlan = z.infer<typeof waitingPlan>;

export const planSort = z.enum(["date", "size", "sender", "subject", "folder"]);
export type PlanSort = z.infer<typeof planSort>;

/** What applying the plan would change now. */
const planExtent = z.object({
	/** Number of included messages. */
	count: z.number(),
	bytes: z.number(),
	/** The inbox first, then the largest. */
	folders: z.array(planFolder),
});

const id = z.object({ id: z.uuid() });

export const plansContract = defineContract({
	createPlan: {
		method: "POST",
		path: "/api/v1/plans",
		summary: "Create a plan: freeze the list of messages that a change affects",
		scope: "mail:plan",
		body: z.object({
			/** The object form, or a bare type such as `"trash"`. */
			action: z.union([
				action,
				z
					.enum([...flagActions.map(({ shape }) => shape.type.value), "archive", "trash", "spam", "restore", "delete"])
					.transform((type) => action.parse({ type })),
			]),
			ids: z.array(z.uuid()).min(1).max(10_000).optional(),
			/** A search, narrowed by `account` and `folder`. */
			query: z.string().max(1000).optional(),
			account: z.uuid().optional(),
			folder: folderRole.or(z.string().max(1000)).optional(),
			source: z.string().max(50).default("inbox"),
		}),
		reply: plan,
		status: 201,
		problems: [
			"bad-query",
			"query-unsearchable",
			"nothing-selected",
			"unknown-folder",
			"not-supported",
			"disconnected",
			"read-only",
		],
	},
	listWaitingPlans: {
		method: "GET",
		path: "/api/v1/plans",
		summary: "List plans that API keys and AI clients made and that wait to be confirmed, newest first",
		query: z.object({
			limit: z.coerce.number().int().min(1).max(100).default(20),
			cursor: z.string().max(1000).optional(),
		}),
		reply: z.object({ items: z.array(waitingPlan), total: z.number(), nextCursor: z.string().nullable() }),
		problems: ["bad-cursor"],
	},
	discardPlan: {
		method: "DELETE",
		path: "/api/v1/plans/{id}",
		summary: "Discard a plan that is not applied yet",
		params: id,
		problems: ["plan-expired", "plan-applied"],
	},
	listPlanItems: {
		method: "GET",
		path: "/api/v1/plans/{id}/items",
		summary: "List the messages of a plan that is not applied yet",
		params: id,
		query: z.object({
			sort: planSort.default("date"),
			order: z.enum(["asc", "desc"]).default("desc"),
			limit: z.coerce.number().int().min(1).max(500).default(100),
			cursor: z.string().max(1000).optional(),
		}),
		reply: planExtent.extend({
			items: z.array(planItem),
			/** Including excluded messages. */
			total: z.number(),
			nextCursor: z.string().nullable(),
		}),
		problems: ["bad-cursor", "plan-expired", "plan-applied"],
	},
	excludeFromPlan: {
		method: "POST",
		path: "/api/v1/plans/{id}/exclude",
		summary: "Exclude messages from a plan that is not applied yet, or include them again",
		params: id,
		body: z.object({
			/** Absent: all messages. */
			ids: z.array(z.uuid()).min(1).max(10_000).optional(),
			/** True: include again. */
			included: z.boolean().default(false),
		}),
		reply: planExtent,
		problems: ["plan-expired", "plan-applied"],
	},
	applyPlan: {
		method: "POST",
		path: "/api/v1/plans/{id}/apply",
		summary: "Apply a plan; idempotent",
		params: id,
		reply: z.object({ job, operation }),
		status: 202,
		problems: ["plan-expired"],
	},
	listOperations: {
		method: "GET",
		path: "/api/v1/operations",
		summary: "List past operations, newest first",
		query: z.object({
			limit: z.coerce.number().int().min(1).max(200).default(50),
			cursor: z.string().max(200).optional(),
		}),
		reply: z.object({ items: z.array(operation), nextCursor: z.string().nullable() }),
		problems: ["bad-cursor"],
	},
	getOperation: {
		method: "GET",
		path: "/api/v1/operations/{id}",
		summary: "Get a past operation with its messages, skipped and failed ones first, page by page",
		params: id,
		query: z.object({
			/** Messages. */
			limit: z.coerce.number().int().min(1).max(500).default(50),
			cursor: z.string().max(500).optional(),
		}),
		reply: operation.extend({
			items: z.array(
				z.object({
					emailId: z.uuid(),
					subject: z.string(),
					senderEmail: z.string(),
					state: z.string(),
					reason: z.string().nullable(),
				}),
			),
			/** Messages of all pages; expired lists have none. */
			total: z.number(),
			nextCursor: z.string().nullable(),
		}),
		problems: ["bad-cursor"],
	},
	undoOperation: {
		method: "POST",
		path: "/api/v1/operations/{id}/undo",
		summary: "Undo an operation: restore its messages to their earlier state",
		params: id,
		reply: z.object({ job, operation }),
		status: 202,
		problems: ["cannot-undo"],
	},
});
