/** Conformance tests for providers that can create, rename and delete folders. */

import { expect } from "vitest";
import { fetchAll, folderOf, list, type Opened } from "#providers/conformance-mailbox.ts";
import { NotFound, Unsupported } from "#server/mail/provider/errors.ts";
import type { ChangeResult, Provider, RemoteMessage } from "#server/mail/provider/provider.ts";
import type { ProviderSession } from "#server/mail/provider/session.ts";

type Changed = (
	opened: Opened,
	id: string,
	make: () => Promise<ChangeResult>,
	holds: (message: RemoteMessage) => boolean,
) => Promise<string>;

/** @returns the message's id in that folder */
async function moveOne(session: ProviderSession, id: string, folderId: string): Promise<[string]> {
	const { missing, renamed } = await session.writer.move([id], folderId);
	expect(missing).toEqual([]);
	return [renamed[id] ?? id];
}

/** @param changed makes a change twice and checks the result */
export function folderRules(provider: Provider, start: () => Promise<Opened>, changed: Changed) {
	return {
		async createFolder() {
			const opened = await start();
			const { session, again, before } = opened;
			if (!provider.capabilities.folders) {
				expect(session.writer.createFolder).toBeUndefined();
				return;
			}
			if (!session.writer.createFolder) throw new Error("Folders are declared, and createFolder is missing");
			const folder = await session.writer.createFolder("Conformance/Über uns");
			expect(folder).toMatchObject({ name: "Conformance/Über uns", role: "custom" });
			expect(await session.writer.createFolder("Conformance/Über uns")).toEqual(folder);
			expect(await (await again()).reader.listFolders()).toContainEqual(folder);
			const id = before.messages[0]?.id ?? "";
			await changed(
				opened,
				id,
				() => session.writer.move([id], folder.id),
				({ folderId }) => folderId === folder.id,
			);
		},
		async renameFolder() {
			const { session, again, before } = await start();
			const { folderEditor } = session.writer;
			if (!folderEditor) return;
			if (!session.writer.createFolder) throw new Error("Folders can be renamed, and createFolder is missing");
			const folder = await session.writer.createFolder("Conformance");
			const below = await session.writer.createFolder("Conformance/Below");
			const [first, second] = before.messages;
			const moved = [
				...(await moveOne(session, first?.id ?? "", folder.id)),
				...(await moveOne(session, second?.id ?? "", below.id)),
			];
			const { cursor } = await list(session, null, 100);
			const renamed = await folderEditor.rename(folder.id, "Umbenannt & “neu”");
			expect(renamed).toMatchObject({ name: "Umbenannt & “neu”", role: "custom" });
			const folders = await (await again()).reader.listFolders();
			expect(folders).toContainEqual(renamed);
			const inside = folders.find(({ name }) => name === "Umbenannt & “neu”/Below");
			expect(inside).toBeDefined();
			if (renamed.id !== folder.id) expect(folders.map(({ id }) => id)).not.toContain(folder.id);
			// Messages are in the renamed folder, and keep their ids.
			const fresh = await list(await again(), null, 100);
			const seen = await list(session, cursor, 100);
			for (const [index, created] of [renamed, inside].entries()) {
				const id = moved[index];
				expect(fresh.messages.find((message) => message.id === id)?.folderId).toBe(created?.id);
				if (created?.id !== [folder, below][index]?.id)
					expect(seen.messages.find((message) => message.id === id)?.folderId).toBe(created?.id);
				expect(seen.removed).not.toContain(id);
			}
			expect((await fetchAll(session, moved, "full")).size).toBe(2);
			await expect(folderEditor.rename(await folderOf(session, "inbox"), "Mine")).rejects.toBeInstanceOf(Unsupported);
			await expect(folderEditor.rename("no such folder", "Mine")).rejects.toBeInstanceOf(NotFound);
		},
		async deleteFolder() {
			const { session, again, before } = await start();
			const { folderEditor } = session.writer;
			if (!folderEditor) return;
			if (!session.writer.createFolder) throw new Error("Folders can be deleted, and createFolder is missing");
			const folder = await session.writer.createFolder("Conformance");
			const id = before.messages[0]?.id ?? "";
			const home = before.messages[0]?.folderId ?? "";
			const [inside = ""] = await moveOne(session, id, folder.id);
			await expect(folderEditor.delete(folder.id)).rejects.toBeInstanceOf(Unsupported);
			await moveOne(session, inside, home);
			await folderEditor.delete(folder.id);
			expect((await (await again()).reader.listFolders()).map((remaining) => remaining.id)).not.toContain(folder.id);
			await expect(folderEditor.delete(folder.id)).rejects.toBeInstanceOf(NotFound);
			await expect(folderEditor.delete(await folderOf(session, "trash"))).rejects.toBeInstanceOf(Unsupported);
			expect((await list(await again(), null, 100)).messages).toHaveLength(before.messages.length);
		},
	};
}
