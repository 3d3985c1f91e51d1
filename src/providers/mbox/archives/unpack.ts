/** Reads files and decompresses streams in chunks, within limits that a malicious file cannot exceed. */

import { createReadStream } from "node:fs";
import type { Transform } from "node:stream";
import { createGunzip, createInflateRaw } from "node:zlib";
import { Unavailable } from "#server/mail/provider/errors.ts";
import { checkTime, countUnpacked, DamagedFile, type Meter, type PackedEntry } from "../limits.ts";

export type Chunks = AsyncIterable<Buffer>;

const READ_CHUNK = 1024 * 1024;
/** Small, because a chunk of zeros unpacks to a thousand times its size. */
const PACKED_CHUNK = 64 * 1024;
/** zlib's default of 16 kB costs more than the decompression itself. */
const UNPACK_CHUNK = 256 * 1024;

/** @throws Unavailable when the file cannot be opened or read, whatever its contents */
export async function* readFile(
	path: string,
	meter: Meter,
	signal: AbortSignal,
	packed = false,
): AsyncGenerator<Buffer> {
	const stream = createReadStream(path, { highWaterMark: packed ? PACKED_CHUNK : READ_CHUNK });
	try {
		for await (const chunk of stream as AsyncIterable<Buffer>) {
			signal.throwIfAborted();
			meter.readBytes += chunk.length;
			yield chunk;
		}
	} catch (error) {
		if (signal.aborted) throw signal.reason;
		const code = (error as NodeJS.ErrnoException).code ?? "unknown";
		throw new Unavailable(`The uploaded file cannot be read (${code}): upload it again`, { cause: error });
	} finally {
		stream.destroy();
	}
}

/** The first bytes of a stream, and the stream including them. */
export async function peek(chunks: Chunks, bytes: number): Promise<{ head: Buffer; chunks: AsyncGenerator<Buffer> }> {
	const iterator = chunks[Symbol.asyncIterator]();
	const buffered: Buffer[] = [];
	let length = 0;
	let broken: { error: unknown } | null = null;
	while (length < bytes) {
		try {
			const next = await iterator.next();
			if (next.done) break;
			buffered.push(next.value);
			length += next.value.length;
		} catch (error) {
			if (length === 0 || !(error instanceof DamagedFile)) throw error;
			// Bytes before the error are still to be read; the error is thrown after them.
			broken = { error };
			break;
		}
	}
	async function* again(): AsyncGenerator<Buffer> {
		try {
			yield* buffered;
			if (broken) throw broken.error;
			for (;;) {
				const next = await iterator.next();
				if (next.done) return;
				yield next.value;
			}
		} finally {
			await iterator.return?.();
		}
	}
	return { head: Buffer.concat(buffered).subarray(0, bytes), chunks: again() };
}

/**
 * Decompresses gzip (RFC 1952, also with several members) or raw deflate data (RFC 1951).
 * @param entry of a zip archive, which has its own limit
 * @throws DamagedFile after everything that could be unpacked, when the data is truncated, corrupt or exceeds the size
 * limit; LimitReached when the whole file exceeds its limit
 */
export async function* unpack(
	source: Chunks,
	kind: "gzip" | "deflate",
	meter: Meter,
	entry: PackedEntry | null = null,
): AsyncGenerator<Buffer> {
	const stream: Transform =
		kind === "gzip" ? createGunzip({ chunkSize: UNPACK_CHUNK }) : createInflateRaw({ chunkSize: UNPACK_CHUNK });
	const ready: Buffer[] = [];
	let failure: Error | null = null;
	stream.on("data", (chunk: Buffer) => {
		if (failure !== null) return;
		try {
			// Checked here, because one chunk of a malicious file unpacks to a thousand times its size before it is consumed.
			countUnpacked(meter, chunk.length, entry);
			checkTime(meter);
			ready.push(chunk);
		} catch (error) {
			failure = error as Error;
			stream.destroy();
		}
	});
	stream.on("error", (error) => {
		failure ??= new DamagedFile(
			(error as NodeJS.ErrnoException).code === "Z_BUF_ERROR"
				? "The packed file breaks off before its end: it was not copied or downloaded completely"
				: `The packed file is damaged (${error.message})`,
			{ cause: error },
		);
	});
	const settled = (start: (done: () => void) => void): Promise<void> =>
		new Promise((resolve) => {
			const done = (): void => {
				stream.off("error", done);
				stream.off("close", done);
				resolve();
			};
			stream.once("error", done);
			stream.once("close", done);
			start(done);
		});
	try {
		for await (const chunk of source) {
			await settled((done) => stream.write(chunk, () => done()));
			yield* ready.splice(0);
			if (failure) throw failure;
		}
		await settled((done) => {
			stream.once("end", done);
			stream.end();
		});
		yield* ready.splice(0);
		if (failure) throw failure;
	} finally {
		stream.destroy();
	}
}
