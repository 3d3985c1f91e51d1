import type { FolderKeys } from "../folders/folder-keys.ts";
import type { ImapFolder } from "../folders/folders.ts";
import type { Cursor, FolderMark } from "../state/cursor.ts";

/** Lower UIDVALIDITYs are not creation times, and may be shared by many folders of a server. */
const TELLING_VALIDITY = 1_000_000n;

/**
 * Detects renamed folders: their messages keep their ids and are listed again with their new folder.
 * Modifies `cursor`.
 */
export async function followRenames(keys: FolderKeys, cursor: Cursor, folders: readonly ImapFolder[]): Promise<void> {
	const paths = new Set(folders.map(({ path }) => path));
	const unlisted = folders.filter(({ path }) => !cursor.folders.has(path));
	if (unlisted.length === 0) return;
	for (const [path, mark] of [...cursor.folders]) {
		if (paths.has(path)) continue;
		const renamed = unlisted.find((folder) => keys.keyOf(folder.path) === mark.key) ?? lookalike(mark, unlisted);
		if (renamed === undefined || cursor.folders.has(renamed.path)) continue;
		if (keys.keyOf(renamed.path) !== mark.key) await keys.renamed([{ from: path, to: renamed.path, key: mark.key }]);
		cursor.folders.delete(path);
		cursor.folders.set(renamed.path, { ...mark, down: mark.next });
	}
}

/** A folder renamed elsewhere keeps its UIDVALIDITY (RFC 9051 §6.3.6), which no other folder has. */
function lookalike(mark: FolderMark, folders: readonly ImapFolder[]): ImapFolder | undefined {
	if (BigInt(mark.validity) < TELLING_VALIDITY) return undefined;
	const alike = folders.filter(({ status }) => status?.validity === mark.validity && status.uidNext >= mark.next);
	return alike.length === 1 ? alike[0] : undefined;
}
