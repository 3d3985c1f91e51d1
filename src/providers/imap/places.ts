import type { ImapFlow } from "imapflow";
import { byFolder, type FolderPlaces } from "./ids.ts";
import { type SelectedFolder, select } from "./lane.ts";
import { existing } from "./search.ts";
import type { ImapSession } from "./session.ts";
import { eachUid, subtract, type UidSet } from "./uids.ts";

export interface FoundMessages {
	path: string;
	box: SelectedFolder;
	places: FolderPlaces;
	/** Those of the places that exist. */
	found: UidSet;
}

/**
 * Works folder by folder, each selected, on those messages that exist.
 * @returns ids that name no message (any more)
 */
export async function atPlaces(
	session: ImapSession,
	ids: readonly string[],
	mode: "read" | "write",
	work: (client: ImapFlow, messages: FoundMessages) => Promise<void>,
): Promise<string[]> {
	const { folders, foreign } = byFolder(ids);
	const missing = foreign;
	for (const places of folders)
		await session.work.use(async (client) => {
			const path = await session.pathOf(client, places.key);
			const box = path === undefined ? null : await select(client, path, mode);
			if (path === undefined || box?.validity !== places.validity) {
				missing.push(...places.ids.values());
				return;
			}
			const found = await existing(client, places.uids);
			for (const uid of eachUid(subtract(places.uids, found))) missing.push(places.ids.get(uid) ?? "");
			if (found.length > 0) await work(client, { path, box, places, found });
		});
	return missing;
}
