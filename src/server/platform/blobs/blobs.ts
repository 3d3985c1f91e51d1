import { createHash, randomUUID } from "node:crypto";
import { copyFileSync, linkSync, mkdirSync, renameSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { forEachConcurrent } from "./for-each-concurrent.ts";

/**
 * Raw messages, keyed by SHA-256 and stored per account, so that one call deletes everything of an account. Parse
 * workers write to `folder` directly (`<folder>/<2 hex>/<sha256>`); `makeDurable` makes those files durable.
 */
export interface Blobs {
	/** The folder that parse workers write an account's messages to. Its files are not durable before `makeDurable`. */
	folder(accountId: string): string;
	/**
	 * Makes the files that parse workers wrote durable. Call it before the rows that reference these blobs commit.
	 * Idempotent.
	 */
	makeDurable(accountId: string, sha256s: Iterable<string>, signal?: AbortSignal): Promise<void>;
	/**
	 * Adds files of another folder with the same layout (`<folder>/<2 hex>/<sha256>`), which stay where they are. Durable
	 * when it returns, if those files are. Idempotent.
	 */
	addFrom(folder: string, accountId: string, sha256s: Iterable<string>, signal?: AbortSignal): Promise<void>;
	/** @returns the SHA-256 in hex */
	put(accountId: string, bytes: Uint8Array): Promise<string>;
	/**
	 * Null when the blob does not exist.
	 * @param options.once the blob is unlikely to be read again soon, so it is not cached
	 * @throws StorageUnavailable
	 */
	get(accountId: string, sha256: string, options?: { once?: boolean }): Promise<Uint8Array | null>;
	/**
	 * Streams a blob, for large messages and slow readers: one chunk is in memory at a time. Null when the blob does
	 * not exist.
	 * @param range byte offsets, `start` inclusive, `end` exclusive; absent: the whole blob
	 * @throws StorageUnavailable
	 */
	open(accountId: string, sha256: string, range?: ByteRange): Promise<OpenBlob | null>;
	/** Size in bytes; null when the blob does not exist. */
	size(accountId: string, sha256: string): Promise<number | null>;
	delete(accountId: string, sha256s: Iterable<string>): Promise<void>;
	deleteAll(accountId: string): Promise<void>;
	/** All blobs, in no particular order. Blobs added or deleted during the listing may be missed. */
	list(): AsyncIterable<StoredBlob>;
}

export interface ByteRange {
	start: number;
	end: number;
}

/** A blob that is being read. */
export interface OpenBlob {
	/** Size of the whole blob, whatever range is read. */
	sizeBytes: number;
	/** Read it to the end or destroy it: it holds a file descriptor. */
	body: Readable;
}

export interface StoredBlob {
	accountId: string;
	sha256: string;
	sizeBytes: number;
}

export function isSha256(text: string): boolean {
	return /^[0-9a-f]{64}$/.test(text);
}

/** Chunk size when streaming a blob. */
const PIECE_BYTES = 64 * 1024;

/** Files synced to disk concurrently: journaling file systems batch the writes. */
const SYNC_CONCURRENCY = 16;
/** Files linked before yielding to the event loop: one takes about 10 µs, and a promise for each several times that. */
const LINKED_AT_ONCE = 200;

/**
 * Stores blobs as files.
 * @param root created if missing
 * @param options.durable `makeDurable` and `put` fsync before they return, to match a database that does
 */
export function createFileBlobs(root: string, options: { durable?: boolean } = {}): Blobs {
	const durable = options.durable ?? false;
	const folder = (accountId: string): string => join(root, accountId);
	const pathOf = (accountId: string, sha256: string): string => {
		if (!isSha256(sha256)) throw new Error("Not a SHA-256");
		return join(folder(accountId), sha256.slice(0, 2), sha256);
	};
	return {
		folder,
		async makeDurable(accountId, sha256s, signal) {
			if (!durable) return;
			const paths = [...new Set(sha256s)].map((sha256) => pathOf(accountId, sha256));
			await forEachConcurrent(paths, SYNC_CONCURRENCY, syncFile, signal);
			await forEachConcurrent([...new Set(paths.map(dirname))], SYNC_CONCURRENCY, syncFile, signal);
		},
		async addFrom(source, accountId, sha256s, signal) {
			const shelves = new Set<string>();
			const copied: string[] = [];
			let linked = 0;
			for (const sha256 of new Set(sha256s)) {
				if (linked++ % LINKED_AT_ONCE === 0) await setImmediate();
				signal?.throwIfAborted();
				const path = pathOf(accountId, sha256);
				const shelf = dirname(path);
				if (!shelves.has(shelf)) mkdirSync(shelf, { recursive: true, mode: 0o700 });
				shelves.add(shelf);
				if (!isLinked(join(source, sha256.slice(0, 2), sha256), path)) copied.push(path);
			}
			if (!durable) return;
			await forEachConcurrent(copied, SYNC_CONCURRENCY, syncFile, signal);
			await forEachConcurrent([...shelves, folder(accountId)], SYNC_CONCURRENCY, syncFile, signal);
		},
		async put(accountId, bytes) {
			const sha256 = createHash("sha256").update(bytes).digest("hex");
			const path = pathOf(accountId, sha256);
			await mkdir(dirname(path), { recursive: true, mode: 0o700 });
			const temporary = `${path}.${randomUUID()}.tmp`;
			await writeFile(temporary, bytes, { mode: 0o600, flush: durable });
			await rename(temporary, path);
			if (durable) await syncFile(dirname(path));
			return sha256;
		},
		async get(accountId, sha256) {
			try {
				return await readFile(pathOf(accountId, sha256));
			} catch (cause) {
				if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
				throw cause;
			}
		},
		async open(accountId, sha256, range) {
			return openFile(pathOf(accountId, sha256), range);
		},
		async size(accountId, sha256) {
			return (await stat(pathOf(accountId, sha256)).catch(unlessGone))?.size ?? null;
		},
		async delete(accountId, sha256s) {
			for (const sha256 of sha256s) await rm(pathOf(accountId, sha256), { force: true });
		},
		async deleteAll(accountId) {
			await rm(folder(accountId), { recursive: true, force: true });
		},
		async *list() {
			for (const accountId of await namesIn(root))
				for (const shelf of await namesIn(folder(accountId)))
					for (const sha256 of await namesIn(join(folder(accountId), shelf))) {
						if (!isSha256(sha256)) continue;
						const found = await stat(pathOf(accountId, sha256)).catch(unlessGone);
						if (found !== null) yield { accountId, sha256, sizeBytes: found.size };
					}
		},
	};
}

/** Opens a file as a blob. Null when it does not exist. */
export async function openFile(path: string, range?: ByteRange): Promise<OpenBlob | null> {
	const handle = await open(path).catch(unlessGone);
	if (handle === null) return null;
	try {
		const { size } = await handle.stat();
		const { start, end } = range ?? { start: 0, end: size };
		if (end <= start) {
			await handle.close();
			return { sizeBytes: size, body: Readable.from([]) };
		}
		return { sizeBytes: size, body: handle.createReadStream({ start, end: end - 1, highWaterMark: PIECE_BYTES }) };
	} catch (cause) {
		await handle.close();
		throw cause;
	}
}

/** Links a file; keeps an existing one. @returns false when it was copied, because these files cannot be linked */
function isLinked(from: string, to: string): boolean {
	try {
		linkSync(from, to);
		return true;
	} catch (cause) {
		const { code = "" } = cause as NodeJS.ErrnoException;
		if (code === "EEXIST") return true;
		if (!NO_LINKS.has(code)) throw cause;
	}
	const temporary = `${to}.${randomUUID()}.tmp`;
	copyFileSync(from, temporary);
	renameSync(temporary, to);
	return false;
}

/** Fsyncs a file, or a folder's entries. */
async function syncFile(path: string): Promise<void> {
	const handle = await open(path);
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** Another file system, one without links, and a file with as many as it can have. */
const NO_LINKS = new Set(["EXDEV", "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

async function namesIn(folder: string): Promise<string[]> {
	return (await readdir(folder).catch(unlessGone)) ?? [];
}

function unlessGone(cause: NodeJS.ErrnoException): null {
	if (cause.code === "ENOENT" || cause.code === "ENOTDIR") return null;
	throw cause;
}
