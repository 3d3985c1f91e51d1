/** Messages of folders that were deleted or recreated: they are reported as removed, page by page. */

import { listedUids } from "./changes.ts";
import type { Cursor, FolderMark } from "./cursor.ts";
import type { ImapFolder } from "./folders.ts";
import { messageId } from "./ids.ts";
import { countUids, eachUid, lowest, subtract } from "./uids.ts";

/** Ids of deleted folders per page. */
const REMOVED_PER_PAGE = 5000;

/** Drops folders that no longer exist. */
export function dropGone(cursor: Cursor, folders: readonly ImapFolder[]): void {
	const statuses = new Map(folders.map(({ path, status }) => [path, status]));
	for (const [path, mark] of [...cursor.folders]) {
		const status = statuses.get(path);
		const isSame = status === undefined || status.validity === mark.validity;
		if (!statuses.has(path) || !isSame) replace(cursor, path, mark);
	}
}

/** The listed UIDs are invalid: they are reported as removed, and the folder is listed from the beginning. */
export function replace(cursor: Cursor, path: string, mark: FolderMark): void {
	cursor.folders.delete(path);
	const uids = listedUids(mark);
	if (uids.length > 0) cursor.leftovers.push({ key: mark.key, validity: mark.validity, uids });
}

/** The ids to report with this page. */
export function shiftLeftovers(cursor: Cursor): string[] {
	const removed: string[] = [];
	for (let room = REMOVED_PER_PAGE; room > 0 && cursor.leftovers[0] !== undefined; ) {
		const [{ key, validity, uids }] = cursor.leftovers;
		const chunk = lowest(uids, room);
		for (const uid of eachUid(chunk)) removed.push(messageId(key, validity, uid));
		room -= countUids(chunk);
		const rest = subtract(uids, chunk);
		if (rest.length === 0) cursor.leftovers.shift();
		else cursor.leftovers[0] = { key, validity, uids: rest };
	}
	return removed;
}
