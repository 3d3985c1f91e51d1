import { z } from "zod";

/** Who may call a route: anyone, a signed-in person (session or API key), or the operator alone. */
export type Access = "public" | "user" | "operator";

export interface RouteSpec {
	method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	/** Path with `{name}` parameters, e.g. `/api/v1/jobs/{id}`. */
	path: string;
	/** One line for the API page. */
	summary: string;
	access?: Access;
	/** Path parameters; each `{name}` in the path must have one. */
	params?: z.ZodObject;
	query?: z.ZodObject;
	/** JSON body. Absent with `bytes`: the handler reads the stream itself. */
	body?: z.ZodType;
	/** The request body is the file's bytes, streamed. */
	bytes?: boolean;
	/** JSON reply; absent: no content (204) or a `raw` reply. */
	reply?: z.ZodType;
	/** The handler answers with its own Response (files, event streams); says which content type. */
	raw?: string;
	/** Success status when it is not 200 (204 without a reply). */
	status?: 201 | 202;
	/** Codes of the problems this route can answer with, besides the general ones. */
	problems?: string[];
}

export type Contract = Record<string, RouteSpec>;

/**
 * Declares the routes of one part of the product: the server implements them, the browser calls them,
 * the API page describes them. Keys are the operation ids.
 */
export function defineContract<const C extends Contract>(contract: C): C {
	for (const [id, route] of Object.entries(contract)) {
		const named = [...route.path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]);
		const declared = Object.keys(route.params?.shape ?? {});
		if (named.join() !== declared.join())
			throw new Error(`${id}: the path names {${named}} and the params schema {${declared}}`);
	}
	return contract;
}

type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type In<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a handler receives after parsing. */
export interface Parsed<R extends RouteSpec> {
	params: Out<R["params"]>;
	query: Out<R["query"]>;
	body: Out<R["body"]>;
}

/** What a handler returns: the reply before its schema strips what it does not name. */
export type Reply<R extends RouteSpec> = R["raw"] extends string
	? Response
	: R["reply"] extends z.ZodType
		? z.input<R["reply"]>
		: undefined;

type Needed<K extends string, T> = [T] extends [undefined] ? { [P in K]?: undefined } : { [P in K]: T };
type Loose<K extends string, T> = [T] extends [undefined]
	? { [P in K]?: undefined }
	: Record<string, never> extends T
		? { [P in K]?: T }
		: { [P in K]: T };

/** What a caller passes. */
export type Call<R extends RouteSpec> = Needed<"params", In<R["params"]>> &
	Loose<"query", In<R["query"]>> &
	Needed<"body", In<R["body"]>>;

export type Answer<R extends RouteSpec> = R["raw"] extends string ? Response : Out<R["reply"]>;

type CallArgs<R extends RouteSpec> =
	Record<string, never> extends Call<R>
		? [call?: Call<R>, options?: CallOptions]
		: [call: Call<R>, options?: CallOptions];

export interface CallOptions {
	signal?: AbortSignal;
	headers?: Record<string, string>;
	/** For routes with `bytes`. */
	bytes?: Blob | ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;
}

export type Client<C extends Contract> = { [K in keyof C]: (...args: CallArgs<C[K]>) => Promise<Answer<C[K]>> };

/** A problem as RFC 9457 has it, with the product's stable `code`. */
export const problem = z.object({
	type: z.string(),
	title: z.string(),
	status: z.number(),
	detail: z.string().optional(),
	code: z.string(),
	/** Field name to what is wrong with it. */
	fields: z.record(z.string(), z.string()).optional(),
});
export type Problem = z.infer<typeof problem>;

/** What a typed client throws when the server answers with a problem, or cannot be reached (`code: "unreachable"`). */
export class ApiError extends Error {
	override name = "ApiError";
	readonly problem: Problem;
	readonly headers: Headers;
	constructor(p: Problem, headers = new Headers()) {
		super(p.detail ?? p.title);
		this.problem = p;
		this.headers = headers;
	}
	get code(): string {
		return this.problem.code;
	}
	get status(): number {
		return this.problem.status;
	}
}

/** Fills a path's parameters and query. */
export function urlOf(route: RouteSpec, call: { params?: object; query?: object } = {}): string {
	const params = (call.params ?? {}) as Record<string, unknown>;
	const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(call.query ?? {}))
		if (value !== undefined && value !== null) query.set(name, String(value));
	const text = query.toString();
	return text === "" ? path : `${path}?${text}`;
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * A typed client for a contract.
 * @param send fetch, or something with its shape
 * @throws ApiError for every answer that is not a success
 */
export function createClient<C extends Contract>(contract: C, send: Fetch): Client<C> {
	const client: Record<string, unknown> = {};
	for (const [id, route] of Object.entries(contract))
		client[id] = (call?: Call<RouteSpec>, options?: CallOptions) => callRoute(route, send, call ?? {}, options ?? {});
	return client as Client<C>;
}

async function callRoute(
	route: RouteSpec,
	send: Fetch,
	call: { params?: unknown; query?: unknown; body?: unknown },
	options: CallOptions,
): Promise<unknown> {
	const headers: Record<string, string> = { accept: route.raw ?? "application/json", ...options.headers };
	if (call.body !== undefined) headers["content-type"] = "application/json";
	const response = await send(urlOf(route, call as { params?: object; query?: object }), {
		method: route.method,
		headers,
		signal: options.signal ?? null,
		body: options.bytes ?? (call.body === undefined ? null : JSON.stringify(call.body)),
	}).catch((cause: unknown) => {
		if (options.signal?.aborted) throw cause;
		throw new ApiError({
			type: "about:blank",
			title: "The server cannot be reached",
			status: 0,
			detail: "The server cannot be reached. Check your connection and try again.",
			code: "unreachable",
		});
	});
	if (!response.ok) throw new ApiError(await problemOf(response), response.headers);
	if (route.raw !== undefined) return response;
	return response.status === 204 ? undefined : response.json();
}

async function problemOf(response: Response): Promise<Problem> {
	const parsed = problem.safeParse(await response.json().catch(() => null));
	if (parsed.success) return parsed.data;
	return { type: "about:blank", title: response.statusText, status: response.status, code: `http-${response.status}` };
}
