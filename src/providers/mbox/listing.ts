/** Pages of an account: first the messages of its files, then those added to it, then the user's changes. */

import { z } from "zod";
import type { AddedMessages } from "#providers/shared/added-messages.ts";
import type { Overlay } from "#providers/shared/overlay.ts";
import { CursorExpired } from "#server/mail/provider/errors.ts";
import type {
	ChangePage,
	ProviderEnvironment,
	RemoteMessage,
	SkippedEntry,
	StoredFile,
} from "#server/mail/provider/provider.ts";
import { type IndexedMessage, type MessageIndex, remoteOf } from "./index.ts";
import { createMeter, LIMITS } from "./limits.ts";
import { messageStateOf } from "./message-state.ts";
import { FILE_END, type FilePosition, type ReadItem, type ReadMessage, readUpload } from "./reader.ts";
import { separatorDate } from "./separator.ts";

/** Approximate bytes of mail per page: the pipeline takes whole pages. */
const PAGE_BYTES = 4 * 1024 * 1024;

const cursorShape = z.object({
	/** Id of the file last read from; null before the first. */
	file: z.string().nullable(),
	member: z.number().int().nonnegative(),
	offset: z.number().int().nonnegative(),
	/** Sequence number of the last listed user change. */
	seq: z.number().int().nonnegative(),
	/** Messages of the file so far: keeps its limit across interruptions. */
	messages: z.number().int().nonnegative().default(0),
	/** Id of the last listed message that was added to the mailbox. */
	added: z.string().default(""),
});

type Cursor = z.infer<typeof cursorShape>;

const write = ({ file, member, offset, seq, messages, added }: Cursor): string =>
	JSON.stringify({ file, member, offset, seq, messages, added });

function read(text: string): Cursor {
	try {
		return cursorShape.parse(JSON.parse(text));
	} catch (error) {
		throw new CursorExpired("This cursor is not known; the mailbox is listed again", { cause: error });
	}
}

interface Step {
	file: StoredFile;
	/** Bytes of all files up to here. */
	done: number;
	/** Messages of this file. */
	messages: number;
	/** Absent at the end of the file. */
	item?: ReadItem;
}

