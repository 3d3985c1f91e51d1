import { z } from "zod";
import type { Config } from "../../config.ts";
import type { Database } from "../../db/database.ts";
import { AppError, badRequest, notFound, tooManyRequests } from "../../errors.ts";
import { readText } from "../../platform/http/body.ts";
import { bySession, type CallerParts } from "./authenticate.ts";
import type { BetterAuth } from "./better-auth.ts";
import { type AuthBody, checkQuery, readAuthBody } from "./body.ts";
import type { SecurityCheck } from "./limits/security-check.ts";
import type { SignInClient, SignInThrottle } from "./limits/sign-in-throttle.ts";
import { acceptInvitation, invitationInvalid, reserveInvitation } from "./links/invitations.ts";
import { addressHeader, signUpClosed } from "./options.ts";
import { freshPaths, freshSessionNeeded } from "./sessions/recent-sign-in.ts";

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

/** What our guards in front of Better Auth need. */
export interface HandlerParts extends CallerParts, BetterAuth {
	config: Config;
	database: Database;
	throttle: SignInThrottle;
	securityCheck: SecurityCheck;
	/** Called when sessions of a user have ended. */
	onSessionsEnded(userId: string): void;
}

const signedUp = z.object({ user: z.object({ id: z.string() }) });

type SignUpParts = Pick<HandlerParts, "config" | "operator">;

/**
 * Handles everything under `/api/auth`.
 * @throws AppError when one of our own guards rejects the request
 */
export async function handleAuth(parts: HandlerParts, request: Request, remoteAddress: string): Promise<Response> {
	const response = await handle(parts, request, remoteAddress);
	const wait = response.headers.get("x-retry-after");
	if (response.status === 429 && wait !== null) throw tooManyRequests(Number(wait));
	return explained(response);
}

async function handle(parts: HandlerParts, request: Request, remoteAddress: string): Promise<Response> {
	const { config, operator, respond, throttle, securityCheck, devices } = parts;
	const url = new URL(request.url);
	if (!plainPath.test(url.pathname)) throw notFound("The address");
	const reads = request.method === "GET" || request.method === "HEAD";
	const body = readAuthBody(request, reads ? "" : await readText(request, BODY_LIMIT));
	checkQuery(url);
	refuseRedirects(url, body);
	const inner = innerRequest(request, url, body, remoteAddress);
	if (config.signUp !== "open") await operator.id();
	if (freshPaths.has(url.pathname)) await requireFresh(parts, request);
	if (renewing.has(url.pathname)) return renew(parts, inner);
	if (url.pathname === "/api/auth/get-session") return keepingCookie(await respond(inner));
	if (url.pathname === "/api/auth/change-email") {
		const { caller } = await bySession(parts, request, false);
		const email = addressIn(body, "newEmail");
		if (caller !== null) await throttle.mail({ email, remoteAddress, device: null }, "change");
		return respond(inner);
	}
	if (request.method !== "POST" || !guarded.has(url.pathname)) return respond(inner);

	requireJson(request);
	await securityCheck.redeem(request.headers.get("x-security-check"));
	const email = addressIn(body, "email");
	const client = { email, remoteAddress, device: devices.find(request, email) };
	if (url.pathname.endsWith("/sign-in/email")) return signIn(parts, inner, client);
	if (url.pathname.endsWith("/sign-up/email")) return signUp(parts, inner, email);
	await throttle.mail(client, url.pathname.endsWith("/magic-link") ? "sign-in" : "reset");
	return respond(inner);
}

/**
 * Better Auth deletes the cookie of a session that it does not find. When the answer to a request with the previous
 * session arrives after the new cookie, that would sign the user out.
 */
async function keepingCookie(response: Response): Promise<Response> {
	if ((await response.clone().text()) === "null") response.headers.delete("set-cookie");
	return response;
}

async function renew({ respond, renewed, onSessionsEnded }: HandlerParts, inner: Request): Promise<Response> {
	const ended = new Set<string>();
	try {
		return await renewed.run(ended, () => respond(inner));
	} finally {
		setTimeout(() => ended.forEach(onSessionsEnded), RENEWED_AFTER_MS).unref();
	}
}

async function signUp(parts: HandlerParts, inner: Request, email: string): Promise<Response> {
	const { respond, database, invited, now } = parts;
	const token = inner.headers.get("x-invitation");
	if (token === null || (await signUpPolicy(parts)) !== "invite") {
		// Otherwise Better Auth would respond as if the user had been created.
		await admit(parts);
		const response = await respond(inner);
		const made = signedUp.safeParse(
			await response
				.clone()
				.json()
				.catch(() => null),
		);
		if (made.success) await confirmAdmission(parts, made.data.user.id);
		return response;
	}
	const invitation = await reserveInvitation(database, token, now());
	if (invitation === null) throw new AppError(403, invitationInvalid.code, invitationInvalid.message);
	try {
		return await invited.run(true, () => respond(inner));
	} finally {
		await acceptInvitation(database, invitation, email, now());
	}
}

async function requireFresh(parts: HandlerParts, request: Request): Promise<void> {
	const { caller } = await bySession(parts, request, false);
	if (caller?.session?.fresh === false) throw freshSessionNeeded();
}

async function signIn({ respond, throttle }: HandlerParts, inner: Request, client: SignInClient): Promise<Response> {
	const release = await throttle.attempt(client);
	let wrong = false;
	try {
		const response = await respond(inner);
		wrong = response.status === 401;
		return response;
	} finally {
		if (!wrong) await release();
	}
}

/** Who may sign up: the first user always may, and becomes the operator. */
export async function signUpPolicy({ config, operator }: SignUpParts): Promise<Config["signUp"]> {
	return (await operator.id()) === null ? "open" : config.signUp;
}

/** @throws AppError 403 unless everybody may sign up */
export async function admit(parts: SignUpParts): Promise<void> {
	if ((await signUpPolicy(parts)) !== "open") throw new AppError(403, signUpClosed.code, signUpClosed.message);
}

/**
 * Several may sign up at the first moment of a server that is not open: those who did not become the operator leave again.
 * @param userId Better Auth made one up for whom it did not admit
 * @throws AppError 403
 */
export async function confirmAdmission(
	{ config, database }: Pick<HandlerParts, "config" | "database">,
	userId: string,
): Promise<void> {
	if (config.signUp === "open") return;
	const operator = await database.one("select 1 from operator where user_id = $1", [userId]);
	if (operator !== undefined) return;
	await database.exec("delete from users where id = $1", [userId]);
	throw new AppError(403, signUpClosed.code, signUpClosed.message);
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
