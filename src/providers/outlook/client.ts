/**
 * The Microsoft Graph client: token, quota, concurrency limit of four, retries, time and size limits, and errors mapped to
 * the kernel's.
 */

import { freshTokens, type OAuthClient, replaceTokens, type Tokens } from "#providers/shared/oauth.ts";
import { Unavailable } from "#server/mail/provider/errors.ts";
import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import { type BatchResponse, readBatch, writeBatch } from "./batch.ts";
import { classifyFailure, type Failure, mostSevere, networkFailure, readRetryAfter } from "./errors.ts";
import type { OutlookOptions } from "./options.ts";
import { readBounded } from "./read-response.ts";
import { createRetryState } from "./retry.ts";
import { MAX_CONCURRENT, type Slots } from "./slots.ts";

export interface Call {
	verb: "GET" | "POST" | "PATCH" | "DELETE";
	/** Relative to the user, with its query. */
	path: string;
	/** The path is relative to the API root. */
	isRoot?: boolean;
	/** JSON. */
	body?: unknown;
	/** Instead of JSON: a whole MIME message. */
	mime?: Uint8Array;
	/** Entries per page of changes. */
	pageSize?: number;
	/** Not idempotent: never retried when the outcome is unknown. */
	isOnce?: boolean;
}

export interface GraphResponse {
	/** Index of its call. */
	index: number;
	/** JSON, or the error. */
	outcome: { reply: unknown } | { error: Error };
	/** An earlier attempt got no response and may have been applied. */
	isRepeated: boolean;
}

export interface GraphClient {
	/** @throws NotFound, RateLimited, Unavailable, AuthExpired, CursorExpired, Unsupported, GraphRejection, OutcomeUnknown */
	call(call: Call, signal: AbortSignal): Promise<unknown>;
	/**
	 * Uploads a range of an upload session, whose URL needs no token. Never retried when the outcome is unknown.
	 * @throws as `call` does
	 */
	upload(url: string, bytes: Uint8Array, range: { from: number; total: number }, signal: AbortSignal): Promise<void>;
	/** The bytes at a path. @throws as `call` does, and TooLarge */
	bytes(path: string, signal: AbortSignal): Promise<Buffer>;
	/**
	 * Many idempotent calls, twenty per batch; results are yielded as they arrive. A call that fails permanently does not
	 * affect the others.
	 * @throws TooLarge for a batch of bodies, and as `call` does when nothing is answered
	 */
	each(calls: readonly Call[], signal: AbortSignal): AsyncGenerator<GraphResponse>;
}

/** https://learn.microsoft.com/graph/json-batching */
const BATCH = 20;
/** Per mailbox (https://learn.microsoft.com/graph/throttling-limits#outlook-service-limits). */
const BUDGET = { name: "outlook", units: 10_000, seconds: 600, sharedBy: "account" } as const;
/** Exchange's largest messages are 150 MB. */
const LIMIT = { json: 64_000_000, batch: 96_000_000, message: 160_000_000 };
const TIMEOUT_MS = { call: 60_000, batch: 180_000, message: 300_000 };
const MARGIN_MS = 5 * 60_000;
const ROOT = "/v1.0";

interface Request {
	path: string;
	/** Absolute, instead of the path: requested without a token. */
	url?: string;
	init: RequestInit;
	/** Calls counted against Graph's limit. */
	units: number;
	slots: number;
	timeoutMs: number;
	limit: number;
}

/** With the token that was used, or rejected. */
type Tried<T> = { value: T; used: string } | { failure: Failure; rejected: string | null };

