import type { ImapFlow } from "imapflow";
import { type SelectedFolder, select } from "../connection/command-queue.ts";
import { existing } from "../messages/search.ts";
import type { ImapSession } from "../session.ts";
import { byFolder, type FolderLocations } from "../state/ids.ts";
import { eachUid, subtract, type UidSet } from "../state/uids.ts";

export interface FoundMessages {
	path: string;
	box: SelectedFolder;
	locations: FolderLocations;
	/** The UIDs that exist. */
	found: UidSet;
}

/**
 * Runs an action folder by folder, each selected, on the messages that exist.
 * @returns ids of messages that do not exist
 */
export async function atLocations(
	session: ImapSession,
	ids: readonly string[],
	mode: "read" | "write",
	work: (client: ImapFlow, messages: FoundMessages) => Promise<void>,
): Promise<string[]> {
	const { folders, foreign } = byFolder(ids);
	const missing = foreign;
	for (const locations of folders)
		await session.work.use(async (client) => {
			const path = await session.pathOf(client, locations.key);
			const box = path === undefined ? null : await select(client, path, mode);
			if (path === undefined || box?.validity !== locations.validity) {
				missing.push(...locations.ids.values());
				return;
			}
			const found = await existing(client, locations.uids);
			for (const uid of eachUid(subtract(locations.uids, found))) missing.push(locations.ids.get(uid) ?? "");
			if (found.length > 0) await work(client, { path, box, locations, found });
		});
	return missing;
}
