import { AsyncLocalStorage } from "node:async_hooks";
import { betterAuth } from "better-auth";
import { brand } from "#shared/brand.ts";
import { pause } from "#shared/pause.ts";
import type { Config } from "../../config.ts";
import type { Database } from "../../db/database.ts";
import { AppError, badRequest, notFound, tooManyRequests } from "../../errors.ts";
import type { Logger } from "../../log.ts";
import { readText } from "../../platform/http/body.ts";
import type { Caller } from "../../platform/http/implement.ts";
import { isForMcp } from "../../platform/http/mcp-requests.ts";
import { hasKey } from "../../platform/http/origins.ts";
import { createRateLimits } from "../../platform/http/rate-limit.ts";
import type { Mailer } from "../../platform/system-mail/mailer.ts";
import { type ApiKeys, createApiKeys } from "./api-keys.ts";
import { type AuthBody, checkQuery, readAuthBody } from "./body.ts";
import { type Clients, createClients } from "./clients.ts";
import { createIdentities, type Identities } from "./identities.ts";
import { acceptInvitation, invitationInvalid, reserveInvitation } from "./invitations.ts";
import { createKnownDevices } from "./known-devices.ts";
import { createMailedLinks } from "./mailed-links.ts";
import { createOperator } from "./operator.ts";
import { addressHeader, authOptions, signUpClosed } from "./options.ts";
import { createProviderFlows, type ProviderFlows } from "./provider-flows.ts";
import { freshPaths, freshSessionNeeded, isFresh } from "./recent-sign-in.ts";
import { createSecurityCheck, type SecurityCheck } from "./security-check.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { createSignInThrottle, type SignInClient } from "./sign-in-throttle.ts";
import type { UserStore } from "./token-sign-in.ts";

export interface Authenticated {
	/** Null: not signed in. */
	caller: Caller | null;
	/** Set-Cookie headers for the response: using a session prolongs it. */
	cookies: string[];
}

export interface Auth {
	/**
	 * Handles everything under `/api/auth`.
	 * @throws AppError when one of our own guards rejects the request
	 */
	handle(request: Request, remoteAddress: string): Promise<Response>;
	/**
	 * Authenticates a request.
	 * @param options.refresh false: do not prolong the session
	 */
	authenticate(request: Request, options?: { refresh?: boolean }): Promise<Authenticated>;
	/** Who may sign up: the first user always may, and becomes the operator. */
	signUp(): Promise<Config["signUp"]>;
	/** Nobody has an account yet. */
	isFirst(): Promise<boolean>;
	securityCheck: SecurityCheck;
	apiKeys: ApiKeys;
	clients: Clients;
	identities: Identities;
	providers: ProviderFlows;
	sessions: Sessions;
}

export interface AuthParts {
	config: Config;
	database: Database;
	log: Logger;
	mailer: Mailer;
	/** Called when sessions of a user have ended, so that their open streams can be closed. */
	onSessionsEnded: (userId: string) => void;
	now?: () => number;
	/** Waits this many milliseconds. */
	wait?: (ms: number) => Promise<void>;
}

const nobody: Authenticated = { caller: null, cookies: [] };
/**
 * Valid endpoint paths; anything else (doubled slashes, escapes) could mean one endpoint to a router and another to us.
 */
const plainPath = /^\/api\/auth(\/[A-Za-z0-9._~-]+)+$/;
/**
 * Endpoints that require a solved security check: password attempts, and whatever sends mail to a submitted address.
 */
const guarded = new Set([
	"/api/auth/sign-in/email",
	"/api/auth/sign-up/email",
	"/api/auth/sign-in/magic-link",
	"/api/auth/request-password-reset",
]);
const BODY_LIMIT = 64 * 1024;
/** Endpoints that replace the caller's session by a new one. */
const renewing = new Set([
	"/api/auth/change-password",
	"/api/auth/confirm",
	"/api/auth/two-factor/enable",
	"/api/auth/two-factor/disable",
	"/api/auth/two-factor/verify-totp",
]);
/**
 * Delay until the browser has the new session's cookie: notified sooner, it would ask who is signed in with the old
 * one.
 */
const RENEWED_AFTER_MS = 1_000;

