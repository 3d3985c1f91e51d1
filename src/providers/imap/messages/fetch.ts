import type { ImapFlow } from "imapflow";
import { MessagesRefused, RateLimited } from "#server/mail/provider/errors.ts";
import type { FetchedMessage } from "#server/mail/provider/provider.ts";
import type { CommandQueue } from "../connection/command-queue.ts";
import { select } from "../connection/command-queue.ts";
import type { ImapError } from "../connection/errors.ts";
import type { ImapSession } from "../session.ts";
import { byFolder, type FolderLocations } from "../state/ids.ts";
import { countUids, eachUid, lowest, subtract, type UidSet, uidSet } from "../state/uids.ts";
import { readEnvelopes } from "./envelopes.ts";
import { readEach } from "./read-each.ts";

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

/** Limits of a batch; tests set them to 2 or 3. */
export type BatchLimits = typeof BATCH;

/**
 * Fetches messages in batches, prefetching the next one. Missing messages are omitted.
 * @throws MessagesRefused at the end, when the server does not give some of them
 */
export async function* fetchMessages(
	session: ImapSession,
	ids: readonly string[],
	parts: "headers" | "full",
	signal: AbortSignal,
	limits: BatchLimits = BATCH,
): AsyncGenerator<FetchedMessage, void, undefined> {
	signal.throwIfAborted();
	const { folders } = byFolder(ids);
	const fetching: Fetching = { session, queue: session.work, signal, limits, refused: new Map() };
	if (ids.length > FEW) fetching.queue = bodiesOr(session);
	for (const folder of folders) {
		const batches = parts === "headers" ? inPieces(folder.uids, HEADERS) : await cut(fetching, folder);
		let ahead: Promise<FetchedMessage[]> | undefined;
		for (const [index, batch] of batches.entries()) {
			const current = ahead ?? fetchBatch(fetching, { folder, uids: batch, parts });
			const next = batches[index + 1];
			const messages = await current;
			ahead = next && fetchBatch(fetching, { folder, uids: next, parts });
			// Its error is thrown when it is awaited.
			ahead?.catch(() => undefined);
			yield* messages;
			signal.throwIfAborted();
		}
	}
	const { refused } = fetching;
	if (refused.size > 0) throw new MessagesRefused([...refused.keys()], refused.values().next().value ?? "");
}

/** What the batches of a call share. */
interface Fetching {
	session: ImapSession;
	queue: CommandQueue;
	signal: AbortSignal;
	limits: BatchLimits;
	/** Why the server does not give a message, by its id. */
	refused: Map<string, string>;
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
function cut({ session, queue, signal, limits }: Fetching, folder: FolderLocations): Promise<UidSet[]> {
	return queue.use(async (client) => {
		if (!(await open(session, client, folder))) return [];
		const sizes = new Map<number, number>();
		const unknown = await readEach(client, folder.uids, { uid: true, size: true }, (uid, { size = 0 }) =>
			sizes.set(uid, size).has(uid),
		);
		for (const uid of unknown.keys()) sizes.set(uid, 0);
		const batches: number[][] = [];
		let bytes = Number.POSITIVE_INFINITY;
		for (const uid of [...sizes.keys()].sort((a, b) => b - a)) {
			const size = sizes.get(uid) ?? 0;
			const batch = batches.at(-1);
			if (batch === undefined || batch.length >= limits.messages || bytes + size > limits.bytes) {
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
	{ session, queue, signal, refused }: Fetching,
	{ folder, uids, parts }: { folder: FolderLocations; uids: UidSet; parts: "headers" | "full" },
): Promise<FetchedMessage[]> {
	const fetchWith = (read: (client: ImapFlow) => Promise<FetchedMessage[]>): Promise<FetchedMessage[]> =>
		queue.use(async (client) => ((await open(session, client, folder)) ? read(client) : []), signal);
	if (parts === "headers") return fetchWith((client) => readHeaders(client, folder, uids));
	try {
		if (countUids(uids) > 1) return await fetchWith((client) => readFull(client, folder, uids, refused));
	} catch (cause) {
		if (!isTooLarge(cause)) throw cause;
		// The server reported a size smaller than the message.
	}
	const messages: FetchedMessage[] = [];
	for (const uid of eachUid(uids))
		messages.push(...(await fetchWith((client) => readInParts(client, folder, uid, refused))));
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

async function readFull(
	client: ImapFlow,
	{ ids }: FolderLocations,
	uids: UidSet,
	refused: Map<string, string>,
): Promise<FetchedMessage[]> {
	const found = new Map<string, Uint8Array>();
	const failed = await readEach(client, uids, { uid: true, source: true }, (uid, { source }) => {
		const id = ids.get(uid);
		if (id === undefined || isEmpty(source)) return id === undefined;
		found.set(id, source);
		return true;
	});
	for (const [uid, reason] of failed) refuse(refused, ids.get(uid), reason);
	return [...found].map(([id, raw]) => ({ id, raw }));
}

/** One message of any size, up to the limit. */
async function readInParts(
	client: ImapFlow,
	{ ids }: FolderLocations,
	uid: number,
	refused: Map<string, string>,
): Promise<FetchedMessage[]> {
	const parts: Buffer[] = [];
	for (let start = 0; start < MESSAGE_LIMIT; start += PART_BYTES) {
		const query = { uid: true, source: { start, maxLength: PART_BYTES } };
		let part: Buffer | undefined;
		const failed = await readEach(client, [[uid, uid]], query, (_, { source }) => {
			part = source;
			// Beyond its end there is nothing.
			return start > 0 || !isEmpty(source);
		});
		for (const reason of failed.values()) return refuse(refused, ids.get(uid), reason);
		if (part === undefined && start === 0) return [];
		if (part !== undefined && part.length > 0) parts.push(part);
		if (part === undefined || part.length < PART_BYTES) break;
	}
	return [{ id: ids.get(uid) ?? "", raw: parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts) }];
}

/** A message has a header: without any text it is what a server sends for one that it can't read. */
function isEmpty(source: Buffer | undefined | null): source is undefined | null {
	// NIL is a string here.
	return !Buffer.isBuffer(source) || source.every((byte) => byte <= 32);
}

function refuse(refused: Map<string, string>, id: string | undefined, reason: string): [] {
	if (id !== undefined)
		refused.set(id, `The mail server can't read this message${reason === "" ? "" : `: “${reason}”`}`);
	return [];
}
