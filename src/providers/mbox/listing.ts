/** Pages of an account: first the messages of its files, then those added to it, then the user's changes. */

import type { AddedMessages } from "#providers/shared/added-messages.ts";
import type { Overlay } from "#providers/shared/overlay.ts";
import type {
	ChangePage,
	ProviderEnvironment,
	RemoteMessage,
	SkippedEntry,
	StoredFile,
} from "#server/mail/provider/provider.ts";
import { type Cursor, readCursor, writeCursor } from "./cursor.ts";
import { FILE_END } from "./file-position.ts";
import { type IndexedMessage, type MessageIndex, remoteOf } from "./index.ts";
import { messageStateOf } from "./message-state/message-state.ts";
import { createOpenStream, type FileStream, type OpenStream } from "./reading/open-stream.ts";
import type { ReadMessage } from "./reading/reader.ts";
import { separatorDate } from "./split/separator.ts";

/** Approximate bytes of mail per page: the pipeline takes whole pages. */
const PAGE_BYTES = 4 * 1024 * 1024;

export interface Listing {
	listChanges(cursor: string | null, options: { limit: number; signal: AbortSignal }): Promise<ChangePage>;
	close(): Promise<void>;
}

/** What an account is listed from. */
interface Parts {
	environment: ProviderEnvironment;
	overlay: Overlay;
	index: MessageIndex;
	added: AddedMessages;
	stream: OpenStream;
}

/** Lists one account; keeps the stream open between pages, so that files are read only once. */
export function createListing(
	environment: ProviderEnvironment,
	{ overlay, index, added }: { overlay: Overlay; index: MessageIndex; added: AddedMessages },
): Listing {
	const stream = createOpenStream();
	const parts: Parts = { environment, overlay, index, added, stream };
	let tail: Promise<unknown> = Promise.resolve();
	return {
		listChanges(cursor, { limit, signal }) {
			const work = async (): Promise<ChangePage> => {
				signal.throwIfAborted();
				const from =
					cursor === null
						? { file: null, member: 0, offset: 0, seq: await overlay.head(), messages: 0, added: "" }
						: readCursor(cursor);
				return page(parts, from, Math.max(1, limit), signal);
			};
			// The open stream has one reader at a time.
			const result = tail.then(work, work);
			tail = result.catch(() => undefined);
			return result;
		},
		close: () => stream.close(),
	};
}

async function page(parts: Parts, cursor: Cursor, limit: number, signal: AbortSignal): Promise<ChangePage> {
	const { environment, overlay, index, added, stream } = parts;
	const files = await environment.files();
	const total = files.reduce((sum, file) => sum + file.sizeBytes, 0);
	const reading = await stream.take(cursor, files);
	const stop = (): void => reading.abort.abort(signal.reason);
	signal.addEventListener("abort", stop, { once: true });
	let found: FilePage;
	try {
		found = await readPage(reading, cursor, { limit, now: () => environment.now() }, signal);
		await index.record(found.seen);
	} catch (error) {
		await reading.steps.return(undefined).catch(() => undefined);
		throw error;
	} finally {
		signal.removeEventListener("abort", stop);
	}
	const { remote, skipped, at, done, ended } = found;
	// Files added while the stream was open.
	const further = ended && (files.at(-1)?.id ?? null) !== at.file;
	if (ended && !further && remote.length + skipped.length === 0)
		return (await addedPage(parts, at, limit)) ?? changesPage(parts, at, limit);
	if (!ended) await stream.keep(reading, at);
	const messages = await overlay.apply(remote);
	const isAllListed = ended && !further && (await added.list(at.added, 1)).length === 0;
	const more = !isAllListed || (await overlay.head()) > at.seq;
	const shown: ChangePage = { messages, removed: [], cursor: writeCursor(at), more, done, total, unit: "bytes" };
	return skipped.length > 0 ? { ...shown, skipped } : shown;
}

/** What was read for a page. */
interface FilePage {
	remote: RemoteMessage[];
	seen: IndexedMessage[];
	skipped: SkippedEntry[];
	at: Cursor;
	/** Bytes of all files up to here. */
	done: number;
	/** All files are read. */
	ended: boolean;
}

/** Reads messages of files until the page is full. */
async function readPage(
	{ steps }: FileStream,
	cursor: Cursor,
	{ limit, now }: { limit: number; now(): number },
	signal: AbortSignal,
): Promise<FilePage> {
	const page: FilePage = { remote: [], seen: [], skipped: [], at: cursor, done: 0, ended: false };
	let bytes = 0;
	while (page.remote.length + page.skipped.length < limit && bytes < PAGE_BYTES) {
		signal.throwIfAborted();
		const step = await steps.next();
		if (step.done) {
			page.ended = true;
			break;
		}
		const { file, done, messages, item } = step.value;
		page.done = done;
		page.at = { ...cursor, ...(item?.next ?? FILE_END), file: file.id, messages };
		if (!item) continue;
		if ("reason" in item) {
			const { at: location, reason, kind, count } = item;
			const why = kind === "unreadable" ? {} : { kind, count };
			page.skipped.push({ offset: location.offset, reason, ...why });
			continue;
		}
		const message = indexed(item, file, now());
		page.seen.push(message);
		bytes += item.raw.length;
		const source = item.damage === undefined ? {} : { source: { offset: item.at.offset, damage: item.damage } };
		page.remote.push({ ...remoteOf(message), raw: item.raw, ...source });
	}
	return page;
}

async function changesPage({ overlay, index, added }: Parts, cursor: Cursor, limit: number): Promise<ChangePage> {
	const changes = await overlay.changesSince(cursor.seq, limit);
	const base = await index.find(changes.changed);
	const own = await added.find(changes.changed);
	const messages = await overlay.apply([...[...base.values()].map(remoteOf), ...own]);
	return {
		messages,
		removed: changes.removed,
		cursor: writeCursor({ ...cursor, seq: changes.seq }),
		more: changes.more,
	};
}

/** The next added messages, with their bytes; null when all are listed. */
async function addedPage({ overlay, added }: Parts, cursor: Cursor, limit: number): Promise<ChangePage | null> {
	const listed = await added.list(cursor.added, limit);
	const last = listed.at(-1);
	if (last === undefined) return null;
	const withBytes = async (message: RemoteMessage): Promise<RemoteMessage> => {
		const raw = await added.read(message.id);
		return raw === null ? message : { ...message, raw };
	};
	const messages = await overlay.apply(await Promise.all(listed.map(withBytes)));
	return { messages, removed: [], cursor: writeCursor({ ...cursor, added: last.id }), more: true };
}

function indexed(item: ReadMessage, file: StoredFile, now: number): IndexedMessage {
	const { id, raw, at, end, name, separator } = item;
	const receivedAt = separator === null ? null : separatorDate(separator, now);
	return {
		...messageStateOf(raw, name, separator),
		id,
		fileId: file.id,
		at,
		end,
		sizeBytes: raw.length,
		...(receivedAt === null ? {} : { receivedAt }),
	};
}