/** Sign-up, sign-in and sessions: Better Auth behind our own guards. */
export function createAuth(parts: AuthParts): Auth {
	const { config, database, log, mailer, onSessionsEnded } = parts;
	const now = parts.now ?? Date.now;
	const limits = createRateLimits(database, config, now);
	const operator = createOperator(database);
	const throttle = createSignInThrottle(limits, parts.wait ?? pause);
	const devices = createKnownDevices(config, now);
	const securityCheck = createSecurityCheck(database, limits, now);
	const links = createMailedLinks(config, mailer, log);
	/** Set while a sign-up with a valid invitation runs. */
	const invited = new AsyncLocalStorage<true>();
	const isInvited = (): boolean => invited.getStore() === true;
	/** Set while a session is renewed; contains its user's id. */
	const renewed = new AsyncLocalStorage<Set<string>>();
	const sessionsEnded = (userId: string): void => {
		const waiting = renewed.getStore();
		if (waiting === undefined) onSessionsEnded(userId);
		else waiting.add(userId);
	};
	const better = betterAuth(
		authOptions({ config, database, log, limits, operator, links, onSessionsEnded: sessionsEnded, isInvited }),
	);
	// Passkeys and authenticator apps are labeled with it, and the operator may change it while the server runs.
	void better.$context.then((context) => Object.defineProperty(context, "appName", { get: () => brand.name }));
	const people = (): Promise<UserStore> => better.$context;
	const apiKeys = createApiKeys(database, now);
	const clients = createClients({ config, database, apiKeys, now });
	const identities = createIdentities(database, people);
	const providers = createProviderFlows({ config, log, identities, people, admit });
	const sessions = createSessions(database, now);

	async function signUpPolicy(): Promise<Config["signUp"]> {
		return (await operator.id()) === null ? "open" : config.signUp;
	}

	async function admit(): Promise<void> {
		if ((await signUpPolicy()) !== "open") throw new AppError(403, signUpClosed.code, signUpClosed.message);
	}

	async function handle(request: Request, remoteAddress: string): Promise<Response> {
		const url = new URL(request.url);
		if (!plainPath.test(url.pathname)) throw notFound("The address");
		const reads = request.method === "GET" || request.method === "HEAD";
		const body = readAuthBody(request, reads ? "" : await readText(request, BODY_LIMIT));
		checkQuery(url);
		refuseRedirects(url, body);
		const inner = innerRequest(request, url, body, remoteAddress);
		if (config.signUp !== "open") await operator.id();
		if (freshPaths.has(url.pathname)) await requireFresh(request);
		if (renewing.has(url.pathname)) return renew(inner);
		if (url.pathname === "/api/auth/change-email") {
			const { caller } = await bySession(request, false);
			const email = addressIn(body, "newEmail");
			if (caller !== null) await throttle.mail({ email, remoteAddress, device: null }, "change");
			return better.handler(inner);
		}
		if (request.method !== "POST" || !guarded.has(url.pathname)) return better.handler(inner);

		requireJson(request);
		await securityCheck.redeem(request.headers.get("x-security-check"));
		const email = addressIn(body, "email");
		const client = { email, remoteAddress, device: devices.find(request, email) };
		if (url.pathname.endsWith("/sign-in/email")) return signIn(inner, client);
		if (url.pathname.endsWith("/sign-up/email")) return signUp(inner, email);
		await throttle.mail(client, url.pathname.endsWith("/magic-link") ? "sign-in" : "reset");
		return better.handler(inner);
	}

	async function renew(inner: Request): Promise<Response> {
		const ended = new Set<string>();
		try {
			return await renewed.run(ended, () => better.handler(inner));
		} finally {
			setTimeout(() => ended.forEach(onSessionsEnded), RENEWED_AFTER_MS).unref();
		}
	}

	async function signUp(inner: Request, email: string): Promise<Response> {
		const token = inner.headers.get("x-invitation");
		if (token === null || (await signUpPolicy()) !== "invite") {
			// Otherwise Better Auth would respond as if the user had been created.
			await admit();
			return better.handler(inner);
		}
		const invitation = await reserveInvitation(database, token, now());
		if (invitation === null) throw new AppError(403, invitationInvalid.code, invitationInvalid.message);
		try {
			return await invited.run(true, () => better.handler(inner));
		} finally {
			await acceptInvitation(database, invitation, email, now());
		}
	}

	async function requireFresh(request: Request): Promise<void> {
		const { caller } = await bySession(request, false);
		if (caller?.session?.fresh === false) throw freshSessionNeeded();
	}

	async function signIn(inner: Request, client: SignInClient): Promise<Response> {
		const release = await throttle.attempt(client);
		let wrong = false;
		try {
			const response = await better.handler(inner);
			wrong = response.status === 401;
			return response;
		} finally {
			if (!wrong) await release();
		}
	}

	async function authenticate(request: Request, options: { refresh?: boolean } = {}): Promise<Authenticated> {
		// A request with an API key is never authenticated by its cookie.
		return hasKey(request) ? byKey(request) : bySession(request, options.refresh !== false);
	}

	async function byKey(request: Request): Promise<Authenticated> {
		const secret = request.headers.get("authorization")?.replace(/^bearer\s+/i, "") ?? "";
		const found = await apiKeys.find(secret.trim());
		// The key of an AI client is for the MCP server alone (RFC 8707), whose tools are fewer than the routes.
		if (found === null || (found.client !== null && !isForMcp(request))) return nobody;
		const { id, email, name, scopes, keyName } = found;
		const isOperator = (await operator.id()) === id;
		return { caller: { ownerId: id, email, name, isOperator, session: null, scopes, keyName }, cookies: [] };
	}

	async function bySession(request: Request, refresh: boolean): Promise<Authenticated> {
		if (!request.headers.has("cookie")) return nobody;
		const { headers, response } = await better.api.getSession({
			headers: new Headers({ cookie: request.headers.get("cookie") ?? "" }),
			query: { disableRefresh: !refresh },
			returnHeaders: true,
		});
		if (response === null) return nobody;
		const { id, email, name } = response.user;
		const isOperator = (await operator.id()) === id;
		const session = { id: response.session.id, fresh: isFresh(response.session.createdAt, now()) };
		const device = refresh ? devices.remember(request, email) : null;
		return {
			caller: { ownerId: id, email, name, isOperator, session, scopes: null, keyName: null },
			cookies: [...(headers?.getSetCookie() ?? []), ...(device === null ? [] : [device])],
		};
	}

	return {
		async handle(request, remoteAddress) {
			const response = await handle(request, remoteAddress);
			const wait = response.headers.get("x-retry-after");
			if (response.status === 429 && wait !== null) throw tooManyRequests(Number(wait));
			return explained(response);
		},
		authenticate,
		signUp: signUpPolicy,
		isFirst: async () => (await operator.id()) === null,
		securityCheck,
		apiKeys,
		clients,
		identities,
		providers,
		sessions,
	};
}

