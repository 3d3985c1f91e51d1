import type { Call, CallOptions, Client, Contract, Problem, RouteSpec, StreamSpec } from "./contract.ts";
import { CONTENT_TYPES, readFrames } from "./stream.ts";

/** What a client needs of a contract: method, path and kind of response. Leaves the schemas out of the browser bundle. */
export type Routes<C extends Contract> = {
	[K in keyof C]: Pick<C[K], "method" | "path"> & { raw?: string; stream?: Pick<StreamSpec, "format"> };
};
type Route = Routes<Contract>[string];

/** Thrown by a typed client when the server answers with a problem or cannot be reached (`code: "unreachable"`). */
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

/** Fills in a path's parameters and appends the query. */
export function urlOf(route: Pick<RouteSpec, "path">, call: { params?: object; query?: object } = {}): string {
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
 * @param contract the contract itself, or only its routes
 * @param send fetch, or a function with its signature
 * @throws ApiError for every response that is not a success
 */
export function createClient<C extends Contract>(contract: C | Routes<C>, send: Fetch): Client<C> {
	const client: Record<string, unknown> = {};
	for (const [id, route] of Object.entries<Route>(contract))
		client[id] = (call?: Call<RouteSpec>, options: CallOptions = {}) =>
			route.stream === undefined
				? callRoute(route, send, call ?? {}, options)
				: iterateRoute(route, route.stream, send, { call: call ?? {}, options });
	return client as Client<C>;
}

interface AnyCall {
	params?: unknown;
	query?: unknown;
	body?: unknown;
}

async function callRoute(route: Route, send: Fetch, call: AnyCall, options: CallOptions): Promise<unknown> {
	const response = await fetchRoute(route, send, call, options);
	if (route.raw !== undefined) return response;
	return response.status === 204 ? undefined : response.json();
}

/** @throws ApiError also when the stream breaks off (`code: "stream-interrupted"`) or ends with an error */
async function* iterateRoute(
	route: Route,
	{ format }: Pick<StreamSpec, "format">,
	send: Fetch,
	{ call, options }: { call: AnyCall; options: CallOptions },
): AsyncGenerator<unknown> {
	const { body } = await fetchRoute(route, send, call, options);
	try {
		for await (const frame of readFrames(format, body ?? new ReadableStream())) {
			if (frame.type === "end") return;
			if (frame.type === "error") throw new ApiError(frame.problem);
			yield frame.chunk;
		}
	} catch (cause) {
		if (cause instanceof ApiError || options.signal?.aborted) throw cause;
	}
	throw new ApiError({
		type: "about:blank",
		title: "The reply is incomplete",
		status: 0,
		detail: "The connection to the server was lost. Check your connection and try again.",
		code: "stream-interrupted",
	});
}

async function fetchRoute(route: Route, send: Fetch, call: AnyCall, options: CallOptions): Promise<Response> {
	const accept = route.stream === undefined ? (route.raw ?? "application/json") : CONTENT_TYPES[route.stream.format];
	const headers: Record<string, string> = { accept, ...options.headers };
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
			title: "Couldn't reach the server",
			status: 0,
			detail: "Couldn't reach the server. Check your connection and try again.",
			code: "unreachable",
		});
	});
	if (!response.ok) throw new ApiError(await problemOf(response), response.headers);
	return response;
}

async function problemOf(response: Response): Promise<Problem> {
	const body: unknown = await response.json().catch(() => null);
	if (isProblem(body)) return body;
	return { type: "about:blank", title: response.statusText, status: response.status, code: `http-${response.status}` };
}

function isProblem(value: unknown): value is Problem {
	if (typeof value !== "object" || value === null) return false;
	const { title, status, code } = value as Partial<Problem>;
	return typeof title === "string" && typeof status === "number" && typeof code === "string";
}
