import { createReadStream, createWriteStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { tarEnd, tarHeader, tarPadding } from "./tar.ts";

/**
 * A growing `.tar.gz`. Each file is a gzip member of its own (RFC 1952 §2.2 allows concatenation), so the archive can
 * be truncated to the end of any file and continued, and never has to fit into memory.
 */
export interface Archive {
	/** Length in bytes so far: where to continue after an interruption. */
	length(): number;
	/** Appends the file at `path`. */
	addFile(name: string, path: string, mtime: number, signal: AbortSignal): Promise<void>;
	/** Appends a file of exactly `size` bytes. */
	addStream(
		file: { name: string; size: number; mtime: number },
		bytes: AsyncIterable<Uint8Array>,
		signal: AbortSignal,
	): Promise<void>;
	addText(name: string, text: string, mtime: number, signal: AbortSignal): Promise<void>;
	/** Completes the archive; nothing can be appended after it. */
	finish(signal: AbortSignal): Promise<void>;
}

/** Opens the archive at `path`, truncated to its first `length` bytes; 0 starts a new one. */
export async function openArchive(path: string, length: number): Promise<Archive> {
	const handle = await open(path, length === 0 ? "w" : "r+", 0o600);
	await handle.truncate(length);
	await handle.close();
	let end = length;

	async function append(pieces: () => AsyncGenerator<Uint8Array>, signal: AbortSignal): Promise<void> {
		const out = createWriteStream(path, { flags: "r+", start: end, flush: true });
		await pipeline(pieces, createGzip(), out, { signal });
		end += out.bytesWritten;
	}

	const addStream: Archive["addStream"] = ({ name, size, mtime }, bytes, signal) =>
		append(async function* () {
			yield tarHeader(name, size, mtime);
			yield* bytes;
			yield tarPadding(size);
		}, signal);

	return {
		length: () => end,
		async addFile(name, from, mtime, signal) {
			const { size } = await stat(from);
			await addStream({ name, size, mtime }, createReadStream(from), signal);
		},
		addStream,
		async addText(name, text, mtime, signal) {
			const bytes = Buffer.from(text);
			await append(async function* () {
				yield tarHeader(name, bytes.length, mtime);
				yield bytes;
				yield tarPadding(bytes.length);
			}, signal);
		},
		finish: (signal) =>
			append(async function* () {
				yield tarEnd;
			}, signal),
	};
}
