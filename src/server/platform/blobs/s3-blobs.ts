import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream as WebReadableStream } from "node:stream/web";
import { StorageUnavailable } from "../s3/request.ts";
import type { S3 } from "../s3/s3.ts";
import { type Blobs, type ByteRange, createFileBlobs, isSha256, type OpenBlob } from "./blobs.ts";
import { type BlobCache, createBlobCache, WrongHash } from "./cache.ts";
import { forEachConcurrent } from "./for-each-concurrent.ts";

/** Concurrent uploads of one `makeDurable`. */
const UPLOAD_CONCURRENCY = 16;
/** Spooled files older than this belong to a crashed sync; its messages are fetched again. */
const SPOOLED_MS = 24 * 3_600_000;

/**
 * Stores blobs in a bucket as `<account>/<2 hex>/<sha256>`. Parse workers write to a local spool, and `makeDurable` uploads
 * it: one object per message.
 * @param dataDir for the spool and the read cache
 */
export function createS3Blobs(s3: S3, dataDir: string): Blobs {
	const spool = createFileBlobs(join(dataDir, "spool"));
	const cache = createBlobCache(join(dataDir, "cache"));
	const store: Store = { s3, spool, cache, copies: new Map() };
	return {
		folder: spool.folder,
		async makeDurable(accountId, sha256s, signal) {
			await forEachConcurrent(
				new Set(sha256s),
				UPLOAD_CONCURRENCY,
				(sha256) => uploadOne(store, accountId, sha256, signal),
				signal,
			);
		},
		async addFrom(source, accountId, sha256s, signal) {
			const upload = async (sha256: string): Promise<void> => {
				const bytes = await readFile(join(source, sha256.slice(0, 2), sha256));
				await s3.put(keyOf(accountId, sha256), bytes, signal);
			};
			await forEachConcurrent(new Set(sha256s), UPLOAD_CONCURRENCY, upload, signal);
		},
		async put(accountId, bytes) {
			const sha256 = sha256Of(bytes);
			await s3.put(keyOf(accountId, sha256), bytes);
			return sha256;
		},
		get: (accountId, sha256, options) => get(store, accountId, sha256, options),
		open: (accountId, sha256, range) => open(store, accountId, sha256, range),
		size: (accountId, sha256) => s3.size(keyOf(accountId, sha256)),
		async delete(accountId, sha256s) {
			const all = [...sha256s];
			await s3.delete(all.map((sha256) => keyOf(accountId, sha256)));
			await spool.delete(accountId, all);
			for (const sha256 of all) await cache.delete(accountId, sha256);
		},
		async deleteAll(accountId) {
			await spool.deleteAll(accountId);
			await cache.deleteAll(accountId);
			let keys: string[] = [];
			for await (const { key } of s3.list(shelfOf(accountId))) {
				keys.push(key);
				if (keys.length < 1_000) continue;
				await s3.delete(keys);
				keys = [];
			}
			if (keys.length > 0) await s3.delete(keys);
		},
		async *list() {
			for await (const { key, sizeBytes } of s3.list("")) {
				const [accountId, , sha256] = key.split("/");
				if (accountId !== undefined && sha256 !== undefined && isSha256(sha256)) yield { accountId, sha256, sizeBytes };
			}
		},
	};
}

interface Store {
	s3: S3;
	spool: Blobs;
	cache: BlobCache;
	/** Downloads into the cache in progress, by key: concurrent readers share one. */
	copies: Map<string, Promise<boolean>>;
}

async function get(
	{ s3, cache }: Store,
	accountId: string,
	sha256: string,
	{ once = false }: { once?: boolean } = {},
): Promise<Uint8Array | null> {
	const key = keyOf(accountId, sha256);
	const copy = await cache.get(accountId, sha256);
	if (copy !== null && sha256Of(copy) === sha256) return copy;
	const bytes = await s3.get(key);
	if (bytes === null) return null;
	if (sha256Of(bytes) !== sha256) throw damaged(key);
	if (!once) await cache.put(accountId, sha256, bytes);
	return bytes;
}

async function open(store: Store, accountId: string, sha256: string, range?: ByteRange): Promise<OpenBlob | null> {
	const { s3, cache, copies } = store;
	const key = keyOf(accountId, sha256);
	const cached = await cache.open(accountId, sha256, range);
	if (cached !== null) return cached;
	const sizeBytes = await s3.size(key);
	if (sizeBytes === null) return null;
	// Serve from the cache: object stores close stalled connections, which slow readers cause.
	const copying = copies.get(key) ?? copy(store, accountId, sha256, sizeBytes).finally(() => copies.delete(key));
	copies.set(key, copying);
	const isCopied = await copying;
	const local = isCopied ? await cache.open(accountId, sha256, range) : null;
	if (local !== null) return local;
	const body = await streamOf(s3, key, range ?? { start: 0, end: sizeBytes });
	return body === null ? null : { sizeBytes, body };
}

function shelfOf(accountId: string): string {
	if (!/^[\w-]+$/.test(accountId)) throw new Error("Not an account");
	return `${accountId}/`;
}

function keyOf(accountId: string, sha256: string): string {
	if (!isSha256(sha256)) throw new Error("Not a SHA-256");
	return `${shelfOf(accountId)}${sha256.slice(0, 2)}/${sha256}`;
}

async function streamOf(s3: S3, key: string, { start, end }: ByteRange): Promise<Readable | null> {
	if (start >= end) return Readable.from([]);
	const stream = await s3.stream(key, start, end - 1);
	return stream === null ? null : Readable.fromWeb(stream as WebReadableStream<Uint8Array>);
}

/** @returns false when the cache has no room. @throws StorageUnavailable when the object is corrupt */
async function copy({ s3, cache }: Store, accountId: string, sha256: string, sizeBytes: number): Promise<boolean> {
	const key = keyOf(accountId, sha256);
	const body = await streamOf(s3, key, { start: 0, end: sizeBytes });
	if (body === null) return false;
	try {
		await cache.putStream(accountId, sha256, body);
		return true;
	} catch (cause) {
		if (cause instanceof WrongHash) throw damaged(key, cause);
		return false;
	}
}

/** Uploads a blob from the spool. */
async function uploadOne(
	{ s3, spool }: Store,
	accountId: string,
	sha256: string,
	signal: AbortSignal | undefined,
): Promise<void> {
	const bytes = await spool.get(accountId, sha256);
	if (bytes !== null) {
		await s3.put(keyOf(accountId, sha256), bytes, signal);
		await spool.delete(accountId, [sha256]);
		return;
	}
	// Another batch of the account contained the same message and uploaded it first.
	if ((await s3.size(keyOf(accountId, sha256))) === null)
		throw new StorageUnavailable("A message was lost on its way to the object store.");
}

function damaged(key: string, cause?: unknown): StorageUnavailable {
	return new StorageUnavailable(`The object ${key} is damaged: its bytes do not have the hash that names it.`, {
		cause,
	});
}

function sha256Of(bytes: Uint8Array): string {
	return createHash("sha256").update(bytes).digest("hex");
}

/** Deletes files that crashed syncs left in the spool. */
export async function cleanSpool(dataDir: string): Promise<void> {
	const root = join(dataDir, "spool");
	const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
	for (const entry of entries) {
		if (!entry.isFile()) continue;
		const path = join(entry.parentPath, entry.name);
		const found = await stat(path).catch(() => null);
		if (found !== null && found.mtimeMs < Date.now() - SPOOLED_MS) await rm(path, { force: true });
	}
}
