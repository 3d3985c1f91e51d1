import { chmodSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Permissions of the group and of all others. */
const OTHERS = 0o077;
/** A folder like /tmp, where every user has files. */
const STICKY = 0o1000;
/** One of these is in each data folder that was used before. */
const KNOWN = ["secret", "pg", "pg.new", "lock", "blobs", "uploads"];
/** Of file systems on a disk of their own. */
const LOST_AND_FOUND = "lost+found";
/** Holds millions of files, each written for its owner alone. */
const BLOBS = "blobs";

/** What this process creates from now on is for its user alone. For the main thread, before it starts others. */
export function createFilesPrivately(): void {
	process.umask(OTHERS);
}

/**
 * Takes the permissions of other users from the data folder and everything in it.
 * @returns why that is not possible, as the rest of a sentence about the setting; null: done
 */
export function makePrivate(folder: string): string | null {
	if (process.platform === "win32") return null;
	const { mode } = statSync(folder);
	const wasPrivate = (mode & OTHERS) === 0;
	// The content of a folder that is not ours must not be touched.
	if ((mode & STICKY) !== 0) return `${folder} is shared by all users of this computer. Write a folder in it`;
	const names = wasPrivate ? [] : readdirSync(folder).filter((name) => name !== LOST_AND_FOUND);
	if (names.length > 0 && !KNOWN.some((name) => names.includes(name)))
		return `${folder} holds other files, and other users have access to it. Write an empty folder`;
	const open =
		!wasPrivate && !tighten(folder, mode)
			? folder
			: makeContentPrivate(folder, wasPrivate ? [LOST_AND_FOUND, BLOBS] : [LOST_AND_FOUND]);
	if (open === null) return null;
	return `other users have access to ${open}, and this process may not change that. Make its own user the owner (chown -R), on a file system with permissions`;
}

/**
 * @param except names of entries to leave out
 * @returns the first path whose permissions could not be taken
 */
function makeContentPrivate(folder: string, except: readonly string[]): string | null {
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		if (except.includes(entry.name) || entry.isSymbolicLink()) continue;
		const path = join(folder, entry.name);
		const mode = lstatSync(path, { throwIfNoEntry: false })?.mode;
		// Another process of the installation has deleted it meanwhile.
		if (mode === undefined) continue;
		if ((mode & OTHERS) !== 0 && !tighten(path, mode)) return path;
		const inside = entry.isDirectory() ? makeContentPrivate(path, []) : null;
		if (inside !== null) return inside;
	}
	return null;
}

/** @returns false: it belongs to another user, or the file system has no permissions */
function tighten(path: string, mode: number): boolean {
	try {
		chmodSync(path, mode & 0o7777 & ~OTHERS);
		return (statSync(path).mode & OTHERS) === 0;
	} catch (cause) {
		const { code } = cause as NodeJS.ErrnoException;
		if (code === "ENOENT") return true;
		if (code === "EPERM" || code === "EACCES" || code === "EROFS" || code === "ENOTSUP") return false;
		throw cause;
	}
}
