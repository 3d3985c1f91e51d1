import type { Hono } from "hono";
import type { RouteSpec } from "#shared/contract.ts";
import { storable } from "../db/storable.ts";
import { AppError, notFound, unauthenticated } from "../errors.ts";
import type { Context } from "../identity/auth/context.ts";
import { allows, scopesOf } from "../identity/auth/keys/scopes.ts";
import { freshSessionNeeded } from "../identity/auth/sessions/recent-sign-in.ts";
import { diskFull } from "../platform/disk/disk-full.ts";
import type { AppEnv } from "../platform/http/app-env.ts";
import { readJson } from "../platform/http/body.ts";
import type { Caller, Handler, HandlerInput, Implementation } from "../platform/http/implement.ts";
import { invalidInput, problemOf, reportError } from "../platform/http/problems.ts";
import { streamReply } from "../platform/http/stream-reply.ts";
import { DAMAGED_ROWS, soundReplyOf } from "./damaged-rows.ts";
import { replySchemaOf } from "./reply-schema.ts";

const JSON_LIMIT = 1024 * 1024;

export interface MountedRoute {
	/** The contract's key. */
	id: string;
	spec: RouteSpec;
	handler: Handler<RouteSpec>;
}

/** All routes, literal paths before parameterized ones, so that `/accounts/demo` is never an id. */
export function routesOf(implementations: readonly Implementation[]): MountedRoute[] {
	const routes: MountedRoute[] = [];
	const ids = new Set<string>();
	for (const { contract, handlers } of implementations)
		for (const [id, spec] of Object.entries(contract)) {
			const handler = handlers[id];
			if (handler === undefined) throw new Error(`The route ${id} has no handler`);
			scopesOf(spec);
			if (ids.has(id)) throw new Error(`Two routes are called ${id}`);
			ids.add(id);
			routes.push({ id, spec, handler });
		}
	return routes.sort((a, b) => parameters(a) - parameters(b));
}

function parameters({ spec }: MountedRoute): number {
	return spec.path.split("{").length;
}

/** Adds the routes to the app. */
export function mount(
	app: Hono<AppEnv>,
	{ auth, disk, log }: Pick<Context, "auth" | "disk" | "log">,
	routes: readonly MountedRoute[],
): void {
	for (const { id, spec: contract, handler } of routes) {
		const spec = withReplySchema(contract);
		app.on(spec.method, spec.path.replaceAll(/\{(\w+)\}/g, ":$1"), async (c) => {
			c.set("route", spec.path);
			const request = c.req.raw;
			// Health must be reported without the database.
			const { caller: found, cookies: sent } = isProbe(spec)
				? { caller: null, cookies: [] }
				: await auth.authenticate(request);
			const cookies = [...sent];
			const caller = isMeant(request, found) ? found : null;
			authorise(spec, caller);
			if (disk.state === "full" && needsSpace(spec)) throw diskFull();
			const gone = new AbortController();
			const input = {
				...(await parse(spec, request, c.req.param())),
				caller,
				request,
				remoteAddress: c.get("remoteAddress"),
				setCookie: (cookie: string) => void cookies.push(cookie),
				signal: spec.stream === undefined ? request.signal : AbortSignal.any([request.signal, gone.signal]),
			} as HandlerInput<RouteSpec>;
			const reply = await call(handler, input);
			const response =
				spec.stream === undefined
					? present({ id, spec, log }, reply)
					: await streamReply(reply as AsyncIterable<unknown>, spec.stream, {
							signal: input.signal,
							onGone: () => gone.abort(new DOMException("The client is gone", "AbortError")),
							problemOf: (cause) => {
								const requestId = c.get("requestId");
								return problemOf(reportError(cause, log, requestId, spec.path), requestId);
							},
						});
			for (const cookie of cookies) response.headers.append("set-cookie", cookie);
			return response;
		});
	}
}

/** Answers keep to the structure of the contract, but not to the limits of requests. */
function withReplySchema(spec: RouteSpec): RouteSpec {
	const { reply, stream } = spec;
	return {
		...spec,
		...(reply !== undefined && { reply: replySchemaOf(reply) }),
		...(stream !== undefined && { stream: { ...stream, chunk: replySchemaOf(stream.chunk) } }),
	};
}

