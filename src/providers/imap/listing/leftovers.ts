/** Messages of folders that were deleted or recreated: they are reported as removed, page by page. */

import { CursorExpired } from "#server/mail/provider/errors.ts";
import type { ImapFolder } from "../folders/folders.ts";
import type { Cursor, FolderMark } from "../state/cursor.ts";
import { messageId } from "../state/ids.ts";
import { countUids, eachUid, lowest, subtract } from "../state/uids.ts";
import { listedUids } from "./changes.ts";
import type { ListingLimits } from "./listing-limits.ts";

/** Drops folders that no longer exist. @throws CursorExpired */
export function dropGone(cursor: Cursor, folders: readonly ImapFolder[], limits: ListingLimits): void {
	const statuses = new Map(folders.map(({ path, status }) => [path, status]));
	for (const [path, mark] of [...cursor.folders]) {
		const status = statuses.get(path);
		const isSame = status === undefined || status.validity === mark.validity;
		if (!statuses.has(path) || !isSame) replace(cursor, path, mark, limits);
	}
}

/**
 * The listed UIDs are invalid: they are reported as removed, and the folder is listed from the beginning.
 * @throws CursorExpired when there are too many to report individually
 */
export function replace(cursor: Cursor, path: string, mark: FolderMark, { leftovers }: ListingLimits): void {
	cursor.folders.delete(path);
	const uids = listedUids(mark);
	if (countUids(uids) > leftovers) throw new CursorExpired("Too much has changed to report it message by message");
	if (uids.length > 0) cursor.leftovers.push({ key: mark.key, validity: mark.validity, uids });
}

/** The ids to report with this page. */
export function shiftLeftovers(cursor: Cursor, { leftoversPerPage }: ListingLimits): string[] {
	const removed: string[] = [];
	for (let room = leftoversPerPage; room > 0 && cursor.leftovers[0] !== undefined; ) {
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
