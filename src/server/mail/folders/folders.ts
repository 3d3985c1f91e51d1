import type { Folder } from "#shared/contracts/accounts.ts";
import { type AppError, badRequest, conflict, notFound } from "../../errors.ts";
import { withAccountLock } from "../../platform/locks/account-lock.ts";
import type { MailContext } from "../context/context.ts";
import type { RemoteFolder } from "../provider/provider.ts";
import { withSession } from "../sessions/with-session.ts";
import { getAccount } from "../store/accounts.ts";
import { moveFolders } from "../store/move-folders.ts";
import { type FolderCounts, listFolders, storeFolder } from "../store/read/folders.ts";

/** Creates and renames the folders of an account: at its server first, then here. */

export interface FolderKey {
	ownerId: string;
	accountId: string;
}

/** @throws AppError 400 `bad-name`, 404, 409 `not-supported`, `folder-exists`, `refused` */
export async function createFolder(ctx: MailContext, key: FolderKey, requested: string): Promise<Folder> {
	await requireFolders(ctx, key);
	const name = folderName(requested);
	await refuseDuplicate(ctx, key, name);
	const made = await withSession(ctx, key, async (session) => {
		if (session.writer.createFolder === undefined) throw notSupported("You can't create folders in this mailbox.");
		return session.writer.createFolder(name);
	});
	await storeFolder(ctx.database, key, made);
	ctx.events.publish(key.ownerId, { type: "mail", accountId: key.accountId });
	return readFolder(ctx, key, made.id);
}

/**
 * Renames a folder with all of its subfolders. Its messages keep their ids.
 * @throws AppError 400 `bad-name`, 404, 409 `not-supported`, `folder-exists`, `folder-in-use`, `refused`
 */
export async function renameFolder(ctx: MailContext, key: FolderKey, id: string, requested: string): Promise<Folder> {
	await requireFolders(ctx, key);
	const before = await requireCustom(ctx, key, id, "renamed");
	const name = folderName(requested);
	if (name === before.name) return before;
	if (name.toLowerCase() !== before.name.toLowerCase()) await refuseDuplicate(ctx, key, name);
	// No listing may be stored with the new ids before the folders here have them.
	const lock = { ...key, scope: "ids" as const };
	const renamed = await withAccountLock(ctx, lock, new AbortController().signal, ({ verify }) =>
		withSession(ctx, key, async (session) => {
			const editor = session.writer.folderEditor;
			if (editor === undefined) throw notSupported("You can't rename folders in this mailbox.");
			const after = await editor.rename(id, name);
			const listed = await session.reader.listFolders();
			await ctx.database.transaction(async () => {
				await verify();
				await moveFolders(ctx.database, key, movesOf(id, after, listed));
			});
			return after;
		}),
	);
	ctx.events.publish(key.ownerId, { type: "mail", accountId: key.accountId });
	return readFolder(ctx, key, renamed.id);
}

/**
 * Old id to new folder, for the folder and its subfolders: ids that start with its id and are listed under the new
 * prefix now.
 */
function movesOf(id: string, after: RemoteFolder, listed: readonly RemoteFolder[]): Map<string, RemoteFolder> {
	const moves = new Map([[id, after]]);
	for (const folder of listed)
		if (folder.id !== after.id && folder.name.startsWith(`${after.name}/`) && folder.id.startsWith(after.id))
			moves.set(id + folder.id.slice(after.id.length), folder);
	return moves;
}

/** @throws AppError 404, or 409 for an account without the capability `folders` */
export async function requireFolders(ctx: MailContext, { ownerId, accountId }: FolderKey): Promise<void> {
	const { capabilities, access } = await getAccount(ctx, ownerId, accountId);
	if (access === "read") throw conflict("read-only", "This mailbox was connected with read-only access.");
	if (!capabilities.folders) throw notSupported("This mailbox has no folders of its own. Use labels instead.");
}

/** @throws AppError 404, or 409 `folder-in-use` for a folder with a role */
export async function requireCustom(ctx: MailContext, key: FolderKey, id: string, verb: string): Promise<FolderCounts> {
	const folder = await readFolder(ctx, key, id);
	if (folder.role !== "custom")
		throw conflict("folder-in-use", `“${folder.name}” is a system folder and can't be ${verb}.`);
	return folder;
}

/** @throws AppError 404 */
async function readFolder(ctx: MailContext, { ownerId, accountId }: FolderKey, id: string): Promise<FolderCounts> {
	const folder = (await listFolders(ctx.database, ownerId, accountId)).find((one) => one.id === id);
	if (folder === undefined) throw notFound("The folder");
	return folder;
}

async function refuseDuplicate(ctx: MailContext, { ownerId, accountId }: FolderKey, name: string): Promise<void> {
	const folders = await listFolders(ctx.database, ownerId, accountId);
	if (folders.some((folder) => folder.name.toLowerCase() === name.toLowerCase()))
		throw conflict("folder-exists", `A folder “${name}” already exists. Choose another name.`);
}

/**
 * @returns the normalized name: whitespace cleaned up, no empty level
 * @throws AppError 400 `bad-name`
 */
function folderName(requested: string): string {
	const levels = requested.normalize("NFC").split("/");
	const clean = levels.map((level) => level.trim());
	if (clean.includes("") || /[\p{Cc}\p{Cs}]/u.test(requested)) {
		const sentence = "A folder's name needs a visible character at each level, and no control characters.";
		throw badRequest("bad-name", sentence, { name: sentence });
	}
	return clean.join("/");
}

export function notSupported(message: string): AppError {
	return conflict("not-supported", message);
}