async function* readUploads(files: StoredFile[], from: Cursor, signal: AbortSignal): AsyncGenerator<Step> {
	const first = from.file === null ? 0 : files.findIndex((file) => file.id === from.file);
	if (first < 0)
		throw new CursorExpired("The file that was being read is no longer there: the mailbox is listed again");
	let before = 0;
	for (const [index, file] of files.entries()) {
		if (index >= first) {
			const location: FilePosition =
				index === first ? { member: from.member, offset: from.offset } : { member: 0, offset: 0 };
			const meter = createMeter(file.sizeBytes, LIMITS);
			if (index === first) meter.messages = from.messages;
			for await (const item of readUpload(file, { from: location, meter, signal })) {
				const { messages } = meter;
				yield { file, done: before + Math.min(meter.readBytes, file.sizeBytes), messages, item };
			}
			yield { file, done: before + file.sizeBytes, messages: meter.messages };
		}
		before += file.sizeBytes;
	}
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

export interface Listing {
	listChanges(cursor: string | null, options: { limit: number; signal: AbortSignal }): Promise<ChangePage>;
	close(): Promise<void>;
}

/** The stream kept open between two pages, and the cursor at which it continues. */
interface Live {
	cursor: string;
	steps: AsyncGenerator<Step>;
	abort: AbortController;
}

/** Lists one account; keeps the stream open between pages, so that files are read only once. */
export function createListing(
	environment: ProviderEnvironment,
	{ overlay, index, added }: { overlay: Overlay; index: MessageIndex; added: AddedMessages },
): Listing {
	let live: Live | null = null;
	let tail: Promise<unknown> = Promise.resolve();
	let closed = false;

	async function drop(): Promise<void> {
		const old = live;
		live = null;
		if (!old) return;
		old.abort.abort();
		await old.steps.return(undefined).catch(() => undefined);
	}

	async function continueFrom(cursor: Cursor, files: StoredFile[]): Promise<Live> {
		const text = write(cursor);
		if (live?.cursor === text) return live;
		await drop();
		const abort = new AbortController();
		return { cursor: text, steps: readUploads(files, cursor, abort.signal), abort };
	}

	async function changesPage(cursor: Cursor, limit: number): Promise<ChangePage> {
		const changes = await overlay.changesSince(cursor.seq, limit);
		const base = await index.find(changes.changed);
		const own = await added.find(changes.changed);
		const messages = await overlay.apply([...[...base.values()].map(remoteOf), ...own]);
		return { messages, removed: changes.removed, cursor: write({ ...cursor, seq: changes.seq }), more: changes.more };
	}

	/** The next added messages, with their bytes; null when all are listed. */
	async function addedPage(cursor: Cursor, limit: number): Promise<ChangePage | null> {
		const listed = await added.list(cursor.added, limit);
		const last = listed.at(-1);
		if (last === undefined) return null;
		const withBytes = async (message: RemoteMessage): Promise<RemoteMessage> => {
			const raw = await added.read(message.id);
			return raw === null ? message : { ...message, raw };
		};
		const messages = await overlay.apply(await Promise.all(listed.map(withBytes)));
		return { messages, removed: [], cursor: write({ ...cursor, added: last.id }), more: true };
	}

	async function page(cursor: Cursor, limit: number, signal: AbortSignal): Promise<ChangePage> {
		const files = await environment.files();
		const total = files.reduce((sum, file) => sum + file.sizeBytes, 0);
		const reading = await continueFrom(cursor, files);
		live = null;
		const stop = (): void => reading.abort.abort(signal.reason);
		signal.addEventListener("abort", stop, { once: true });
		const remote: RemoteMessage[] = [];
		const seen: IndexedMessage[] = [];
		const skipped: SkippedEntry[] = [];
		let at = cursor;
		let done = 0;
		let bytes = 0;
		let ended = false;
		try {
			while (remote.length + skipped.length < limit && bytes < PAGE_BYTES) {
				signal.throwIfAborted();
				const step = await reading.steps.next();
				if (step.done) {
					ended = true;
					break;
				}
				const { file, item } = step.value;
				done = step.value.done;
				at = { ...cursor, ...(item?.next ?? FILE_END), file: file.id, messages: step.value.messages };
				if (!item) continue;
				if ("reason" in item) {
					const { at: location, reason, kind, count } = item;
					const why = kind === "unreadable" ? {} : { kind, count };
					skipped.push({ offset: location.offset, reason, ...why });
					continue;
				}
				const message = indexed(item, file, environment.now());
				seen.push(message);
				bytes += item.raw.length;
				const source = item.damage === undefined ? {} : { source: { offset: item.at.offset, damage: item.damage } };
				remote.push({ ...remoteOf(message), raw: item.raw, ...source });
			}
			await index.record(seen);
		} catch (error) {
			await reading.steps.return(undefined).catch(() => undefined);
			throw error;
		} finally {
			signal.removeEventListener("abort", stop);
		}
		// Files added while the stream was open.
		const further = ended && (files.at(-1)?.id ?? null) !== at.file;
		if (ended && !further && remote.length + skipped.length === 0)
			return (await addedPage(at, limit)) ?? changesPage(at, limit);
		if (!ended && closed) await reading.steps.return(undefined);
		else if (!ended) live = { ...reading, cursor: write(at) };
		const messages = await overlay.apply(remote);
		const isAllListed = ended && !further && (await added.list(at.added, 1)).length === 0;
		const more = !isAllListed || (await overlay.head()) > at.seq;
		const shown: ChangePage = { messages, removed: [], cursor: write(at), more, done, total, unit: "bytes" };
		return skipped.length > 0 ? { ...shown, skipped } : shown;
	}

	return {
		listChanges(cursor, { limit, signal }) {
			const work = async (): Promise<ChangePage> => {
				signal.throwIfAborted();
				const from =
					cursor === null
						? { file: null, member: 0, offset: 0, seq: await overlay.head(), messages: 0, added: "" }
						: read(cursor);
				return page(from, Math.max(1, limit), signal);
			};
			// The open stream has one reader at a time.
			const result = tail.then(work, work);
			tail = result.catch(() => undefined);
			return result;
		},
		async close() {
			closed = true;
			await drop();
		},
	};
}