/**
 * Ensures that an Error is thrown: the reason of an aborted signal may be a string, which the error handler would
 * miss.
 */
async function call(handler: Handler<RouteSpec>, input: HandlerInput<RouteSpec>): Promise<unknown> {
	try {
		return await handler(input);
	} catch (cause) {
		throw cause instanceof Error ? cause : new Error(String(cause), { cause });
	}
}

function isProbe(spec: RouteSpec): boolean {
	return spec.access === "public" && !spec.path.startsWith("/api/") && spec.params === undefined;
}

/** Reads and deletes still work while the disk is full. */
function needsSpace({ method, needsSpace: isNeeded }: RouteSpec): boolean {
	return isNeeded ?? (method !== "GET" && method !== "DELETE");
}

/**
 * A page says whose it is: in the same browser another user may have signed in since, whose cookie it then sends. Nothing
 * is changed or shown in the account of the other.
 */
function isMeant(request: Request, caller: Caller | null): boolean {
	const user = request.headers.get("x-user-id");
	return user === null || caller === null || user === caller.ownerId;
}

function authorise(spec: RouteSpec, caller: Caller | null): void {
	if (spec.access === "public") return;
	if (caller === null) throw unauthenticated();
	if (spec.access === "operator" && !caller.isOperator)
		throw new AppError(403, "operator-only", "Only the operator of this server may do this.");
	if (caller.session !== null) {
		if (spec.fresh && !caller.session.fresh) throw freshSessionNeeded();
		return;
	}
	const scopes = scopesOf(spec);
	if (scopes === null) throw new AppError(403, "session-only", "API keys can't do this. Sign in with a browser.");
	const missing = scopes.find((scope) => !allows(caller.scopes ?? [], scope));
	if (missing !== undefined) throw new AppError(403, "scope-missing", `This API key lacks the scope ${missing}.`);
}

async function parse(spec: RouteSpec, request: Request, pathParams: Record<string, string>): Promise<object> {
	// No stored id contains NUL, and the database rejects it.
	if (Object.values(pathParams).some((value) => value.includes("\0"))) throw notFound("The address");
	const given = {
		...(spec.params && { params: pathParams }),
		...(spec.query && { query: readQuery(request) }),
		...(spec.body && { body: await readJson(request, JSON_LIMIT) }),
	};
	const parsed: Record<string, unknown> = {};
	for (const [part, value] of Object.entries(given)) {
		const result = spec[part as "params" | "query" | "body"]?.safeParse(value);
		if (result?.success === false) throw invalidInput(result.error);
		parsed[part] = result?.data;
	}
	return parsed;
}

function readQuery(request: Request): Record<string, string> {
	const { searchParams } = new URL(request.url);
	return Object.fromEntries([...searchParams].map(([name, value]) => [name, storable(value)]));
}

/** Serializes the response by its contract: properties not in the schema are removed, and damaged rows of lists. */
function present({ id, spec, log }: { id: string; spec: RouteSpec; log: Context["log"] }, reply: unknown): Response {
	if (spec.raw !== undefined) {
		if (reply instanceof Response) return new Response(reply.body, reply);
		throw new Error(`${id} must answer with a Response`);
	}
	if (spec.reply === undefined) return new Response(null, { status: 204 });
	const sound = soundReplyOf(spec.reply, reply);
	if (sound === null)
		throw new Error(
			`${id} sent a response that does not match its contract: ${spec.reply.safeParse(reply).error?.message}`,
		);
	const { data, damaged } = sound;
	if (damaged.length > 0)
		log.error(
			{ event: "request.damaged_rows", part: "http", route: id, damaged },
			"damaged rows were left out of a reply",
		);
	const headers: Record<string, string> = damaged.length > 0 ? { [DAMAGED_ROWS]: String(damaged.length) } : {};
	return Response.json(data, { status: spec.status ?? 200, headers });
}
