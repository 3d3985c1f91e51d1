import type { ImapFlow } from "imapflow";
import { RateLimited } from "#server/mail/provider/errors.ts";
import type { FetchedMessage } from "#server/mail/provider/provider.ts";
import type { CommandQueue } from "./command-queue.ts";
import { select } from "./command-queue.ts";
import { readEnvelopes } from "./envelopes.ts";
import type { ImapError } from "./errors.ts";
import { byFolder, type FolderLocations } from "./ids.ts";
import type { ImapSession } from "./session.ts";
import { countUids, eachUid, hasUid, lowest, sequences, subtract, type UidSet, uidSet } from "./uids.ts";

/** A batch ends at either limit; two batches are in memory at a time. */
const BATCH = { messages: 100, bytes: 8 * 1024 * 1024 };
/** Larger messages are fetched in parts of this size (RFC 9051 §6.4.5, partial). */
const PART_BYTES = 4 * 1024 * 1024;
/** Stored bytes per message, as for uploaded mail. */
const MESSAGE_LIMIT = 100 * 1024 * 1024;
/** Headers per request. */
const HEADERS = 500;
/** Up to this many messages are fetched as interactive. */
const FEW = 5;

/** Fetches messages in batches, prefetching the next one. Missing messages are omitted. */
export async function* fetchMessages(
	session: ImapSession,
	ids: readonly string[],
	parts: "headers" | "full",
	signal: AbortSignal,
): AsyncGenerator<FetchedMessage, void, undefined> {
	signal.throwIfAborted();
	const { folders } = byFolder(ids);
	const queue = ids.length > FEW ? bodiesOr(session) : session.work;
	for (const folder of folders) {
		const batches = parts === "headers" ? inPieces(folder.uids, HEADERS) : await cut(session, queue, folder, signal);
		let ahead: Promise<FetchedMessage[]> | undefined;
		for (const [index, batch] of batches.entries()) {
			const current = ahead ?? fetchBatch(session, { queue, signal }, { folder, uids: batch, parts });
			const next = batches[index + 1];
			const messages = await current;
			ahead = next && fetchBatch(session, { queue, signal }, { folder, uids: next, parts });
			// Its error is thrown when it is awaited.
			ahead?.catch(() => undefined);
			yield* messages;
			signal.throwIfAborted();
		}
	}
}

/** The connection for bodies, or the other one while the server allows only one. */
function bodiesOr({ bodies, work }: ImapSession): CommandQueue {
	return {
		async use(job, signal) {
			try {
				return await bodies.use(job, signal);
			} catch (cause) {
				if (!(cause instanceof RateLimited)) throw cause;
				return work.use(job, signal);
			}
		},
		close: bodies.close,
	};
}

/** Selects the folder that the ids refer to. @returns false when it does not exist */
async function open(session: ImapSession, client: ImapFlow, { key, validity }: FolderLocations): Promise<boolean> {
	const path = await session.pathOf(client, key);
	return path !== undefined && (await select(client, path, "read", false)).validity === validity;
}

/** Splits into batches by size; a large message is its own batch. */
function cut(
	session: ImapSession,
	queue: CommandQueue,
	folder: FolderLocations,
	signal: AbortSignal,
): Promise<UidSet[]> {
	return queue.use(async (client) => {
		if (!(await open(session, client, folder))) return [];
		const sizes = new Map<number, number>();
		for (const range of sequences(folder.uids))
			for await (const { uid, size } of client.fetch(range, { uid: true, size: true }, { uid: true }))
				if (size !== undefined && hasUid(folder.uids, uid)) sizes.set(uid, size);
		const batches: number[][] = [];
		let bytes = Number.POSITIVE_INFINITY;
		for (const uid of [...sizes.keys()].sort((a, b) => b - a)) {
			const size = sizes.get(uid) ?? 0;
			const batch = batches.at(-1);
			if (batch === undefined || batch.length >= BATCH.messages || bytes + size > BATCH.bytes) {
				batches.push([uid]);
				bytes = size;
			} else {
				batch.push(uid);
				bytes += size;
			}
		}
		return batches.map(uidSet);
	}, signal);
}

function inPieces(uids: UidSet, count: number): UidSet[] {
	const pieces: UidSet[] = [];
	for (let remaining = uids; remaining.length > 0; ) {
		const piece = lowest(remaining, count);
		pieces.push(piece);
		remaining = subtract(remaining, piece);
	}
	return pieces;
}

async function fetchBatch(
	session: ImapSession,
	{ queue, signal }: { queue: CommandQueue; signal: AbortSignal },
	{ folder, uids, parts }: { folder: FolderLocations; uids: UidSet; parts: "headers" | "full" },
): Promise<FetchedMessage[]> {
	const fetchWith = (read: (client: ImapFlow) => Promise<FetchedMessage[]>): Promise<FetchedMessage[]> =>
		queue.use(async (client) => ((await open(session, client, folder)) ? read(client) : []), signal);
	if (parts === "headers") return fetchWith((client) => readHeaders(client, folder, uids));
	try {
		if (countUids(uids) > 1) return await fetchWith((client) => readFull(client, folder, uids));
	} catch (cause) {
		if (!isTooLarge(cause)) throw cause;
		// The server reported a size smaller than the message.
	}
	const messages: FetchedMessage[] = [];
	for (const uid of eachUid(uids)) messages.push(...(await fetchWith((client) => readInParts(client, folder, uid))));
	return messages;
}

function isTooLarge(cause: unknown): boolean {
	const { code } = ((cause as Error).cause ?? {}) as ImapError;
	return code === "LiteralTooLarge" || code === "ResponseTooLarge";
}

async function readHeaders(client: ImapFlow, folder: FolderLocations, uids: UidSet): Promise<FetchedMessage[]> {
	const listed = await readEnvelopes(client, { path: "", ...folder }, uids);
	return listed.map(({ id, header = new Uint8Array() }) => ({ id, raw: header }));
}

async function readFull(client: ImapFlow, { ids }: FolderLocations, uids: UidSet): Promise<FetchedMessage[]> {
	const found = new Map<string, Uint8Array>();
	for (const range of sequences(uids))
		for await (const { uid, source } of client.fetch(range, { uid: true, source: true }, { uid: true })) {
			const id = ids.get(uid);
			if (id !== undefined && source !== undefined) found.set(id, source);
		}
	return [...found].map(([id, raw]) => ({ id, raw }));
}

/** One message of any size, up to the limit. */
async function readInParts(client: ImapFlow, { ids }: FolderLocations, uid: number): Promise<FetchedMessage[]> {
	const parts: Buffer[] = [];
	for (let start = 0; start < MESSAGE_LIMIT; start += PART_BYTES) {
		const query = { uid: true, source: { start, maxLength: PART_BYTES } };
		let part: Buffer | undefined;
		for await (const message of client.fetch(String(uid), query, { uid: true }))
			if (message.uid === uid && message.source !== undefined) part = message.source;
		if (part === undefined && start === 0) return [];
		if (part !== undefined && part.length > 0) parts.push(part);
		if (part === undefined || part.length < PART_BYTES) break;
	}
	return [{ id: ids.get(uid) ?? "", raw: parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts) }];
}
