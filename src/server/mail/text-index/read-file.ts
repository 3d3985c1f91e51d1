import { existsSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { isDamage } from "./damage.ts";

/** Opens an index file without changing anything in its folder. */
export function openToRead(path: string): DatabaseSync {
	const url = pathToFileURL(path);
	// Without a log to read, SQLite need not create the file that processes share, and nothing is written at all.
	const wal = `${path}-wal`;
	if (!existsSync(wal) || statSync(wal).size === 0) url.searchParams.set("immutable", "1");
	return new DatabaseSync(url, { readOnly: true });
}

/**
 * @param isInUse a server has the file open
 * @returns what is damaged in the file, a sentence of SQLite; null: nothing, or it could not be checked
 */
export function damageOf(path: string, isInUse: boolean): string | null {
	let file: DatabaseSync | null = null;
	try {
		file = isInUse ? new DatabaseSync(path, { readOnly: true }) : openToRead(path);
		const found = file.prepare("pragma integrity_check(1)").get() as { integrity_check: string } | undefined;
		return found === undefined || found.integrity_check === "ok" ? null : found.integrity_check;
	} catch (cause) {
		return isDamage(cause) ? (cause as Error).message : null;
	} finally {
		file?.close();
	}
}
