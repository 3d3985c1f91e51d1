import { pause } from "#shared/pause.ts";
import type { Logger } from "../../log.ts";
import { AuthExpired, MessagesRefused, RateLimited } from "../provider/errors.ts";
import type { FetchedMessage } from "../provider/provider.ts";
import { isShortWait, type RetryPolicy } from "../provider/retry.ts";
import type { ProviderSession } from "../provider/session.ts";
import { FETCH_BYTES } from "./prepare.ts";

/** A message whose header is stored but whose body is not. */
export interface MessageWithoutBody {
	/** Our id of the message. */
	id: string;
	providerId: string;
	/** As reported by the listing; servers get it wrong at times. */
	sizeBytes: number;
}

export interface FetchedBody {
	row: MessageWithoutBody;
	raw: Uint8Array;
}

/** Provider ids of messages that could not be fetched. */
export interface Unfetched {
	/** The provider no longer has the message. */
	gone: string[];
	/** The provider fails on this particular message. */
	failed: string[];
}

/** Attempts without any result: with several messages, then with the first of them alone. */
const FRUITLESS_TOGETHER = 2;
const FRUITLESS_ALONE = 3;

/**
 * Fetches whole messages and passes them on in groups of about 8 MB, in the order they arrive. An interrupted fetch
 * resumes with what is missing. A message on which the provider fails repeatedly is skipped, so that it does not block
 * the others.
 * @param deliver receives a group of messages; the fetch waits for it
 * @throws any provider error that is not about a single message
 */
export async function fetchBodies(
	session: () => Promise<ProviderSession>,
	rows: readonly MessageWithoutBody[],
	{ retryPolicy, log }: { retryPolicy: RetryPolicy; log: Logger },
	deliver: (bodies: FetchedBody[]) => Promise<void>,
): Promise<Unfetched> {
	const { signal, pause: wait = pause } = retryPolicy;
	const remaining = new Map(rows.map((row) => [row.providerId, row]));
	const unfetched: Unfetched = { gone: [], failed: [] };
	let isAlone = false;
	let fruitless = 0;
	while (remaining.size > 0) {
		const requestedIds = [...remaining.keys()].slice(0, isAlone ? 1 : remaining.size);
		const before = remaining.size;
		const failure = await stream(session, { requestedIds, remaining, failed: unfetched.failed }, signal, deliver);
		signal.throwIfAborted();
		const refusal = failure instanceof MessagesRefused ? failure : null;
		const refused = refusal?.ids.filter((id) => remaining.delete(id)) ?? [];
		if (refused.length > 0) {
			log.warn(
				{ event: "sync.fetch_failed", err: failure, messages: refused },
				"messages could not be fetched; the next sync retries",
			);
			unfetched.failed.push(...refused);
		}
		if (failure === null) unfetched.gone.push(...requestedIds.filter((id) => remaining.delete(id)));
		if (failure === null || remaining.size < before) fruitless = 0;
		else if (await waitIfRequested(failure, retryPolicy)) continue;
		else if (++fruitless < (isAlone ? FRUITLESS_ALONE : FRUITLESS_TOGETHER)) await wait(1_000 * fruitless, signal);
		else if (!isAlone && requestedIds.length > 1) {
			isAlone = true;
			fruitless = 0;
		} else {
			// Is it this message, or is the connection broken?
			await (await session()).reader.listFolders();
			log.warn(
				{ event: "sync.fetch_failed", err: failure, message: requestedIds[0] },
				"a message could not be fetched; the next sync retries",
			);
			unfetched.failed.push(...requestedIds.filter((id) => remaining.delete(id)));
			isAlone = false;
			fruitless = 0;
		}
	}
	return unfetched;
}

interface Requested {
	requestedIds: string[];
	remaining: Map<string, MessageWithoutBody>;
	/** Gets those without any text. */
	failed: string[];
}

/** It would replace the subject and sender that are known. */
function isBlank(raw: Uint8Array): boolean {
	return raw.every((byte) => byte <= 32);
}

/** Removes received messages from `remaining`. @returns the provider's error, or null */
async function stream(
	session: () => Promise<ProviderSession>,
	{ requestedIds, remaining, failed }: Requested,
	signal: AbortSignal,
	deliver: (bodies: FetchedBody[]) => Promise<void>,
): Promise<unknown> {
	let waiting: FetchedBody[] = [];
	let bytes = 0;
	let failure: unknown = null;
	const messages = fetched(session, requestedIds, signal, (cause) => {
		failure = cause;
	});
	for await (const { id, raw } of messages) {
		const row = remaining.get(id);
		if (row === undefined) continue;
		remaining.delete(id);
		if (isBlank(raw)) {
			failed.push(id);
			continue;
		}
		waiting.push({ row, raw });
		bytes += raw.length;
		if (bytes < FETCH_BYTES) continue;
		const full = waiting;
		waiting = [];
		bytes = 0;
		await deliver(full);
	}
	if (waiting.length > 0) await deliver(waiting);
	return failure;
}

/** Ends at an error instead of throwing, so that messages received before it are kept. */
async function* fetched(
	session: () => Promise<ProviderSession>,
	requestedIds: string[],
	signal: AbortSignal,
	onFailure: (cause: unknown) => void,
): AsyncGenerator<FetchedMessage, void> {
	try {
		yield* (await session()).reader.fetchMessages(requestedIds, "full", signal);
	} catch (cause) {
		onFailure(cause ?? new Error("The provider failed"));
	}
}

/** Waits if the provider asks for it. @throws errors that retrying cannot fix */
async function waitIfRequested(failure: unknown, retryPolicy: RetryPolicy): Promise<boolean> {
	if (failure instanceof AuthExpired) throw failure;
	if (!(failure instanceof RateLimited)) return false;
	if (!isShortWait(failure, retryPolicy)) throw failure;
	retryPolicy.onWait(failure.retryAfter);
	await (retryPolicy.pause ?? pause)(failure.retryAfter * 1_000, retryPolicy.signal);
	return true;
}
