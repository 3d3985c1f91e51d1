/** The Gmail API client: token, quota, retries, time and size limits, and errors mapped to the kernel's. */

import { freshTokens, replaceTokens, type Tokens } from "#providers/shared/oauth.ts";
import { AuthExpired, NotFound, RateLimited } from "#server/mail/provider/errors.ts";
import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import { classifyFailure, type FailedReply, type Failure, networkFailure, unreadable } from "./errors.ts";
import { type BatchResponse, readBatch, readRetryAfter, writeBatch } from "./multipart.ts";
import type { GoogleClient } from "./oauth.ts";
import type { GmailOptions } from "./options.ts";
import { createRateLimiter, type Priority } from "./rate-limiter.ts";
import { createRetryState } from "./retry.ts";
import { type Method, UNITS } from "./units.ts";

export interface Call {
	method: Method;
	verb: "GET" | "POST" | "PUT" | "DELETE";
	/** Relative to the user resource, with its query. */
	path: string;
	/** JSON. */
	body?: unknown;
	/** Instead of JSON; sent to /upload. */
	upload?: { contentType: string; bytes: Uint8Array };
	/** Not idempotent: never retried when the outcome is unknown. */
	isOnce?: boolean;
}

export interface RequestOptions {
	priority: Priority;
	signal: AbortSignal;
}

export interface BatchResult {
	/** Index of its call. */
	index: number;
	/** JSON; null: the message does not exist. */
	reply: unknown;
	/** Gmail fails on this particular call. */
	failure?: Error;
}

export interface GmailApi {
	/** @throws NotFound, RateLimited, Unavailable, AuthExpired, Unsupported, GmailRejection */
	call(call: Call, requestOptions: RequestOptions): Promise<unknown>;
	/** Many idempotent calls, in batches; results are yielded as they arrive. */
	each(calls: readonly Call[], requestOptions: RequestOptions): AsyncGenerator<BatchResult>;
	/** The granted scope. */
	scope(): Promise<string>;
}

const ROOT = "/gmail/v1/users/me";
/** Google advises against more than 50 calls; whole messages are too large to request that many again. */
const BATCH = { calls: 50, raw: 25 };
/** Up to this many calls are sent individually. */
const MAX_SINGLE_CALLS = 10;
/** Gmail's largest messages are 50 MB, a third more in base64. */
const REPLY_BYTES = 110_000_000;
const TIMEOUT_MS = { call: 60_000, batch: 300_000 };
const MARGIN_MS = 5 * 60_000;

