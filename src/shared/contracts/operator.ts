import { z } from "zod";
import { defineContract } from "../contract.ts";
import { job, jobState } from "./jobs.ts";

const id = z.object({ id: z.uuid() });

/** A job with its owner; without the result, so the operator sees what runs but no user content. */
export const anyJob = job.omit({ result: true }).extend({ user: z.string() });
export type AnyJob = z.infer<typeof anyJob>;

export const failingSubscriber = z.object({
	/** Module and purpose, as in `block-filter.filters`. */
	subscriber: z.string(),
	ownerId: z.string(),
	/** Email address of the user. */
	user: z.string(),
	/** Which of the user's events; for mail, the account's id. */
	orderingKey: z.string(),
	error: z.string(),
	attempts: z.number(),
	failingSince: z.string(),
	/** Null: it is retried automatically. */
	parkedAt: z.string().nullable(),
	/** Events that wait for it. */
	waiting: z.number(),
});
export type FailingSubscriber = z.infer<typeof failingSubscriber>;

export const invitation = z.object({
	id: z.uuid(),
	note: z.string(),
	createdAt: z.string(),
	expiresAt: z.string(),
	/** The user who signed up with it; null: not used yet, or the user has left. */
	usedBy: z.string().nullable(),
	usedAt: z.string().nullable(),
});
export type Invitation = z.infer<typeof invitation>;

const signInProvider = z.object({
	id: z.enum(["google", "microsoft"]),
	configured: z.boolean(),
	/** Names of settings that are still missing. */
	missing: z.array(z.string()),
	/** Redirect URIs to register in the provider's console, each with its purpose. */
	redirects: z.array(z.object({ purpose: z.string(), url: z.string() })),
	/** Scopes to allow in the provider's console, each list with its purpose. */
	scopes: z.array(z.object({ purpose: z.string(), names: z.array(z.string()) })),
	/** Connected mailboxes of this provider, and those whose consent allows reading only. */
	mailboxes: z.object({ total: z.number(), readOnly: z.number() }),
});
export type SignInProvider = z.infer<typeof signInProvider>;

const asOperator = "operator" as const;

export const operatorContract = defineContract({
	getOperatorOverview: {
		method: "GET",
		path: "/api/v1/operator",
		summary: "Get the server's version, database, users, accounts and message counts",
		access: asOperator,
		reply: z.object({
			version: z.string(),
			startedAt: z.string(),
			node: z.string(),
			roles: z.array(z.string()),
			baseUrl: z.string(),
			signUp: z.enum(["open", "invite", "closed"]),
			database: z.object({ kind: z.enum(["embedded", "postgresql"]), version: z.string(), sizeBytes: z.number() }),
			health: z.object({
				/** Database response time in milliseconds. */
				databaseMs: z.number(),
				/** When the longest-waiting job became due; null: none is waiting. */
				waitingSince: z.string().nullable(),
				failedLastDay: z.number(),
			}),
			people: z.number(),
			accounts: z.number(),
			messages: z.number(),
			/** Size of messages as received, before deduplication and overhead. */
			mailBytes: z.number(),
			/** Memory used by this process, in bytes. */
			memoryBytes: z.number(),
		}),
	},
	getOperatorStorage: {
		method: "GET",
		path: "/api/v1/operator/storage",
		summary: "Get disk usage of the data folder",
		access: asOperator,
		reply: z.object({
			dataDir: z.string(),
			blobs: z.object({ files: z.number(), bytes: z.number() }),
			uploads: z.object({ files: z.number(), bytes: z.number() }),
			exports: z.object({ files: z.number(), bytes: z.number() }),
			/** Free disk space. */
			freeBytes: z.number(),
			measuredAt: z.string(),
		}),
	},
	listAllJobs: {
		method: "GET",
		path: "/api/v1/operator/jobs",
		summary: "List jobs of all users, newest first",
		access: asOperator,
		query: z.object({
			state: jobState.optional(),
			limit: z.coerce.number().int().min(1).max(200).default(50),
			cursor: z.string().max(200).optional(),
		}),
		reply: z.object({
			items: z.array(anyJob),
			nextCursor: z.string().nullable(),
			counts: z.record(jobState, z.number()),
		}),
		problems: ["bad-cursor"],
	},
	retryAnyJob: {
		method: "POST",
		path: "/api/v1/operator/jobs/{id}/retry",
		summary: "Retry a failed or canceled job",
		access: asOperator,
		params: id,
		problems: ["not-over", "already-running"],
	},
	cancelAnyJob: {
		method: "POST",
		path: "/api/v1/operator/jobs/{id}/cancel",
		needsSpace: false,
		summary: "Cancel any user's job; completed work is not reverted",
		access: asOperator,
		params: id,
	},
	listFailingSubscribers: {
		method: "GET",
		path: "/api/v1/operator/subscribers",
		summary: "List failing event subscribers, parked ones first",
		access: asOperator,
		query: z.object({
			limit: z.coerce.number().int().min(1).max(200).default(50),
			cursor: z.string().max(2_000).optional(),
		}),
		reply: z.object({ items: z.array(failingSubscriber), nextCursor: z.string().nullable() }),
		problems: ["bad-cursor"],
	},
	retrySubscriber: {
		method: "POST",
		path: "/api/v1/operator/subscribers/retry",
		summary: "Retry a failing or parked event subscriber now",
		access: asOperator,
		body: z.object({ ownerId: z.string(), subscriber: z.string(), orderingKey: z.string() }),
		problems: ["not-failing"],
	},
	getSystemMail: {
		method: "GET",
		path: "/api/v1/operator/mail",
		summary: "Get the system mail settings",
		access: asOperator,
		reply: z.object({
			configured: z.boolean(),
			/** Host and port of SMTP_URL, without the password. */
			server: z.string().nullable(),
			from: z.string(),
			/** Recipient of contact form messages. */
			contact: z.string(),
		}),
	},
	sendTestMail: {
		method: "POST",
		path: "/api/v1/operator/mail/test",
		summary: "Send a test email and return the SMTP server's response",
		access: asOperator,
		body: z.object({ to: z.email() }),
		reply: z.object({ sent: z.boolean(), answer: z.string() }),
		problems: ["too-many-requests"],
	},
	checkSignInProviders: {
		method: "GET",
		path: "/api/v1/operator/oauth",
		summary: "Get missing settings for Google and Microsoft sign-in",
		access: asOperator,
		reply: z.object({ items: z.array(signInProvider) }),
	},
	deleteContactMessage: {
		method: "DELETE",
		path: "/api/v1/operator/contact-messages/{id}",
		summary: "Delete a contact form message",
		access: asOperator,
		params: id,
	},
	listInvitations: {
		method: "GET",
		path: "/api/v1/operator/invitations",
		summary: "List invitations, newest first",
		access: asOperator,
		query: z.object({
			limit: z.coerce.number().int().min(1).max(200).default(200),
			cursor: z.string().max(200).optional(),
		}),
		reply: z.object({ items: z.array(invitation), nextCursor: z.string().nullable() }),
		problems: ["bad-cursor"],
	},
	createInvitation: {
		method: "POST",
		path: "/api/v1/operator/invitations",
		summary: "Create an invitation link for one user; it is shown once",
		access: asOperator,
		body: z.object({ note: z.string().trim().max(200).default(""), days: z.number().int().min(1).max(90).default(7) }),
		reply: z.object({ invitation, url: z.string() }),
		status: 201,
	},
	deleteInvitation: {
		method: "DELETE",
		path: "/api/v1/operator/invitations/{id}",
		summary: "Revoke an invitation",
		access: asOperator,
		params: id,
	},
});
