import { z } from "zod";
import { defineContract } from "../contract.ts";
import { access, account } from "./accounts.ts";
import { job } from "./jobs.ts";

const beginning = z.object({
	/** This server's redirect URI: `/auth/gmail/callback` or `/auth/outlook/callback`. */
	redirectUri: z.url().max(500),
	access: access.default("full"),
	/** Request more than a connection needs: `serverRules`, to store filters as rules at the provider. */
	extras: z
		.array(z.enum(["serverRules"]))
		.max(1)
		.default([]),
	/** Reconnect this mailbox, or extend its scopes. */
	account: z.uuid().optional(),
});
const address = z.object({ state: z.string(), authUrl: z.string() });
const returning = z.object({
	code: z.string().min(1).max(4_000),
	redirectUri: z.url().max(500),
	state: z.string().min(1).max(200),
});
/** Tokens stay on the server. */
const granted = z.object({
	token_type: z.literal("Bearer"),
	/** Seconds until the access token stored on the server expires. */
	expires_in: z.number(),
	scope: z.string(),
	user: z.object({ email: z.string(), name: z.string().nullable(), picture: z.string().nullable() }),
	account,
	job,
});
const beginProblems = ["not-supported", "bad-redirect", "too-many-requests", "provider-unreachable"];
const returnProblems = [
	"consent-expired",
	"consent-failed",
	"consent-incomplete",
	"other-account",
	"provider-unreachable",
];

export const consentContract = defineContract({
	"gmail-auth-init": {
		method: "POST",
		path: "/api/v1/functions/gmail-auth-init",
		summary: "Start connecting Gmail; returns the authorization URL",
		session: true,
		body: beginning,
		reply: address,
		problems: beginProblems,
	},
	"gmail-auth": {
		method: "POST",
		path: "/api/v1/functions/gmail-auth",
		summary: "Connect Gmail with the authorization response, and start the first sync",
		session: true,
		body: returning,
		reply: granted,
		problems: returnProblems,
	},
	"gmail-refresh": {
		method: "POST",
		path: "/api/v1/functions/gmail-refresh",
		summary: "Refresh a Gmail mailbox's stored access token if it expires within five minutes",
		session: true,
		body: z.object({ account: z.uuid() }),
		reply: z.object({ expires_in: z.number() }),
		problems: ["needs-sign-in", "provider-unreachable"],
	},
	"outlook-auth-init": {
		method: "POST",
		path: "/api/v1/functions/outlook-auth-init",
		summary: "Start connecting Outlook; returns the authorization URL",
		session: true,
		body: beginning,
		reply: address,
		problems: beginProblems,
	},
	"outlook-auth": {
		method: "POST",
		path: "/api/v1/functions/outlook-auth",
		summary: "Connect Outlook with the authorization response, and start the first sync",
		session: true,
		body: returning,
		reply: granted,
		problems: returnProblems,
	},
	"outlook-sync": {
		method: "POST",
		path: "/api/v1/functions/outlook-sync",
		summary: "Sync Outlook mailboxes and wait up to 30 seconds",
		reply: z.object({
			success: z.boolean(),
			/** Messages added or changed. */
			synced: z.number(),
			error: z.string().optional(),
		}),
	},
	"outlook-update-email": {
		method: "POST",
		path: "/api/v1/functions/outlook-update-email",
		summary: "Mark a message as read or unread, star it, or move it to Trash",
		body: z.discriminatedUnion("action", [
			z.object({ emailId: z.uuid(), action: z.literal("mark_read"), value: z.boolean() }),
			z.object({ emailId: z.uuid(), action: z.literal("star"), value: z.boolean() }),
			z.object({ emailId: z.uuid(), action: z.literal("delete") }),
		]),
		reply: z.object({ success: z.literal(true) }),
	},
});
