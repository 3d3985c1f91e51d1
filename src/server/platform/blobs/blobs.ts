import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { eachOf } from "./each-of.ts";

/**
 * Raw messages, by their SHA-256, apart for each account so that an account's are gone with one call.
 * Parse workers write to `folder` themselves (`<folder>/<2 hex>/<sha256>`); `keep` makes that last.
 */
export interface Blobs {
	/** Where parse workers put an account's messages. What lies there is not safe before `keep`. */
	folder(accountId: string): string;
	/**
	 * Makes lasting what parse workers put into the folder. Call it before the rows that name these blobs commit; what
	 * is kept already may be kept again.
	 */
	keep(accountId: string, sha256s: Iterable<string>, signal?: AbortSignal): Promise<void>;
	/** @returns the SHA-256 in hex */
	put(accountId: string, bytes: Uint8Array): Promise<string>;
	/**
	 * Null when it is not there.
	 * @param options.once nobody will read it again soon
	 * @throws StorageUnavailable
	 */
	get(accountId: string, sha256: string, options?: { once?: boolean }): Promise<Uint8Array | null>;
	/**
	 * For long messages and slow readers: holds one piece in memory, not the whole. Null when it is not there.
	 * @param range from `start` up to but not with `end`, in bytes; absent: all
	 * @throws StorageUnavailable
	 */
	open(accountId: string, sha256: string, range?: ByteRange): Promise<OpenBlob | null>;
	/** In bytes; null when it is not there. */
	size(accountId: string, sha256: string): Promise<number | null>;
	delete(accountId: string, sha256s: Iterable<string>): Promise<void>;
	deleteAll(accountId: string): Promise<void>;
	/** All there are, in no order; what comes and goes meanwhile may be missed. */
	list(): AsyncIterable<StoredBlob>;
}

export interface ByteRange {
	start: number;
	end: number;
}

/** A blob that is being read. */
export interface OpenBlob {
	/** Of the whole blob. */
	sizeBytes: number;
	/** Read it to its end or destroy it: it keeps a file open. */
	body: Readable;
}

export interface StoredBlob {
	accountId: string;
	sha256: string;
	sizeBytes: number;
}

/** Raw mail cannot be reached at the moment: worth another try. */
export class StorageUnavailable extends Error {
	override name = "StorageUnavailable";
}

export function isSha256(text: string): boolean {
	return /^[0-9a-f]{64}$/.test(text);
}

/** Bytes of an open blob that are in memory at a time. */
const PIECE_BYTES = 64 * 1024;

/** Files that are brought to the disk side by side: journalling file systems write them together. */
const SYNCS_AT_ONCE = 16;

/**
 * Blobs as files.
 * @param root made when needed
 * @param options.durable `keep` and `put` wait until the disk has the bytes, for databases that do the same
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
		async keep(accountId, sha256s, signal) {
			if (!durable) return;
			const paths = [...new Set(sha256s)].map((sha256) => pathOf(accountId, sha256));
			await eachOf(paths, SYNCS_AT_ONCE, syncFile, signal);
			await eachOf([...new Set(paths.map(dirname))], SYNCS_AT_ONCE, syncFile, signal);
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

/** Opens a file as a blob. Null when there is none. */
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

/** Brings a file's bytes, or a folder's names, to the disk. */
async function syncFile(path: string): Promise<void> {
	const handle = await open(path);
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

async function namesIn(folder: string): Promise<string[]> {
	return (await readdir(folder).catch(unlessGone)) ?? [];
}

function unlessGone(cause: NodeJS.ErrnoException): null {
	if (cause.code === "ENOENT" || cause.code === "ENOTDIR") return null;
	throw cause;
}
