import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { softwareName } from "#shared/brand.ts";
import { ConfigError } from "../config.ts";

const SQLITE_BUSY = 5;

/** Held locks: an unreferenced connection would be closed by the garbage collector, and its lock released. */
const held = new Set<DatabaseSync>();

/**
 * Locks the data folder for this process. The lock is the operating system's (an exclusive SQLite lock), so it is
 * released when the process dies, and a reused process id cannot confuse it.
 * @returns releases the lock
 * @throws ConfigError when another process holds it
 */
export function lockDataDir(dataDir: string): () => void {
	const file = new DatabaseSync(join(dataDir, "lock"));
	try {
		file.exec("pragma locking_mode = exclusive; begin exclusive");
	} catch (cause) {
		file.close();
		// Any error but SQLITE_BUSY, such as a full disk, does not mean another process.
		if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) throw cause;
		throw new ConfigError(
			`The data folder ${dataDir} is in use by another ${softwareName} process${holder(dataDir)}. Stop it first, or set DATA_DIR to another folder.`,
			{ cause },
		);
	}
	writeFileSync(join(dataDir, "lock.pid"), String(process.pid));
	held.add(file);
	return () => {
		held.delete(file);
		file.close();
	};
}

function holder(dataDir: string): string {
	try {
		return ` (process ${readFileSync(join(dataDir, "lock.pid"), "utf8")})`;
	} catch {
		return "";
	}
}
