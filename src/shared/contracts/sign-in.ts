import { z } from "zod";
import { clientAccessLevels } from "../client-access.ts";
import { defineContract, keyScope } from "../contract.ts";

/** Of a person; in characters. */
export const MAX_NAME_LENGTH = 120;

const id = z.object({ id: z.uuid() });

const signInMethods = z.object({
	microsoft: z.boolean(),
	google: z.boolean(),
	/** False: no SMTP server is configured; the operator finds links in the log. */
	mail: z.boolean(),
	signUp: z.enum(["open", "invite", "closed"]),
	/** No one has an account yet; the first one administers the server. */
	isFirst: z.boolean(),
});

/** A signed-in device of the user. */
export const deviceSession = z.object({
	id: z.uuid(),
	/** The session of this request. */
	current: z.boolean(),
	/** Such as "Firefox on Linux". */
	device: z.string(),
	ipAddress: z.string().nullable(),
	createdAt: z.string(),
	lastUsedAt: z.string(),
	expiresAt: z.string(),
});
export type DeviceSession = z.infer<typeof deviceSession>;

/** An external identity the user can sign in with. */
export const identity = z.object({
	id: z.uuid(),
	provider: z.enum(["microsoft", "google"]),
	/** Email address the provider reported when it was linked. */
	email: z.string().nullable(),
	linkedAt: z.string(),
});
export type Identity = z.infer<typeof identity>;

export const apiKey = z.object({
	id: z.uuid(),
	name: z.string(),
	/** First characters of the secret, to tell keys apart. */
	prefix: z.string(),
	scopes: z.array(keyScope),
	/** Where an AI client that signed in with OAuth runs, such as a host; null: the user created the key. */
	client: z.string().nullable(),
	createdAt: z.string(),
	/** To the minute; null: never. */
	lastUsedAt: z.string().nullable(),
	/** Null: it does not expire. */
	expiresAt: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** Query of the authorization endpoint, base64url. */
const clientRequest = z.string().min(1).max(8_000);

const beginning = z.object({
	/** `/auth/callback` or `/auth` of this server. */
	redirectUri: z.url().max(500),
	/** Link the identity to the signed-in user instead of signing in with it. */
	link: z.boolean().optional(),
});
const address = z.object({ state: z.string(), authUrl: z.string() });
const returning = z.object({
	code: z.string().min(1).max(4_000),
	redirectUri: z.url().max(500),
	/** Absent: that of the sign-in begun last in this browser, which a cookie remembers. */
	state: z.string().min(1).max(200).optional(),
	/** `iss` parameter, where the provider sends one (RFC 9207). */
	iss: z.string().max(500).optional(),
});
const outcome = z.object({
	/** False: the provider did not confirm the user's identity. */
	success: z.boolean(),
	/** Exchanged once for a session, at `/api/auth/sign-in/token`. */
	session: z.object({ properties: z.object({ hashed_token: z.string() }) }).optional(),
	linked: z.literal(true).optional(),
});
const beginProblems = ["not-configured", "provider-unreachable", "too-many-requests"];
const returnProblems = ["sign-in-expired", "identity-not-linked", "identity-taken", "sign-up-closed"];

export const signInContract = defineContract({
	getSignInMethods: {
		method: "GET",
		path: "/api/v1/sign-in-methods",
		summary: "List available sign-in methods",
		access: "public",
		reply: signInMethods,
	},
	"microsoft-auth-init": {
		method: "POST",
		path: "/api/v1/functions/microsoft-auth-init",
		summary: "Start signing in with Microsoft; returns the authorization URL",
		access: "public",
		body: beginning,
		reply: address,
		problems: beginProblems,
	},
	"microsoft-auth-callback": {
		method: "POST",
		path: "/api/v1/functions/microsoft-auth-callback",
		summary: "Exchange Microsoft's authorization response for a one-time sign-in token",
		access: "public",
		body: returning,
		reply: outcome,
		problems: returnProblems,
	},
	"google-auth-init": {
		method: "POST",
		path: "/api/v1/functions/google-auth-init",
		summary: "Start signing in with Google; returns the authorization URL",
		access: "public",
		body: beginning,
		reply: address,
		problems: beginProblems,
	},
	"google-auth-callback": {
		method: "POST",
		path: "/api/v1/functions/google-auth-callback",
		summary: "Exchange Google's authorization response for a one-time sign-in token",
		access: "public",
		body: returning,
		reply: outcome,
		problems: returnProblems,
	},
	listSessions: {
		method: "GET",
		path: "/api/v1/sessions",
		summary: "List sessions, most recent first",
		session: true,
		query: z.object({
			limit: z.coerce.number().int().min(1).max(200).default(200),
			cursor: z.string().max(200).optional(),
		}),
		reply: z.object({ items: z.array(deviceSession), nextCursor: z.string().nullable() }),
		problems: ["bad-cursor"],
	},
	endSession: {
		method: "DELETE",
		path: "/api/v1/sessions/{id}",
		summary: "Revoke a session; takes effect immediately",
		session: true,
		params: id,
	},
	endOtherSessions: {
		method: "POST",
		path: "/api/v1/sessions/end-others",
		needsSpace: false,
		summary: "Revoke all other sessions",
		session: true,
	},
	listIdentities: {
		method: "GET",
		path: "/api/v1/identities",
		summary: "List linked sign-in identities",
		session: true,
		reply: z.object({ hasPassword: z.boolean(), items: z.array(identity) }),
	},
	unlinkIdentity: {
		method: "DELETE",
		path: "/api/v1/identities/{id}",
		summary: "Unlink a sign-in identity; fails for the last sign-in method",
		fresh: true,
		params: id,
		problems: ["last-sign-in-method"],
	},
	listApiKeys: {
		method: "GET",
		path: "/api/v1/api-keys",
		summary: "List API keys",
		session: true,
		reply: z.object({ items: z.array(apiKey) }),
	},
	createApiKey: {
		method: "POST",
		path: "/api/v1/api-keys",
		summary: "Create an API key; its secret is returned only once",
		fresh: true,
		body: z.object({
			name: z.string().trim().min(1).max(100),
			scopes: z.array(keyScope).min(1),
			/** Days until it expires; absent: never. */
			days: z.number().int().min(1).max(366).optional(),
		}),
		reply: z.object({ key: apiKey, secret: z.string() }),
		status: 201,
		problems: ["too-many-keys"],
	},
	getClientRequest: {
		method: "GET",
		path: "/api/v1/client-requests",
		summary: "Describe an AI client that asks for access (OAuth 2.1)",
		session: true,
		query: z.object({ request: clientRequest }),
		reply: z.object({
			/** As the client calls itself. */
			name: z.string(),
			/** Where the browser goes with the answer: a host, or an app's scheme. */
			returnsTo: z.string(),
			/** The most that it asks for. */
			wanted: z.enum(clientAccessLevels),
			/** Where the browser goes when the user refuses. */
			refusal: z.string(),
		}),
		problems: ["bad-client-request"],
	},
	approveClient: {
		method: "POST",
		path: "/api/v1/client-requests",
		summary: "Give an AI client access; returns where the browser goes with the authorization code",
		fresh: true,
		body: z.object({ request: clientRequest, access: z.enum(clientAccessLevels) }),
		reply: z.object({ redirectTo: z.string() }),
		problems: ["bad-client-request", "too-many-keys"],
	},
	deleteApiKey: {
		method: "DELETE",
		path: "/api/v1/api-keys/{id}",
		summary: "Revoke an API key; takes effect immediately",
		session: true,
		params: id,
	},
});
