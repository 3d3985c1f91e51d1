import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { AppError } from "../../errors.ts";

/** The bytes of uploaded files. Files on disk are named by our own ids; the user's names are for display only. */

/** An upload that sends nothing for this long has lost its connection. */
const IDLE_TIMEOUT_MS = 60_000;
const HASH_CHUNK = 1024 * 1024;

/**
 * Path of a file's bytes.
 * @param id a UUID of ours
 */
export function uploadPath(dataDir: string, id: string): string {
	if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error("Not an id");
	return join(uploadFolder(dataDir), id);
}

export function uploadFolder(dataDir: string): string {
	return join(dataDir, "uploads");
}

/** A file's path as stored in the database: our own are relative to the data folder, which may be moved as a whole. */
export function uploadLocation(dataDir: string, path: string): string {
	return dirname(path) === uploadFolder(dataDir) ? join("uploads", basename(path)) : path;
}

/**
 * Absolute path of a file.
 * @param location see `uploadLocation`
 */
export function pathOfUpload(dataDir: string, location: string): string {
	return resolve(dataDir, location);
}

/** Bytes that have arrived; 0 when there is no such file. */
export async function arrived(path: string): Promise<number> {
	try {
		return (await stat(path)).size;
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code === "ENOENT") return 0;
		throw cause;
	}
}

export interface Receive {
	path: string;
	/** Offset to write at; equals the file's current length. */
	offset: number;
	/** Maximum length of the file. */
	limit: number;
	/** The error to throw at the limit; absent: 413 `too-large`. */
	beyondLimit?: (() => Error) | undefined;
	signal: AbortSignal;
	/** Called with every chunk after it is written. */
	onChunk?(chunk: Uint8Array, length: number): Promise<void> | void;
}

/**
 * Writes a request's bytes to a file as they arrive, and syncs it to disk before returning. What arrived is kept when
 * the connection drops.
 * @returns the file's length
 * @throws AppError 413 `too-large` at the limit, 408 `upload-interrupted` when the connection drops or times out
 */
export async function receive(body: ReadableStream<Uint8Array> | null, options: Receive): Promise<number> {
	await mkdir(join(options.path, ".."), { recursive: true, mode: 0o700 });
	const handle = await open(options.path, options.offset === 0 ? "w" : "r+", 0o600);
	try {
		const length = body === null ? options.offset : await pump(body, handle, options);
		await handle.datasync();
		return length;
	} finally {
		await handle.close();
	}
}

async function pump(body: ReadableStream<Uint8Array>, handle: FileHandle, options: Receive): Promise<number> {
	const reader = body.getReader();
	let length = options.offset;
	try {
		for (;;) {
			const { done, value } = await next(reader, options.signal);
			if (done) return length;
			if (length + value.length > options.limit) throw options.beyondLimit?.() ?? tooLarge(options.limit);
			await writeAll(handle, value, length);
			length += value.length;
			await options.onChunk?.(value, length);
		}
	} finally {
		await reader.cancel().catch(() => undefined);
	}
}

/** A broken connection shows as a failing read, as an aborted request, or as silence. */
async function next(reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal) {
	const { promise: ended, reject } = Promise.withResolvers<never>();
	const interrupted = (cause?: unknown): AppError =>
		new AppError(408, "upload-interrupted", "The upload was interrupted. Go on from where it stopped.", { cause });
	const stop = (): void => reject(interrupted(signal.reason));
	const timer = setTimeout(() => reject(interrupted()), IDLE_TIMEOUT_MS);
	signal.addEventListener("abort", stop, { once: true });
	if (signal.aborted) stop();
	try {
		const read = reader.read().catch((cause: unknown) => {
			throw interrupted(cause);
		});
		return await Promise.race([read, ended]);
	} finally {
		clearTimeout(timer);
		signal.removeEventListener("abort", stop);
	}
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
	for (let at = 0; at < bytes.length; ) {
		const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, position + at);
		at += bytesWritten;
	}
}

export function tooLarge(limit: number): AppError {
	const size = limit >= 1e9 ? `${Math.round(limit / 1e8) / 10} GB` : `${Math.round(limit / 1e5) / 10} MB`;
	return new AppError(413, "too-large", `The file is larger than ${size}, the maximum on this server.`);
}

/**
 * @param onBytes called with the bytes read so far
 * @returns SHA-256 in hex
 */
export async function hashFile(path: string, signal: AbortSignal, onBytes?: (bytes: number) => void): Promise<string> {
	const hash = createHash("sha256");
	let bytes = 0;
	for await (const chunk of createReadStream(path, { highWaterMark: HASH_CHUNK, signal }) as AsyncIterable<Buffer>) {
		hash.update(chunk);
		bytes += chunk.length;
		onBytes?.(bytes);
	}
	return hash.digest("hex");
}

export async function removeFile(path: string): Promise<void> {
	await rm(path, { force: true });
}

/**
 * A file name for display: no path, no control characters, never empty.
 * @param name as the browser sent it
 */
export function shownName(name: string): string {
	const last = name.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
	// Control characters, and bidirectional marks that disguise an extension.
	const clean = last
		.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
		.replace(/\s+/g, " ")
		.trim();
	return clean === "" || /^\.+$/.test(clean) ? "mail" : clean.slice(0, 200);
}
