import { z } from "zod";
import { defineContract } from "../contract.ts";
import { type ConsentFunctionName, type ConsentKind, consentKinds, providerInfo } from "../providers.ts";
import { access, account } from "./accounts.ts";
import { job } from "./jobs.ts";

/** Scopes that are requested once the user wants what they allow; each is named like the capability it adds. */
export const consentExtra = z.enum(["serverRules", "permanentDelete"]);
export type ConsentExtra = z.infer<typeof consentExtra>;

const beginning = z.object({
	/** This server's redirect URI, `/auth/<kind>/callback`. */
	redirectUri: z.url().max(500),
	access: access.default("full"),
	/**
	 * Request more than a connection needs: `serverRules`, to store filters as rules at the provider; `permanentDelete`, to
	 * delete messages permanently.
	 */
	extras: z.array(consentExtra).max(2).default([]),
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
	"plan-limit",
];

/** The functions that a kind may offer about its mailboxes, by the kind's name. */
const functions = {
	"auth-init": (name: string) => ({
		method: "POST" as const,
		summary: `Start connecting ${name}; returns the authorization URL`,
		session: true as const,
		body: beginning,
		reply: address,
		problems: beginProblems,
	}),
	auth: (name: string) => ({
		method: "POST" as const,
		summary: `Connect ${name} with the authorization response, and start the first sync`,
		session: true as const,
		body: returning,
		reply: granted,
		problems: returnProblems,
	}),
	refresh: (name: string) => ({
		method: "POST" as const,
		summary: `Refresh the stored access token of a mailbox at ${name} if it expires within five minutes`,
		session: true as const,
		body: z.object({ account: z.uuid() }),
		reply: z.object({ expires_in: z.number() }),
		problems: ["needs-sign-in", "provider-unreachable"],
	}),
	sync: (name: string) => ({
		method: "POST" as const,
		summary: `Sync ${name} mailboxes and wait up to 30 seconds`,
		reply: z.object({
			success: z.boolean(),
			/** Messages added or changed. */
			synced: z.number(),
			error: z.string().optional(),
		}),
	}),
	"update-email": () => ({
		method: "POST" as const,
		summary: "Mark a message as read or unread, star it, or move it to Trash",
		body: z.discriminatedUnion("action", [
			z.object({ emailId: z.uuid(), action: z.literal("mark_read"), value: z.boolean() }),
			z.object({ emailId: z.uuid(), action: z.literal("star"), value: z.boolean() }),
			z.object({ emailId: z.uuid(), action: z.literal("delete") }),
		]),
		reply: z.object({ success: z.literal(true) }),
	}),
};

/** The contract of the functions of one kind. */
export type ConsentFunctions = { [F in keyof typeof functions]: ReturnType<(typeof functions)[F]> & { path: string } };

export type ConsentContract = {
	[Name in ConsentFunctionName]: Name extends `${ConsentKind}-${infer F extends keyof ConsentFunctions}`
		? ConsentFunctions[F]
		: never;
};

/** The functions of every kind that is connected by consent. */
export const consentContract = defineContract(
	Object.fromEntries(
		consentKinds.flatMap((kind) => {
			const { shortName, connect } = providerInfo(kind);
			return connect.functions.map((one) => [
				`${kind}-${one}`,
				{ path: `/api/v1/functions/${kind}-${one}`, ...functions[one](shortName) },
			]);
		}),
	) as ConsentContract,
);
