import { Hono } from "hono";
import type { Clock } from "../clock.ts";
import { cutShort, type Dice } from "../faults.ts";
import { bearerOf, type Grants } from "../grants.ts";
import type { Line } from "../serve.ts";
import { answerBatch } from "./batch.ts";
import type { Call, Handlers } from "./call.ts";
import { GoogleError, invalid, notFound, unauthorized } from "./errors.ts";
import type { GmailMailbox } from "./mailbox.ts";
import { METHODS } from "./methods.ts";
import { changing } from "./modify.ts";
import type { createQuota } from "./quota.ts";
import { reading } from "./read.ts";
import { sending } from "./send.ts";

export interface GmailEmulation {
	time: Clock;
	grants: Grants;
	dice: Dice;
	quota: ReturnType<typeof createQuota>;
	newMessageIds: boolean;
	mailboxOf(email: string): GmailMailbox;
	deliver(raw: Buffer, recipients: string[]): void;
	watch(email: string, subscription: { topic: string; expiration: number } | null): void;
}

const HANDLERS: Handlers = { ...reading, ...changing, ...sending };

/** The Gmail API, with fault injection. */
export function gmailApi(emulation: GmailEmulation): (request: Request, line: Line) => Promise<Response> {
	const app = new Hono();
	for (const { name, verb, path, units, scopes, ...more } of METHODS) {
		const paths = [`/gmail/v1/users/:userId${path}`];
		if ("upload" in more) paths.push(`/upload${paths[0]}`);
		app.on(verb, paths, async (context) => {
			const request = context.req.raw;
			const url = new URL(request.url);
			const target = { method: request.method, path: url.pathname };
			const grant = emulation.grants.behindAccess(bearerOf(request));
			const note = (status: number, spent: number) =>
				emulation.quota.requests.push({
					at: emulation.time.now(),
					email: grant?.email ?? "",
					method: name,
					path: url.pathname + url.search,
					units: spent,
					status,
				});
			try {
				if (grant === null) throw unauthorized();
				if (!grant.scopes.some((scope) => (scopes as readonly string[]).includes(scope)))
					throw new GoogleError(403, "insufficientPermissions", "Request had insufficient authentication scopes.");
				const userId = decodeURIComponent(context.req.param("userId") ?? "");
				if (userId !== "me" && userId.toLowerCase() !== grant.email) throw notFound();
				rejectIfDue(emulation, grant.email, units, target);
				const mailbox = emulation.mailboxOf(grant.email);
				const call: Call = {
					...(await bodyOf(request)),
					mailbox,
					params: context.req.param(),
					query: url.searchParams,
					scopes: grant.scopes,
					...target,
					now: emulation.time.now,
					dice: emulation.dice,
					newMessageIds: emulation.newMessageIds,
					deliver: emulation.deliver,
					watch: (subscription) => emulation.watch(grant.email, subscription),
					stopWatching: () => emulation.watch(grant.email, null),
				};
				const result = await HANDLERS[name]?.(call);
				note(result === undefined ? 204 : 200, units);
				return result === undefined ? new Response(null, { status: 204 }) : Response.json(result);
			} catch (error) {
				if (!(error instanceof GoogleError)) throw error;
				// Rejected requests cost no quota.
				note(error.status, error.domain === "usageLimits" || error.status === 401 ? 0 : units);
				return error.response();
			}
		});
	}
	app.notFound(() => notFound().response());

	async function batch(request: Request): Promise<Response> {
		try {
			return await answerBatch(
				request,
				async (inner) => {
					const headers = new Headers(inner.headers);
					const authorization = request.headers.get("authorization");
					if (authorization !== null && !headers.has("authorization")) headers.set("authorization", authorization);
					headers.delete("content-length");
					const hasBody = inner.body !== "" && inner.method !== "GET";
					return app.request(inner.path, { method: inner.method, headers, ...(hasBody && { body: inner.body }) });
				},
				(parts) => emulation.dice.shuffle(parts),
			);
		} catch (error) {
			if (error instanceof GoogleError) return error.response();
			throw error;
		}
	}

	return async (request, line) => {
		const { pathname } = new URL(request.url);
		const target = { method: request.method, path: pathname };
		await emulation.dice.begin(target);
		if (emulation.dice.strikes("reset", target)) return line.cut();
		if (emulation.dice.strikes("expired", target)) return unauthorized().response();
		const isBatch = pathname === "/batch/gmail/v1";
		// For the batch as a whole; inner requests get their own faults.
		const outer = isBatch ? injectedError(emulation.dice, target) : null;
		if (outer) return outer.response();
		const reply = isBatch ? await batch(request) : await app.fetch(request);
		if (emulation.dice.strikes("lost", target)) return line.cut();
		const isRead = request.method === "GET" || isBatch;
		return isRead && emulation.dice.strikes("truncated", target) ? cutShort(reply) : reply;
	};
}

/** Throws when this request exceeds the quota, or a fault is due. */
function rejectIfDue(
	emulation: GmailEmulation,
	email: string,
	units: number,
	target: { method: string; path: string },
): void {
	const { dice, quota } = emulation;
	const error = injectedError(dice, target);
	if (error) throw error;
	const broken = quota.broken(email, units);
	if (broken === null) return;
	const { status = 429, retryAfter } = quota.limit();
	const isUser = broken === "user";
	throw new GoogleError(
		status,
		isUser && status === 403 ? "userRateLimitExceeded" : "rateLimitExceeded",
		`Quota exceeded for quota metric 'Queries' and limit 'Units per minute${isUser ? " per user" : ""}' of service 'gmail.googleapis.com'.`,
		retryAfter === undefined ? {} : { "retry-after": String(retryAfter) },
	);
}

function injectedError(dice: Dice, target: { method: string; path: string }): GoogleError | null {
	const fault = dice.first(["rateLimited", "forbidden", "serverError", "unavailable"], target);
	if (fault === "rateLimited")
		return new GoogleError(429, "rateLimitExceeded", "Too many concurrent requests for user", dice.retryAfter());
	if (fault === "forbidden") return new GoogleError(403, "rateLimitExceeded", "Rate Limit Exceeded");
	if (fault === "serverError") return new GoogleError(500, "backendError", "Backend Error");
	if (fault === "unavailable")
		return new GoogleError(503, "backendError", "The service is currently unavailable.", dice.retryAfter());
	return null;
}

/** JSON, or a message uploaded directly or as a part next to JSON. */
async function bodyOf(request: Request): Promise<{ body: Record<string, unknown>; media: Buffer | null }> {
	const bytes = Buffer.from(await request.arrayBuffer());
	const type = request.headers.get("content-type") ?? "";
	if (bytes.length === 0) return { body: {}, media: null };
	if (/^message\/rfc822/i.test(type)) return { body: {}, media: bytes };
	if (!/^multipart\/related/i.test(type)) return { body: parsed(bytes), media: null };
	const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1] ?? "";
	const [, json = "", media = ""] = bytes.toString("latin1").split(new RegExp(`(?:^|\r?\n)--${escaped(boundary)}`));
	const contentOf = (part: string) => Buffer.from(part.replace(/^[\s\S]*?\r?\n\r?\n/, ""), "latin1");
	return { body: parsed(contentOf(json)), media: contentOf(media) };
}

function parsed(bytes: Buffer): Record<string, unknown> {
	try {
		const body: unknown = JSON.parse(bytes.toString());
		if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
	} catch {
		// Reported below.
	}
	throw invalid("Invalid JSON payload received.");
}

function escaped(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
