import type { ChangeResult } from "#server/mail/provider/provider.ts";
import type { ImapSession } from "../session.ts";
import { completeCopiedMove } from "./copied-moves.ts";
import { ensureFolder } from "./folder-changes.ts";
import { moveInGmail } from "./gmail.ts";
import { atLocations } from "./locations.ts";
import { moveBySearch } from "./move-by-search.ts";

/** Moves messages; those already in the folder stay. @throws NotFound for a folder that does not exist */
export async function move(session: ImapSession, ids: readonly string[], folderId: string): Promise<ChangeResult> {
	const gmail = await session.gmail();
	if (gmail !== null)
		return moveInGmail(session, gmail, { folders: await session.listFolders(), ids, target: folderId });
	const target = await session.work.use(async (client) => {
		await completeCopiedMove(session, client);
		return ensureFolder(session, client, folderId);
	});
	const renamed: Record<string, string> = {};
	const missing = await atLocations(session, ids, "write", async (client, { path, found, locations }) => {
		if (path === target) return;
		for (const [uid, id] of await moveBySearch(session, client, found, target)) {
			const old = locations.ids.get(uid);
			if (old !== undefined) renamed[old] = id;
		}
	});
	return { missing, renamed };
}
