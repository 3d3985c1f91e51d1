import { betterAuth } from "better-auth";
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import { AppError, notFound, tooManyRequests } from "../errors.ts";
import { readText } from "../http/body.ts";
import type { Caller } from "../http/implement.ts";
import { hasKey } from "../http/origins.ts";
import { createRateLimits } from "../http/rate-limit.ts";
import type { Logger } from "../log.ts";
import { createOperator } from "./operator.ts";
import { addressHeader, authOptions, signUpClosed } from "./options.ts";
import { createSecurityCheck, type SecurityCheck } from "./security-check.ts";

export interface Authenticated {
	/** Null: nobody is signed in. */
	caller: Caller | null;
	/** Set-Cookie lines for the reply: a session that is used lives on. */
	cookies: string[];
}

export interface Auth {
	/** Answers everything under `/api/auth`. @throws AppError where our own guards refuse */
	handle(request: Request, remoteAddress: string): Promise<Response>;
	/** Who makes this request. @param options.refresh false: only look, do not prolong the session */
	authenticate(request: Request, options?: { refresh?: boolean }): Promise<Authenticated>;
	securityCheck: SecurityCheck;
}

const nobody: Authenticated = { caller: null, cookies: [] };
/** What the endpoints are called; anything else (doubled slashes, escapes) could mean one to a router and not to us. */
const plainPath = /^\/api\/auth(\/[A-Za-z0-9._~-]+)+$/;
const guarded = new Set(["/api/auth/sign-in/email", "/api/auth/sign-up/email"]);
const BODY_LIMIT = 64 * 1024;
/** Wrong passwords for one person's address, from wherever they come. */
const FAILURES = { max: 50, window: 60 * 60 };

/** Sign-up, sign-in and sessions: Better Auth behind our own guards. */
export function createAuth(parts: { config: Config; database: Database; log: Logger; now?: () => number }): Auth {
	const { config, database, log } = parts;
	const now = parts.now ?? Date.now;
	const limits = createRateLimits(database, config, now);
	const operator = createOperator(database);
	const securityCheck = createSecurityCheck(database, limits, now);
	const better = betterAuth(authOptions({ config, database, log, limits, operator }));

	async function handle(request: Request, remoteAddress: string): Promise<Response> {
		const url = new URL(request.url);
		if (!plainPath.test(url.pathname)) throw notFound("The address");
		const body = request.method === "GET" || request.method === "HEAD" ? null : await readText(request, BODY_LIMIT);
		const inner = innerRequest(request, url, body, remoteAddress);
		if (config.signUp !== "open") await operator.id();
		if (request.method !== "POST" || !guarded.has(url.pathname)) return better.handler(inner);

		requireJson(request);
		await securityCheck.redeem(request.headers.get("x-security-check"));
		if (url.pathname.endsWith("/sign-up/email")) {
			// Better Auth would answer as if the person had been made.
			if (config.signUp !== "open" && operator.known() !== null)
				throw new AppError(403, signUpClosed.code, signUpClosed.message);
			return better.handler(inner);
		}
		return signIn(inner, emailIn(body));
	}

	async function signIn(inner: Request, email: string): Promise<Response> {
		const key = `wrong-password:${email}`;
		const { allowed, retryAfter } = await limits.peek(key, FAILURES);
		if (!allowed) throw tooManyRequests(retryAfter);
		const response = await better.handler(inner);
		if (response.status === 401) await limits.hit(key, FAILURES);
		return response;
	}

	async function authenticate(request: Request, options: { refresh?: boolean } = {}): Promise<Authenticated> {
		// The place for API keys: a request that brings one is never judged by its cookie.
		if (hasKey(request) || !request.headers.has("cookie")) return nobody;
		const { headers, response } = await better.api.getSession({
			headers: new Headers({ cookie: request.headers.get("cookie") ?? "" }),
			query: { disableRefresh: options.refresh === false },
			returnHeaders: true,
		});
		if (response === null) return nobody;
		const { id, email, name } = response.user;
		const isOperator = (await operator.id()) === id;
		return { caller: { ownerId: id, email, name, isOperator }, cookies: headers?.getSetCookie() ?? [] };
	}

	return {
		async handle(request, remoteAddress) {
			const response = await handle(request, remoteAddress);
			const wait = response.headers.get("x-retry-after");
			if (response.status !== 429 || wait === null) return response;
			throw tooManyRequests(Number(wait));
		},
		authenticate,
		securityCheck,
	};
}

/** The request as Better Auth gets it: the address is ours to say, the body has been read. */
function innerRequest(request: Request, url: URL, body: string | null, remoteAddress: string): Request {
	const headers = new Headers(request.headers);
	headers.set(addressHeader, remoteAddress);
	headers.delete("x-forwarded-for");
	return new Request(url, { method: request.method, headers, body: body === "" ? null : body });
}

function requireJson(request: Request): void {
	if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? ""))
		throw new AppError(415, "unsupported-media-type", "Send the body as application/json.");
}

/** Whom a sign-in is for; Better Auth answers for bodies that do not say. */
function emailIn(body: string | null): string {
	try {
		const { email } = JSON.parse(body ?? "") as { email?: unknown };
		return String(email).trim().toLowerCase();
	} catch {
		return "";
	}
}
