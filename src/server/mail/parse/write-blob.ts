import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { threadId } from "node:worker_threads";

let writes = 0;

/** SHA-256 in lower-case hex. */
export function sha256Hex(bytes: Uint8Array): string {
	return createHash("sha256").update(bytes).digest("hex");
}

/**
 * Writes bytes to `<folder>/<first 2 hex>/<sha256>` atomically; does nothing if the file exists.
 * @throws file system errors, e.g. when the disk is full
 */
export function writeBlob(folder: string, sha256: string, bytes: Uint8Array): void {
	const shelf = join(folder, sha256.slice(0, 2));
	const path = join(shelf, sha256);
	if (existsSync(path)) return;
	try {
		writeAll(path, bytes);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
		mkdirSync(shelf, { recursive: true, mode: 0o700 });
		writeAll(path, bytes);
	}
}

function writeAll(path: string, bytes: Uint8Array): void {
	const temporary = `${path}.${process.pid}.${threadId}.${writes++}.tmp`;
	try {
		writeFileSync(temporary, bytes, { mode: 0o600, flag: "wx" });
		renameSync(temporary, path);
	} catch (error) {
		rmSync(temporary, { force: true });
		throw error;
	}
}
