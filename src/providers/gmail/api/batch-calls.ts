import type { Failure } from "#providers/shared/retries.ts";
import { AuthExpired, NotFound, RateLimited } from "#server/mail/provider/errors.ts";
import type { Call, RequestOptions } from "./call.ts";
import { classifyFailure, networkFailure, unreadable } from "./errors.ts";
import { type BatchResponse, readBatch, writeBatch } from "./multipart.ts";
import { sendCall } from "./single-call.ts";
import { failed, REPLY_BYTES, ROOT, readJson, readText, type Transport } from "./transport.ts";
import { UNITS } from "./units.ts";

export interface BatchResult {
	/** Index of its call. */
	index: number;
	/** JSON; null: the message does not exist. */
	reply: unknown;
	/** Gmail fails on this particular call. */
	failure?: Error;
}

/** Google advises against more than 50 calls; whole messages are too large to request that many again. */
const BATCH = { calls: 50, raw: 25 };
/** Up to this many calls are sent individually. */
const MAX_SINGLE_CALLS = 10;
const TIMEOUT_MS = 300_000;

/** Sends one batch of `remaining` and removes the answered calls. @returns the refusal of the others, and the token used */
async function* batch(
	transport: Transport,
	remaining: Map<number, Call>,
	chunk: [number, Call][],
	signal: AbortSignal,
): AsyncGenerator<BatchResult, { failure: Failure; used: string }> {
	let failure: Failure = { kind: "again" };
	let used = "";
	try {
		const boundary = `batch_${crypto.randomUUID()}`;
		const parts = chunk.map(([, { verb, path, body }]) => ({ verb, path: ROOT + path, body }));
		const headers = { "content-type": `multipart/mixed; boundary=${boundary}` };
		const init = { method: "POST", headers, body: writeBatch(parts, boundary) };
		const reply = await transport.send("/batch/gmail/v1", init, signal, {
			timeoutMs: TIMEOUT_MS,
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
		signal.throwIfAborted();
		failure = networkFailure(cause);
	}
	return { failure, used };
}

/** Sends many idempotent calls, in batches; results are yielded as they arrive. */
export async function* each(
	transport: Transport,
	calls: readonly Call[],
	requestOptions: RequestOptions,
): AsyncGenerator<BatchResult> {
	const { rateLimiter } = transport;
	const { priority, signal } = requestOptions;
	const remaining = new Map(calls.entries());
	const size = calls.some(({ path }) => path.includes("format=raw")) ? BATCH.raw : BATCH.calls;
	let retryState = transport.retryState(signal, false);
	while (remaining.size > MAX_SINGLE_CALLS) {
		const chunk = [...remaining].slice(0, size);
		await rateLimiter.consume(
			chunk.reduce((sum, [, { method }]) => sum + UNITS[method], 0),
			priority,
			signal,
		);
		const before = remaining.size;
		const { failure, used } = yield* batch(transport, remaining, chunk, signal);
		// A batch that made progress resets the retry count.
		if (remaining.size < before) retryState = transport.retryState(signal, false);
		if (before - remaining.size === chunk.length) continue;
		if (failure.kind === "token") transport.tokens.reject(used);
		await retryState.after(failure);
	}
	for (const [index, one] of remaining) yield { index, ...(await callSingly(transport, one, requestOptions)) };
}

async function callSingly(
	transport: Transport,
	one: Call,
	requestOptions: RequestOptions,
): Promise<Omit<BatchResult, "index">> {
	try {
		return { reply: await sendCall(transport, one, requestOptions) };
	} catch (cause) {
		if (cause instanceof NotFound) return { reply: null };
		requestOptions.signal.throwIfAborted();
		if (cause instanceof AuthExpired || cause instanceof RateLimited || !(cause instanceof Error)) throw cause;
		return { reply: null, failure: cause };
	}
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
