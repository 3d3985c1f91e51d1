import { join } from "node:path";
import { cleanName } from "../../mail/parse/mime/attachments.ts";

/** Paths of archives while they are written. Files are named by our own ids. */

export function exportFolder(dataDir: string): string {
	return join(dataDir, "exports");
}

/** @param id a UUID of ours */
export function archivePath(dataDir: string, id: string): string {
	if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error("Not an id");
	return join(exportFolder(dataDir), `${id}.tar.gz`);
}

/** Folder for the parts of an archive that is being written. */
export function partsFolder(dataDir: string, id: string): string {
	return archivePath(dataDir, id).replace(/\.tar\.gz$/, ".parts");
}

/**
 * A file name stem that every operating system and tar can handle.
 * @param used lower-case names already in use
 */
export function fileStem(name: string, used: Set<string> = new Set()): string {
	const ascii = name
		.normalize("NFKD")
		.replaceAll(/\p{M}/gu, "")
		.replaceAll(/[^A-Za-z0-9@._ -]/g, "_")
		.replace(/^[. ]+/, "")
		.slice(0, 30)
		.trim()
		.replace(/-(\d+)$/, "_$1");
	const stem = ascii === "" ? "unnamed" : ascii;
	let free = stem;
	for (let n = 2; used.has(free.toLowerCase()); n++) free = `${stem}_${n}`;
	used.add(free.toLowerCase());
	return free;
}

/**
 * The name of a file in an archive, after its number where several have one name.
 * @param used lower-case names already in use
 */
export function uniqueName(name: string, used: Set<string>): string {
	const bare = cleanName(name) || "unnamed";
	let free = bare;
	for (let n = 2; used.has(free.toLowerCase()); n++) free = `${n}-${bare}`;
	used.add(free.toLowerCase());
	return free;
}
