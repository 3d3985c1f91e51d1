import { z } from "zod";

/** What a client may do with an API key. `carddav`: read contacts as an address book, and call no route of the API. */
export const keyScope = z.enum(["mail:read", "mail:plan", "mail:write", "tools", "operator", "carddav"]);
export type KeyScope = z.infer<typeof keyScope>;

/** Who may call a route: anyone, a signed-in user (session or API key), or only the operator. */
export type Access = "public" | "user" | "operator";

/** A reply that is streamed as a sequence of JSON values. `stream.ts` describes the wire formats. */
export interface StreamSpec {
	/** `ndjson`: one JSON object a line; `events`: server-sent events. */
	format: "ndjson" | "events";
	/** Each chunk is validated and stripped by this schema. */
	chunk: z.ZodType;
}

export interface RouteSpec {
	method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	/** Path with `{name}` parameters, e.g. `/api/v1/jobs/{id}`. */
	path: string;
	/** One-line summary for the API page. */
	summary: string;
	access?: Access;
	/** Accepts only a user session, no API key. */
	session?: true;
	/** Like `session`, and the session must be recent: for actions that a stolen session must not perform. */
	fresh?: true;
	/** Scope an API key needs. Paths and methods of the kernel's routes about mail imply it. */
	scope?: KeyScope;
	/** The reply has content of mail: a key needs `mail:read` besides the scope. */
	readsMail?: true;
	/** Path parameters; each `{name}` in the path must have one. */
	params?: z.ZodObject;
	query?: z.ZodObject;
	/** JSON body. Absent with `bytes`: the handler reads the stream itself. */
	body?: z.ZodType;
	/** The request body is streamed file content. */
	bytes?: boolean;
	/** JSON reply; absent: no content (204) or a `raw` reply. */
	reply?: z.ZodType;
	/** The handler returns its own Response (files, event streams); the value is its content type. */
	raw?: string;
	/** Streamed reply: the handler returns an async iterable of chunks. Instead of `reply` and `raw`. */
	stream?: StreamSpec;
	/** Success status other than 200 (204 without a reply). */
	status?: 201 | 202;
	/** False: works while the server's disk is full. Absent: only GET and DELETE do. */
	needsSpace?: false;
	/** Problem codes this route can return, besides the general ones. */
	problems?: string[];
}

export type Contract = Record<string, RouteSpec>;

/**
 * Declares the routes of one part of the product: the server implements them, the browser calls them,
 * and the API page documents them. Keys are the operation ids.
 * @param defaults.scope for routes that name none: a tool gives that of its manifest
 */
export function defineContract<const C extends Contract>(contract: C, defaults: { scope?: KeyScope } = {}): C {
	for (const [id, route] of Object.entries(contract)) {
		if (route.scope === undefined && defaults.scope !== undefined) Object.assign(route, defaults);
		const named = [...route.path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]);
		const declared = Object.keys(route.params?.shape ?? {});
		if (named.join() !== declared.join())
			throw new Error(`${id}: the path names {${named}} and the params schema {${declared}}`);
	}
	return contract;
}

type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type In<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a handler receives after validation. */
export interface Parsed<R extends RouteSpec> {
	params: Out<R["params"]>;
	query: Out<R["query"]>;
	body: Out<R["body"]>;
}

/** What a handler returns, before the reply schema strips unknown fields. */
export type Reply<R extends RouteSpec> = R["stream"] extends StreamSpec
	? AsyncIterable<z.input<R["stream"]["chunk"]>>
	: R["raw"] extends string
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

/** Streamed replies are iterated; leaving the loop, or the signal, ends the request. */
type Called<R extends RouteSpec> = R["stream"] extends StreamSpec
	? AsyncIterable<z.output<R["stream"]["chunk"]>>
	: Promise<Answer<R>>;

export type Client<C extends Contract> = { [K in keyof C]: (...args: CallArgs<C[K]>) => Called<C[K]> };

/** An RFC 9457 problem with the product's stable `code`. */
export const problem = z.object({
	type: z.string(),
	title: z.string(),
	status: z.number(),
	detail: z.string().optional(),
	code: z.string(),
	/** Field name to error message. */
	fields: z.record(z.string(), z.string()).optional(),
});
export type Problem = z.infer<typeof problem>;
