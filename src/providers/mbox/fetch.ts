/** Reads single messages again, by their recorded file positions. */

import { open } from "node:fs/promises";
import { Unavailable } from "#server/mail/provider/errors.ts";
import type { FetchedMessage, StoredFile } from "#server/mail/provider/provider.ts";
import type { IndexedMessage } from "./index.ts";
import { createMeter } from "./limits.ts";
import { formatOf, HEAD_BYTES } from "./reading/format.ts";
import { contentHash, fromOldMacLines, hasOldMacLines } from "./reading/identity.ts";
import { readInWorker } from "./reading/read-in-worker.ts";
import type { ReadMessage } from "./reading/reader.ts";
import type { MboxItem } from "./split/split-message.ts";
import { createSplitter } from "./split/splitter.ts";

const PIECE = 256 * 1024;

/** The header including its final blank line; the whole message when there is none. */
export function headerOf(raw: Uint8Array): Uint8Array {
	const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
	const ends = [
		[bytes.indexOf("\n\n"), 2],
		[bytes.indexOf("\n\r\n"), 3],
	].filter(([at]) => (at ?? -1) >= 0);
	const [first] = ends.sort(([a = 0], [b = 0]) => a - b);
	return first ? raw.subarray(0, (first[0] ?? 0) + (first[1] ?? 0)) : raw;
}

async function findContent(items: readonly MboxItem[], id: string): Promise<Buffer | null> {
	for (const item of items) if ("raw" in item && (await contentHash(item.raw)) === id.slice(0, 32)) return item.raw;
	return null;
}

/** Messages of an unpacked mbox, each read at its position. */
async function* fromMbox(
	file: StoredFile,
	wanted: IndexedMessage[],
	signal: AbortSignal,
): AsyncGenerator<FetchedMessage> {
	const handle = await open(file.path);
	const piece = Buffer.allocUnsafeSlow(PIECE);
	try {
		const head = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
		const isOldMac = hasOldMacLines(head.buffer.subarray(0, head.bytesRead));
		for (const { id, at, end } of wanted) {
			signal.throwIfAborted();
			const splitter = createSplitter();
			const items: MboxItem[] = [];
			for (let offset = at.offset; offset < end; ) {
				// In pieces: the stored part of a message may be much smaller than the message.
				const { bytesRead } = await handle.read(piece, 0, Math.min(piece.length, end - offset), offset);
				if (bytesRead === 0) break;
				const bytes = piece.subarray(0, bytesRead);
				splitter.push(isOldMac ? fromOldMacLines(bytes) : bytes);
				items.push(...splitter.items());
				offset += bytesRead;
			}
			items.push(...splitter.finish());
			const raw = await findContent(items, id);
			if (raw !== null) yield { id, raw };
		}
	} finally {
		await handle.close();
	}
}

/** Messages of packed files: one pass over the members that contain any. */
async function* fromPacked(
	file: StoredFile,
	wanted: IndexedMessage[],
	signal: AbortSignal,
): AsyncGenerator<FetchedMessage> {
	const [first] = wanted;
	if (!first) return;
	const remaining = new Set(wanted.map(({ id }) => id));
	const only = new Set(wanted.map(({ at }) => at.member));
	const meter = createMeter(file.sizeBytes);
	const from = { member: first.at.member, offset: 0 };
	for await (const item of readInWorker(file, { from, only, meter, signal })) {
		const { id, raw } = item as ReadMessage;
		if ("reason" in item || !remaining.delete(id)) continue;
		yield { id, raw };
		if (remaining.size === 0) return;
	}
}

async function isPlainMbox(file: StoredFile): Promise<boolean> {
	const handle = await open(file.path).catch((error: NodeJS.ErrnoException) => {
		throw new Unavailable(`The uploaded file cannot be read (${error.code}): upload it again`, { cause: error });
	});
	try {
		const head = Buffer.alloc(HEAD_BYTES);
		const { bytesRead } = await handle.read(head, 0, HEAD_BYTES, 0);
		return formatOf(head.subarray(0, bytesRead), file.name) === "mbox";
	} finally {
		await handle.close();
	}
}

/**
 * @param wanted index entries of the messages; those whose file is gone are omitted
 * @throws Unavailable when a file cannot be opened
 */
export async function* fetchFrom(
	files: StoredFile[],
	wanted: IndexedMessage[],
	signal: AbortSignal,
): AsyncGenerator<FetchedMessage> {
	for (const file of files) {
		const here = wanted
			.filter(({ fileId }) => fileId === file.id)
			.sort((a, b) => a.at.member - b.at.member || a.at.offset - b.at.offset);
		if (here.length === 0) continue;
		signal.throwIfAborted();
		yield* (await isPlainMbox(file)) ? fromMbox(file, here, signal) : fromPacked(file, here, signal);
	}
}
