import type { Hono } from "hono";
import { listAddressBook } from "#shared/capabilities/address-book.ts";
import { AppError, notFound } from "../../errors.ts";
import type { Context } from "../../identity/auth/context.ts";
import { capability } from "../../platform/capabilities/capabilities.ts";
import type { AppEnv } from "../../platform/http/app-env.ts";
import { readText } from "../../platform/http/body.ts";
import { createRateLimits } from "../../platform/http/rate-limit.ts";
import { userOf } from "./credentials.ts";
import { type Asked, answerOf, askedIn, asks } from "./propfind.ts";
import { answerReport, type ReadEntries } from "./reports.ts";
import {
	bookProperties,
	cardProperties,
	collectionProperties,
	type Entry,
	hrefOf,
	idIn,
	paths,
	principalProperties,
} from "./resources.ts";
import { DAV, documentOf, element, readBody } from "./xml.ts";

const BODY_LIMIT = 4 * 1024 * 1024;
const METHODS = ["OPTIONS", "GET", "HEAD", "PROPFIND", "REPORT"];
/** Methods that would change something. */
const CHANGES = ["PUT", "POST", "DELETE", "PATCH", "PROPPATCH", "MKCOL", "COPY", "MOVE", "LOCK", "UNLOCK", "ACL"];
const ROUTE = "/dav";

/** Who asks, and how to read their address book. */
interface Asking {
	email: string;
	read: ReadEntries;
}

/**
 * Serves contacts as a read-only address book (CardDAV, RFC 6352), found by `/.well-known/carddav` (RFC 6764). Each request
 * is signed in by an app password alone: sessions do not count.
 */
export function mountCardDav(app: Hono<AppEnv>, ctx: Context): void {
	const limits = createRateLimits(ctx.database, ctx.config, ctx.now);
	app.on(METHODS, "/.well-known/carddav", (c) => {
		c.set("route", ROUTE);
		return c.redirect(paths.root, 301);
	});
	for (const path of ["/dav", "/dav/*"]) {
		app.on(METHODS, path, async (c) => {
			c.set("route", ROUTE);
			const request = c.req.raw;
			const { ownerId, email } = await userOf(ctx, limits, { request, remoteAddress: c.get("remoteAddress") });
			const list = capability(ctx, listAddressBook);
			const read: ReadEntries = async (wanted) =>
				(await list?.({ ownerId, signal: request.signal }, wanted))?.items ?? [];
			return answer(request, { email, read });
		});
		app.on(CHANGES, path, (c) => {
			c.set("route", ROUTE);
			throw new AppError(403, "read-only", "This address book is read-only. Change contacts in the web app.");
		});
	}
}

async function answer(request: Request, asking: Asking): Promise<Response> {
	const { pathname } = new URL(request.url);
	const path = pathname.endsWith("/") || pathname.endsWith(".vcf") ? pathname : `${pathname}/`;
	if (request.method === "OPTIONS") return new Response(null, { status: 200, headers: HEADERS });
	if (request.method === "GET" || request.method === "HEAD") return readCard(request, path, asking);
	const body = readBody(await readText(request, BODY_LIMIT));
	if (request.method === "PROPFIND")
		return multistatus(await propfind(request, path, { asking, asked: askedIn(body) }));
	if (path !== paths.book) throw new AppError(403, "supported-report", "This report is not offered here.");
	return multistatus(await answerReport(body, asking.read));
}

const HEADERS = {
	dav: "1, 3, access-control, addressbook",
	allow: METHODS.join(", "),
	"cache-control": "private, no-store",
};

function multistatus(responses: readonly string[]): Response {
	return new Response(documentOf(element(DAV, "multistatus", responses.join("\n"))), {
		status: 207,
		headers: { ...HEADERS, "content-type": "application/xml; charset=utf-8" },
	});
}

/** @throws AppError 404 */
async function readCard(request: Request, path: string, { read }: Asking): Promise<Response> {
	const entry = await entryAt(path, read);
	const headers = { ...HEADERS, "content-type": "text/vcard; charset=utf-8", etag: entry.etag };
	if (request.headers.get("if-none-match") === entry.etag) return new Response(null, { status: 304, headers });
	return new Response(entry.card, { headers });
}

/** @throws AppError 404 */
async function entryAt(path: string, read: ReadEntries): Promise<Entry> {
	const id = idIn(path);
	const [entry] = id === null ? [] : await read({ ids: [id], version: "3.0", withCards: true });
	if (entry === undefined) throw notFound("The contact");
	return entry;
}

/** The responses about a resource and, at depth 1, about those in it. @throws AppError 403, 404 */
async function propfind(
	request: Request,
	path: string,
	{ asking, asked }: { asking: Asking; asked: Asked },
): Promise<string[]> {
	const depth = request.headers.get("depth") ?? "0";
	if (depth === "infinity") throw new AppError(403, "propfind-finite-depth", "Ask for a depth of 0 or 1.");
	const isDeep = depth === "1";
	const collection = (at: string) => answerOf(at, collectionProperties(), asked);
	const principal = () => answerOf(paths.principal, principalProperties(asking.email), asked);
	if (path === paths.root) return [collection(paths.root), ...(isDeep ? [principal(), collection(paths.home)] : [])];
	if (path === paths.principal) return [principal()];
	if (path === paths.home)
		return [collection(paths.home), ...(isDeep ? await bookResponses(asking, asked, false) : [])];
	if (path === paths.book) return bookResponses(asking, asked, isDeep);
	const entry = await entryAt(path, asking.read);
	return [answerOf(hrefOf(entry), cardProperties(entry), asked)];
}

async function bookResponses({ read }: Asking, asked: Asked, isDeep: boolean): Promise<string[]> {
	const isNeeded = isDeep || asks(asked, "getctag");
	const entries = isNeeded ? await read({ version: "3.0", withCards: false }) : null;
	return [
		answerOf(paths.book, bookProperties(entries), asked),
		...(isDeep ? (entries ?? []) : []).map((entry) => answerOf(hrefOf(entry), cardProperties(entry), asked)),
	];
}
