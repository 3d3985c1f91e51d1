import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Raw messages, by their SHA-256, apart for each account so that an account's are gone with one call.
 * The parse workers write the same layout themselves (`<folder>/<2 hex>/<sha256>`).
 */
export interface Blobs {
	/** Where an account's blobs lie. */
	folder(accountId: string): string;
	/** @returns the SHA-256 in hex */
	put(accountId: string, bytes: Uint8Array): Promise<string>;
	/** Null when it is not there. */
	get(accountId: string, sha256: string): Promise<Uint8Array | null>;
	delete(accountId: string, sha256: string): Promise<void>;
	deleteAll(accountId: string): Promise<void>;
}

/** Blobs as files. @param root made when needed */
export function createFileBlobs(root: string): Blobs {
	const folder = (accountId: string): string => join(root, accountId);
	const pathOf = (accountId: string, sha256: string): string => {
		if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error("Not a SHA-256");
		return join(folder(accountId), sha256.slice(0, 2), sha256);
	};
	return {
		folder,
		async put(accountId, bytes) {
			const sha256 = createHash("sha256").update(bytes).digest("hex");
			const path = pathOf(accountId, sha256);
			await mkdir(join(path, ".."), { recursive: true });
			const temporary = `${path}.${randomUUID()}`;
			await writeFile(temporary, bytes);
			await rename(temporary, path);
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
		async delete(accountId, sha256) {
			await rm(pathOf(accountId, sha256), { force: true });
		},
		async deleteAll(accountId) {
			await rm(folder(accountId), { recursive: true, force: true });
		},
	};
}