export function createClient(
	environment: ProviderEnvironment,
	options: OutlookOptions,
	oauth: () => Promise<OAuthClient>,
	slots: Slots,
): GraphClient {
	const budget = environment.budget(BUDGET);
	let tokens: Tokens | null = null;
	/** The last token that Graph rejected. */
	let rejectedToken: string | null = null;

	async function token(): Promise<string> {
		if (rejectedToken !== null) {
			tokens = await replaceTokens(await oauth(), environment, rejectedToken);
			rejectedToken = null;
		} else if (tokens === null || tokens.expiresAt - environment.now() <= MARGIN_MS)
			tokens = await freshTokens(await oauth(), environment);
		return tokens.accessToken;
	}

	/** How a retry treats the token and the quota. */
	const requestInit = (rejected: string | null) => ({
		renew() {
			// Another request may have refreshed it since.
			if (rejected !== null && rejected === tokens?.accessToken) rejectedToken = rejected;
		},
		quiet: (seconds: number) => budget.pause(seconds),
	});

	async function tryOnce<T>(request: Request, read: (body: Buffer) => T, signal: AbortSignal): Promise<Tried<T>> {
		await budget.consume(request.units, signal);
		const release = await slots.acquire(request.slots, signal);
		try {
			const accessToken = request.url === undefined ? await token() : "";
			const headers = new Headers(request.init.headers);
			if (request.url === undefined) headers.set("authorization", `Bearer ${accessToken}`);
			const within = AbortSignal.any([signal, AbortSignal.timeout(request.timeoutMs)]);
			const init = { ...request.init, headers, signal: within, redirect: "error" } as const;
			const reply = await fetch(request.url ?? options.apiUrl + request.path, init);
			const body = await readBounded(reply, request.limit);
			if (reply.ok) return { value: read(body), used: accessToken };
			const retryAfter = readRetryAfter(reply.headers.get("retry-after"));
			return {
				failure: classifyFailure(reply.status, jsonOrNull(body), retryAfter),
				rejected: reply.status === 401 ? accessToken : null,
			};
		} catch (cause) {
			signal.throwIfAborted();
			return { failure: networkFailure(cause), rejected: null };
		} finally {
			release();
		}
	}

	async function persist<T>(
		request: Request,
		read: (body: Buffer) => T,
		signal: AbortSignal,
		isOnce?: boolean,
	): Promise<T> {
		const retryState = createRetryState(signal, isOnce);
		for (;;) {
			const tried = await tryOnce(request, read, signal);
			if ("value" in tried) return tried.value;
			await retryState.after(tried.failure, requestInit(tried.rejected));
		}
	}

	function call(apiCall: Call, signal: AbortSignal): Promise<unknown> {
		const { verb, path, isRoot = false, isOnce } = apiCall;
		const headers = headersOf(apiCall);
		const content =
			apiCall.mime === undefined ? JSON.stringify(apiCall.body) : Buffer.from(apiCall.mime).toString("base64");
		const init = { method: verb, headers, ...(content !== undefined && { body: content }) };
		const request = { path: `${ROOT}${isRoot ? "" : "/me"}${path}`, init, units: 1, slots: 1 };
		return persist({ ...request, timeoutMs: TIMEOUT_MS.call, limit: LIMIT.json }, readJson, signal, isOnce);
	}

	async function upload(
		url: string,
		content: Uint8Array,
		{ from, total }: { from: number; total: number },
		signal: AbortSignal,
	): Promise<void> {
		const { protocol, origin } = new URL(url);
		if (protocol !== "https:" && origin !== new URL(options.apiUrl).origin)
			throw new Unavailable("Outlook returned an address for uploads that is not encrypted.");
		const headers = {
			"content-type": "application/octet-stream",
			"content-range": `bytes ${from}-${from + content.length - 1}/${total}`,
		};
		const init = { method: "PUT", headers, body: Buffer.from(content) };
		const request = { path: "", url, init, units: 1, slots: 1, timeoutMs: TIMEOUT_MS.batch, limit: LIMIT.json };
		await persist(request, () => undefined, signal, true);
	}

	function bytes(path: string, signal: AbortSignal): Promise<Buffer> {
		const init = { headers: headersOf({ verb: "GET", path }) };
		const request = { path: `${ROOT}/me${path}`, init, units: 1, slots: 1 };
		return persist({ ...request, timeoutMs: TIMEOUT_MS.message, limit: LIMIT.message }, (body) => body, signal);
	}

	function batch(chunk: [number, Call][], signal: AbortSignal): Promise<Tried<BatchResponse[]>> {
		const parts = chunk.map(([index, one]) => ({ ...one, id: String(index), headers: headersOf(one) }));
		const init = {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(writeBatch(parts)),
		};
		// Graph processes as many parts in parallel as one mailbox may have requests.
		const request = {
			path: `${ROOT}/$batch`,
			init,
			units: chunk.length,
			slots: Math.min(MAX_CONCURRENT, chunk.length),
		};
		const read = (body: Buffer): BatchResponse[] => readBatch(readJson(body));
		return tryOnce({ ...request, timeoutMs: TIMEOUT_MS.batch, limit: LIMIT.batch }, read, signal);
	}

	async function* each(calls: readonly Call[], signal: AbortSignal): AsyncGenerator<GraphResponse> {
		const remaining = new Map(calls.entries());
		const unanswered = new Set<number>();
		let retryState = createRetryState(signal);
		while (remaining.size > 0) {
			const chunk = [...remaining].slice(0, BATCH);
			const tried = await batch(chunk, signal);
			const failures: Failure[] = [];
			let rejected: string | null = null;
			let isFruitful = false;
			if ("value" in tried) {
				for (const { id, status, body, retryAfter } of tried.value) {
					const index = Number(id);
					if (!remaining.has(index)) continue;
					const failure = status < 300 ? null : classifyFailure(status, body, retryAfter);
					if (failure !== null && failure.kind !== "final") {
						failures.push(failure);
						if (failure.kind === "again") unanswered.add(index);
						if (failure.kind === "token") rejected = tried.used;
						continue;
					}
					isFruitful = true;
					remaining.delete(index);
					const outcome = failure === null ? { reply: body } : { error: failure.error };
					yield { index, outcome, isRepeated: unanswered.has(index) };
				}
			} else {
				failures.push(tried.failure);
				rejected = tried.rejected;
				if (tried.failure.kind === "again") for (const [index] of chunk) unanswered.add(index);
			}
			// A batch that made progress resets the retry count.
			if (isFruitful) retryState = createRetryState(signal);
			if (failures.length > 0 || !isFruitful) await retryState.after(mostSevere(failures), requestInit(rejected));
		}
	}

	return { call, upload, bytes, each };
}

function headersOf({ body, mime, pageSize }: Call): Record<string, string> {
	const prefer = ['IdType="ImmutableId"', ...(pageSize === undefined ? [] : [`odata.maxpagesize=${pageSize}`])];
	return {
		prefer: prefer.join(", "),
		...(body !== undefined && { "content-type": "application/json" }),
		...(mime !== undefined && { "content-type": "text/plain" }),
	};
}

/** @throws Unavailable for a truncated response */
function readJson(body: Buffer): unknown {
	try {
		return body.length === 0 ? null : (JSON.parse(body.toString()) as unknown);
	} catch {
		// The parser's message quotes some of the text.
		throw new Unavailable("Microsoft answered something that cannot be read.");
	}
}

function jsonOrNull(body: Buffer): unknown {
	try {
		return readJson(body);
	} catch {
		return null;
	}
}
