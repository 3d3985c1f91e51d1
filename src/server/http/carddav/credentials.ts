import { AppError, tooManyRequests } from "../../errors.ts";
import type { Context } from "../../identity/auth/context.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { clientOf } from "../../platform/http/remote-address.ts";

const HOUR = 60 * 60;
/** Wrong passwords from one client. */
const WRONG = { max: 30, window: HOUR };
/** Requests with one app password; phones send a few when they sync. */
const REQUESTS = { max: 600, window: 60 };

/**
 * The user of a request, by Basic authentication (RFC 7617): address and app password. The account's own password opens
 * nothing: it is no key.
 * @throws AppError 401; 429 after many wrong passwords
 */
export async function userOf(
	{ auth }: Pick<Context, "auth">,
	limits: RateLimits,
	{ request, remoteAddress }: { request: Request; remoteAddress: string },
): Promise<{ ownerId: string; email: string }> {
	const given = basicOf(request.headers.get("authorization") ?? "");
	if (given === null) throw unauthenticated();
	const attempt = await limits.reserve(`carddav:wrong:${clientOf(remoteAddress)}`, WRONG);
	if (!attempt.allowed) throw tooManyRequests(attempt.retryAfter);
	const headers = { authorization: `Bearer ${given.password}` };
	const { caller } = await auth.authenticate(new Request(request.url, { headers }));
	const isAllowed = caller?.scopes?.includes("carddav") === true;
	if (caller === null || !isAllowed || caller.email.toLowerCase() !== given.user.toLowerCase()) throw unauthenticated();
	await attempt.release();
	await limits.check(`carddav:requests:${caller.ownerId}`, REQUESTS);
	return { ownerId: caller.ownerId, email: caller.email };
}

function basicOf(header: string): { user: string; password: string } | null {
	const encoded = /^basic\s+([a-z\d+/]{1,2000}=*)$/i.exec(header.trim())?.[1];
	if (encoded === undefined) return null;
	const text = Buffer.from(encoded, "base64").toString("utf8");
	const colon = text.indexOf(":");
	const [user, password] = [text.slice(0, Math.max(0, colon)).trim(), text.slice(colon + 1).trim()];
	// What is no word would not be a valid header.
	return user !== "" && /^[\w-]{1,200}$/.test(password) ? { user, password } : null;
}

function unauthenticated(): AppError {
	return new AppError(401, "unauthenticated", "Sign in with your email address and an app password for contacts.", {
		headers: { "www-authenticate": 'Basic realm="Contacts", charset="UTF-8"' },
	});
}
