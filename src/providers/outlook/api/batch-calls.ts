import type { Failure } from "#providers/shared/retries.ts";
import { type BatchResponse, readBatch, writeBatch } from "./batch.ts";
import { type Call, headersOf } from "./call.ts";
import { classifyFailure, mostSevere } from "./errors.ts";
import { MAX_CONCURRENT } from "./slots.ts";
import { ROOT, readJson, type Transport, type Tried } from "./transport.ts";

export interface GraphResponse {
	/** Index of its call. */
	index: number;
	/** JSON, or the error. */
	outcome: { reply: unknown } | { error: Error };
	/** An earlier attempt got no response and may have been applied. */
	isRepeated: boolean;
}

/** https://learn.microsoft.com/graph/json-batching */
const BATCH = 20;
const LIMIT = 96_000_000;
const TIMEOUT_MS = 180_000;

function batch(transport: Transport, chunk: [number, Call][], signal: AbortSignal): Promise<Tried<BatchResponse[]>> {
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
	return transport.tryOnce({ ...request, timeoutMs: TIMEOUT_MS, limit: LIMIT }, read, signal);
}

/**
 * Sends many idempotent calls in batches; results are yielded as they arrive.
 * @throws TooLarge for a batch of bodies, and what a call throws when nothing is answered
 */
export async function* each(
	transport: Transport,
	calls: readonly Call[],
	signal: AbortSignal,
): AsyncGenerator<GraphResponse> {
	const remaining = new Map(calls.entries());
	const unanswered = new Set<number>();
	let retryState = transport.retryState(signal);
	while (remaining.size > 0) {
		const chunk = [...remaining].slice(0, BATCH);
		const tried = await batch(transport, chunk, signal);
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
		if (isFruitful) retryState = transport.retryState(signal);
		if (failures.length === 0 && isFruitful) continue;
		if (rejected !== null) transport.tokens.reject(rejected);
		await retryState.after(mostSevere(failures));
	}
}
