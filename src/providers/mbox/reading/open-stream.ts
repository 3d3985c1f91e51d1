import { CursorExpired } from "#server/mail/provider/errors.ts";
import type { StoredFile } from "#server/mail/provider/provider.ts";
import { type Cursor, writeCursor } from "../cursor.ts";
import { FILE_END, type FilePosition } from "../file-position.ts";
import { createMeter, LIMITS } from "../limits.ts";
import { readInWorker } from "./read-in-worker.ts";
import type { ReadItem } from "./reader.ts";

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
			// A thread starts only where something is left to read.
			const isRead = location.member === FILE_END.member;
			for await (const item of isRead ? [] : readInWorker(file, { from: location, meter, signal })) {
				const { messages } = meter;
				yield { file, done: before + Math.min(meter.readBytes, file.sizeBytes), messages, item };
			}
			yield { file, done: before + file.sizeBytes, messages: meter.messages };
		}
		before += file.sizeBytes;
	}
}

/** A stream of the messages in files, and the cursor at which it continues. */
export interface FileStream {
	cursor: string;
	steps: AsyncGenerator<Step>;
	abort: AbortController;
}

/** Keeps the stream of an account open between two pages, so that files are read only once. */
export interface OpenStream {
	/** The stream that continues at a cursor: the open one, or a new one. */
	take(cursor: Cursor, files: StoredFile[]): Promise<FileStream>;
	/** Keeps a stream for the page that follows. */
	keep(stream: FileStream, cursor: Cursor): Promise<void>;
	close(): Promise<void>;
}

export function createOpenStream(): OpenStream {
	let live: FileStream | null = null;
	let closed = false;

	async function drop(): Promise<void> {
		const old = live;
		live = null;
		if (!old) return;
		old.abort.abort();
		await old.steps.return(undefined).catch(() => undefined);
	}

	async function continueFrom(cursor: Cursor, files: StoredFile[]): Promise<FileStream> {
		const text = writeCursor(cursor);
		if (live?.cursor === text) return live;
		await drop();
		const abort = new AbortController();
		return { cursor: text, steps: readUploads(files, cursor, abort.signal), abort };
	}

	return {
		async take(cursor, files) {
			const stream = await continueFrom(cursor, files);
			live = null;
			return stream;
		},
		async keep(stream, cursor) {
			if (closed) await stream.steps.return(undefined);
			else live = { ...stream, cursor: writeCursor(cursor) };
		},
		async close() {
			closed = true;
			await drop();
		},
	};
}