/** The request as passed to Better Auth: with our own remote address header, and the body that was already read. */
function innerRequest(request: Request, url: URL, body: AuthBody, remoteAddress: string): Request {
	const headers = new Headers(request.headers);
	headers.set(addressHeader, remoteAddress);
	headers.delete("x-forwarded-for");
	// The origin has been checked already (checkOrigin): clients that send none are allowed.
	if (!headers.has("origin")) headers.set("origin", url.origin);
	headers.delete("content-length");
	return new Request(url, { method: request.method, headers, body: body.text });
}

/** Adds an explanation where Better Auth fails without a message. */
async function explained(response: Response): Promise<Response> {
	if (response.status < 400 || (await response.clone().text()) !== "") return response;
	if (response.status === 404) throw notFound("The address");
	if (response.status < 500) throw new AppError(response.status, "refused", "This request was refused.");
	throw new AppError(response.status, "internal", "Something went wrong on the server. See its log for details.");
}

function requireJson(request: Request): void {
	if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? ""))
		throw new AppError(415, "unsupported-media-type", "Send the body as application/json.");
}

const redirectFields = new Set(["callbackURL", "redirectTo", "errorCallbackURL", "newUserCallbackURL", "errorURL"]);

/** Our pages navigate client-side; no request may make Better Auth redirect a browser. */
function refuseRedirects(url: URL, { fields }: AuthBody): void {
	const named = Object.keys(fields).some((name) => redirectFields.has(name));
	if (!named && ![...url.searchParams.keys()].some((name) => /url$|^redirect/i.test(name))) return;
	throw badRequest("no-redirects", "This server does not send browsers elsewhere. Leave out addresses to go to.");
}

/** An address in a body; bodies without it are rejected by Better Auth. */
function addressIn({ fields }: AuthBody, field: "email" | "newEmail"): string {
	return String(fields[field]).trim().toLowerCase();
}