export function createApi(
	environment: ProviderEnvironment,
	options: GmailOptions,
	client: () => Promise<GoogleClient>,
): GmailApi {
	const rateLimiter = createRateLimiter(environment, options);
	let tokens: Tokens | null = null;
	/** The last token that Gmail rejected. */
	let rejectedToken: string | null = null;

	async function token(): Promise<Tokens> {
		if (tokens !== null && tokens.accessToken === rejectedToken)
			tokens = await replaceTokens(await client(), environment, rejectedToken);
		if (tokens === null || tokens.expiresAt - environment.now() <= MARGIN_MS)
			tokens = await freshTokens(await client(), environment);
		return tokens;
	}

	/** @param sent receives the token used for the request */
	async function send(
		path: string,
		init: RequestInit,
		{ signal }: RequestOptions,
		{ timeoutMs, sent }: { timeoutMs: number; sent: (token: string) => void },
	): Promise<Response> {
		const { accessToken } = await token();
		sent(accessToken);
		const headers = new Headers(init.headers);
		headers.set("authorization", `Bearer ${accessToken}`);
		const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
		return fetch(options.apiUrl + path, { ...init, headers, signal: until, redirect: "error" });
	}

	/** Marks the token as rejected; the next request refreshes it once for all rejected requests. */
	const markToken = (failure: Failure, used: string): Failure => {
		if (failure.kind === "token") rejectedToken = used;
		return failure;
	};

	async function call(request: Call, requestOptions: RequestOptions): Promise<unknown> {
		const { signal } = requestOptions;
		const retryState = createRetryState(rateLimiter, signal, request.isOnce ?? false);
		const path = (request.upload === undefined ? "" : "/upload") + ROOT + request.path;
		const init = { method: request.verb, ...contentOf(request) };
		for (;;) {
			await rateLimiter.consume(UNITS[request.method], requestOptions.priority, signal);
			let failure: Failure;
			let used = "";
			try {
				const reply = await send(path, init, requestOptions, {
					timeoutMs: TIMEOUT_MS.call,
					sent: (token) => {
						used = token;
					},
				});
				const text = await readText(reply);
				if (reply.ok) return readJson(text);
				failure = classifyFailure(failed(reply, text));
			} catch (cause) {
				signal.throwIfAborted();
				failure = networkFailure(cause);
			}
			await retryState.after(markToken(failure, used));
		}
	}

	/** Sends one batch of `remaining` and removes the answered calls. @returns the refusal of the others, and the token used */
	async function* batch(
		remaining: Map<number, Call>,
		chunk: [number, Call][],
		requestOptions: RequestOptions,
	): AsyncGenerator<BatchResult, { failure: Failure; used: string }> {
		let failure: Failure = { kind: "again" };
		let used = "";
		try {
			const boundary = `batch_${crypto.randomUUID()}`;
			const parts = chunk.map(([, { verb, path, body }]) => ({ verb, path: ROOT + path, body }));
			const headers = { "content-type": `multipart/mixed; boundary=${boundary}` };
			const init = { method: "POST", headers, body: writeBatch(parts, boundary) };
			const reply = await send("/batch/gmail/v1", init, requestOptions, {
				timeoutMs: TIMEOUT_MS.batch,
				sent: (token) => {
					used = token;
				},
			});
			if (!reply.ok) return { failure: classifyFailure(failed(reply, await readText(reply))), used };
			if (reply.body === null) throw unreadable();
			for await (const part of readBatch(reply.headers.get("content-type") ?? "", reply.body, REPLY_BYTES)) {
				const [index = -1] = chunk[part.index] ?? [];
				if (!remaining.has(index)) continue;
				const answer = answerOf(part);
				if ("kind" in answer) {
					if (failure.kind === "again") failure = answer;
					continue;
				}
				remaining.delete(index);
				yield { index, ...answer };
			}
		} catch (cause) {
			requestOptions.signal.throwIfAborted();
			failure = networkFailure(cause);
		}
		return { failure, used };
	}

	async function* each(calls: readonly Call[], requestOptions: RequestOptions): AsyncGenerator<BatchResult> {
		const { priority, signal } = requestOptions;
		const remaining = new Map(calls.entries());
		const size = calls.some(({ path }) => path.includes("format=raw")) ? BATCH.raw : BATCH.calls;
		let retryState = createRetryState(rateLimiter, signal, false);
		while (remaining.size > MAX_SINGLE_CALLS) {
			const chunk = [...remaining].slice(0, size);
			await rateLimiter.consume(
				chunk.reduce((sum, [, { method }]) => sum + UNITS[method], 0),
				priority,
				signal,
			);
			const before = remaining.size;
			const { failure, used } = yield* batch(remaining, chunk, requestOptions);
			// A batch that made progress resets the retry count.
			if (remaining.size < before) retryState = createRetryState(rateLimiter, signal, false);
			if (before - remaining.size < chunk.length) await retryState.after(markToken(failure, used));
		}
		for (const [index, one] of remaining) yield { index, ...(await callSingly(one, requestOptions)) };
	}

	async function callSingly(one: Call, requestOptions: RequestOptions): Promise<Omit<BatchResult, "index">> {
		try {
			return { reply: await call(one, requestOptions) };
		} catch (cause) {
			if (cause instanceof NotFound) return { reply: null };
			requestOptions.signal.throwIfAborted();
			if (cause instanceof AuthExpired || cause instanceof RateLimited || !(cause instanceof Error)) throw cause;
			return { reply: null, failure: cause };
		}
	}

	return { call, each, scope: async () => (await token()).scope };
}

function contentOf({ body, upload }: Call): RequestInit {
	if (upload !== undefined) return { body: Buffer.from(upload.bytes), headers: { "content-type": upload.contentType } };
	if (body === undefined) return {};
	return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}

function failed(reply: Response, body: string): FailedReply {
	return { status: reply.status, body, retryAfter: readRetryAfter(reply.headers.get("retry-after")) };
}

function answerOf(part: BatchResponse): Omit<BatchResult, "index"> | Failure {
	if (part.status >= 200 && part.status < 300) {
		try {
			return { reply: readJson(part.body) };
		} catch (cause) {
			return { kind: "again", cause };
		}
	}
	const failure = classifyFailure(part);
	if (failure.kind !== "final") return failure;
	return failure.error instanceof NotFound ? { reply: null } : { reply: null, failure: failure.error };
}

function readJson(text: string): unknown {
	if (text.trim() === "") return {};
	try {
		return JSON.parse(text);
	} catch {
		throw unreadable();
	}
}

async function readText(reply: Response): Promise<string> {
	const parts: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of reply.body ?? []) {
		size += chunk.length;
		if (size > REPLY_BYTES) throw unreadable();
		parts.push(chunk);
	}
	return Buffer.concat(parts).toString();
}
