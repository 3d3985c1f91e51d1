import type { Config } from "../../config.ts";
import { AppError } from "../../errors.ts";

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;
const changing = new Set(["POST", "PUT", "PATCH", "DELETE"]);
/**
 * A bearer token of an API client. Unlike Basic, which a reverse proxy may request, browsers never send it on their
 * own.
 */
const bearer = /^bearer /i;

/**
 * The origins that count as this server for one request: BASE_URL, and the loopback name the request came in on (any
 * port: a tunnel or a container may map it). A foreign name that resolves to this server does not count (DNS
 * rebinding).
 */
export function allowedOrigins(config: Pick<Config, "baseUrl">, request: Request): string[] {
	const own = [new URL(config.baseUrl).origin];
	const host = request.headers.get("host") ?? new URL(request.url).host;
	if (loopback.test(host)) own.push(`http://${host.toLowerCase()}`, `https://${host.toLowerCase()}`);
	return own;
}

/** The origin at which a request reached this server: BASE_URL's, or the loopback name that it came in on. */
export function publicOrigin(config: Pick<Config, "baseUrl">, request: Request): string {
	const base = new URL(config.baseUrl);
	const host = (request.headers.get("host") ?? new URL(request.url).host).toLowerCase();
	return loopback.test(host) && host !== base.host ? `http://${host}` : base.origin;
}

/** @throws AppError 421 when the request names a host that is not this server */
export function checkHost(config: Pick<Config, "baseUrl">, request: Request): void {
	const host = (request.headers.get("host") ?? new URL(request.url).host).toLowerCase();
	if (loopback.test(host) || host === new URL(config.baseUrl).host) return;
	throw new AppError(
		421,
		"unknown-host",
		"This host name is not configured. Set BASE_URL to the address that people use.",
	);
}

/** Whether the request carries a bearer token, which is then its only credential. */
export function hasKey(request: Request): boolean {
	return bearer.test(request.headers.get("authorization") ?? "");
}

/**
 * CSRF protection: rejects unsafe requests that another site triggers in a signed-in browser. Browsers name the
 * origin of the page (Origin, or Sec-Fetch-Site where that is missing). Requests with a bearer token are exempt.
 * @throws AppError 403 `cross-site`
 */
export function checkOrigin(config: Pick<Config, "baseUrl">, request: Request): void {
	if (!changing.has(request.method) || hasKey(request)) return;
	const origin = request.headers.get("origin");
	if (origin !== null) {
		if (allowedOrigins(config, request).includes(origin.toLowerCase())) return;
	} else {
		const site = request.headers.get("sec-fetch-site");
		// An unsafe request with neither header comes from a program, not from a page: every browser that would send the
		// cookie (SameSite=Lax) sends one of them.
		if (site === null || site === "same-origin" || site === "none") return;
	}
	throw new AppError(403, "cross-site", "This request did not come from a page of this server.");
}
