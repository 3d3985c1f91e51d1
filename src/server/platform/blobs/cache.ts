import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, opendir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ByteRange, type OpenBlob, openFile } from "./blobs.ts";

/**
 * Local disk cache of blobs in the object store. Several processes may share the folder. Entries are evicted after a
 * day without use, or least recently used first when the cache exceeds its limit.
 */
export interface BlobCache {
	/** Null on a cache miss. */
	get(accountId: string, sha256: string): Promise<Uint8Array | null>;
	/** The cached blob, verified against its hash; null on a miss or when the copy is corrupt. */
	open(accountId: string, sha256: string, range?: ByteRange): Promise<OpenBlob | null>;
	/** Caches a stream. @throws WrongHash, and when the stream fails or the disk cannot be written */
	putStream(accountId: string, sha256: string, body: Readable): Promise<void>;
	/** Caches bytes. Errors are ignored. */
	put(accountId: string, sha256: string, bytes: Uint8Array): Promise<void>;
	delete(accountId: string, sha256: string): Promise<void>;
	deleteAll(accountId: string): Promise<void>;
}

/** The bytes do not match the hash that names them. */
export class WrongHash extends Error {
	override name = "WrongHash";
}

const LIMIT_BYTES = 512 * 1024 * 1024;
/** Eviction runs after this process has added this many bytes. */
const SWEEP_BYTES = LIMIT_BYTES / 8;
const UNUSED_MS = 24 * 3_600_000;

/** @param limit bytes; may be exceeded by about an eighth between evictions */
export function createBlobCache(root: string, limit = LIMIT_BYTES): BlobCache {
	const pathOf = (accountId: string, sha256: string): string => join(root, accountId, sha256);
	const sweeper = createSweeper(root, limit);
	return {
		async get(accountId, sha256) {
			const path = pathOf(accountId, sha256);
			try {
				const bytes = await readFile(path);
				await markUsed(path);
				return bytes;
			} catch {
				return null;
			}
		},
		async open(accountId, sha256, range) {
			const path = pathOf(accountId, sha256);
			try {
				if ((await hashOf(createReadStream(path))) !== sha256) return null;
				await markUsed(path);
				return await openFile(path, range);
			} catch {
				return null;
			}
		},
		async putStream(accountId, sha256, body) {
			const path = pathOf(accountId, sha256);
			const temporary = `${path}.${randomUUID()}`;
			const hash = createHash("sha256");
			let bytes = 0;
			try {
				await mkdir(dirname(path), { recursive: true, mode: 0o700 });
				await pipeline(
					body,
					async function* (pieces: AsyncIterable<Uint8Array>) {
						for await (const piece of pieces) {
							hash.update(piece);
							bytes += piece.length;
							yield piece;
						}
					},
					createWriteStream(temporary, { mode: 0o600 }),
				);
				if (hash.digest("hex") !== sha256) throw new WrongHash();
				await rename(temporary, path);
			} catch (cause) {
				body.destroy();
				await rm(temporary, { force: true });
				throw cause;
			}
			await sweeper.added(bytes);
		},
		async put(accountId, sha256, bytes) {
			const path = pathOf(accountId, sha256);
			const temporary = `${path}.${randomUUID()}`;
			try {
				await mkdir(dirname(path), { recursive: true, mode: 0o700 });
				await writeFile(temporary, bytes, { mode: 0o600 });
				await rename(temporary, path);
			} catch {
				await rm(temporary, { force: true });
				return;
			}
			await sweeper.added(bytes.length);
		},
		async delete(accountId, sha256) {
			await rm(pathOf(accountId, sha256), { force: true });
		},
		async deleteAll(accountId) {
			await rm(join(root, accountId), { recursive: true, force: true });
		},
	};
}

/** Evicts entries whenever enough bytes were added. */
function createSweeper(root: string, limit: number): { added(bytes: number): Promise<void> } {
	// The first write of a process triggers an eviction run, which cleans up after earlier processes.
	let added = SWEEP_BYTES;
	let sweeping: Promise<void> | null = null;
	return {
		async added(bytes) {
			added += bytes;
			if (added < Math.min(SWEEP_BYTES, limit / 8) || sweeping !== null) return;
			added = 0;
			sweeping = sweep(root, limit)
				.catch(() => undefined)
				.finally(() => {
					sweeping = null;
				});
			await sweeping;
		},
	};
}

async function sweep(root: string, limit: number): Promise<void> {
	const files: { path: string; size: number; usedAt: number }[] = [];
	for await (const entry of await opendir(root, { recursive: true })) {
		if (!entry.isFile()) continue;
		const path = join(entry.parentPath, entry.name);
		const found = await stat(path).catch(() => null);
		if (found !== null) files.push({ path, size: found.size, usedAt: found.mtimeMs });
	}
	files.sort((a, b) => b.usedAt - a.usedAt);
	let bytes = 0;
	for (const { path, size, usedAt } of files) {
		bytes += size;
		if (bytes > limit || usedAt < Date.now() - UNUSED_MS) await rm(path, { force: true });
	}
}

async function markUsed(path: string): Promise<void> {
	const now = new Date();
	await utimes(path, now, now);
}

async function hashOf(body: Readable): Promise<string> {
	const hash = createHash("sha256");
	for await (const piece of body) hash.update(piece as Uint8Array);
	return hash.digest("hex");
}
