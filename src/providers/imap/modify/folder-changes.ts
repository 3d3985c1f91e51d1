import type { ImapFlow } from "imapflow";
import { encodePath } from "imapflow/lib/tools.js";
import { NotFound, Unsupported } from "#server/mail/provider/errors.ts";
import type { RemoteFolder } from "#server/mail/provider/provider.ts";
import { atom, command, text } from "../connection/command.ts";
import { select } from "../connection/command-queue.ts";
import type { FolderRename } from "../folders/folder-keys.ts";
import type { ImapFolder, MissingFolder } from "../folders/folders.ts";
import type { ImapSession } from "../session.ts";

/**
 * The folder's path; creates the folder if it does not exist yet (`MissingFolder`).
 * @throws NotFound
 */
export async function ensureFolder(session: ImapSession, client: ImapFlow, id: string): Promise<string> {
	if (session.keys.pathOf(session.keys.keyOf(id)) === id) return id;
	const { shown, missing } = await session.folders(client);
	const toBe = missing.find((folder) => folder.id === id);
	if (toBe === undefined && shown.some((folder) => folder.id === id)) return id;
	if (toBe === undefined) throw new NotFound("The folder doesn't exist: choose another one");
	await createFor(client, toBe);
	await session.folders(client);
	return id;
}

/** The folder with a role, created if there is none. */
export async function ensureRole(session: ImapSession, client: ImapFlow, role: "sent" | "drafts"): Promise<string> {
	const { shown } = await session.folders(client);
	return ensureFolder(session, client, shown.find((folder) => folder.role === role)?.id ?? "");
}

/** Creates a folder with its special use, where the server supports that (RFC 6154 §3). */
async function createFor(client: ImapFlow, { id, specialUse }: MissingFolder): Promise<void> {
	const path = encodePath(client, id);
	const use = client.capabilities.has("CREATE-SPECIAL-USE") ? [[atom("USE"), [atom(specialUse)]]] : [];
	await command(client, "CREATE", [text(path), ...use]);
	await client.mailboxSubscribe(id);
}

/** @param name display name, `/` between levels */
export async function createFolder(session: ImapSession, name: string): Promise<RemoteFolder> {
	return session.work.use(async (client) => {
		const path = pathFor(client, name);
		const { folders, missing, gmail } = await session.folders(client);
		if (gmail !== null) throw new Unsupported("Gmail's folders are labels: create them in Gmail");
		const existing = folders.find((folder) => folder.path === path);
		if (existing !== undefined) return remote(existing);
		const toBe = missing.find((folder) => folder.id === path);
		if (toBe !== undefined) await createFor(client, toBe);
		else await client.mailboxCreate(path);
		return listed(session, client, path);
	});
}

/** Subfolders are renamed with it (RFC 9051 §6.3.6); messages keep their ids. */
export async function renameFolder(session: ImapSession, id: string, name: string): Promise<RemoteFolder> {
	return session.work.use(async (client) => {
		const { folders } = await session.folders(client);
		const folder = own(folders, id);
		const path = pathFor(client, name);
		if (path === id) return remote(folder);
		if (folders.some((other) => other.path === path)) throw new Unsupported("A folder with this name already exists");
		const below = id + (client.namespace?.delimiter ?? "/");
		const moves: FolderRename[] = folders
			.filter((other) => other === folder || other.path.startsWith(below))
			.map(({ path: from }) => ({ from, to: path + from.slice(id.length), key: session.keys.keyOf(from) }));
		await unselect(client);
		await client.mailboxRename(id, path);
		await session.keys.renamed(moves);
		for (const { from, to } of moves) {
			await client.mailboxUnsubscribe(from);
			await client.mailboxSubscribe(to);
		}
		return listed(session, client, path);
	});
}

export async function deleteFolder(session: ImapSession, id: string): Promise<void> {
	return session.work.use(async (client) => {
		const { folders } = await session.folders(client);
		own(folders, id);
		if ((await select(client, id, "read")).messages > 0)
			throw new Unsupported("The folder still has messages: move them first");
		await unselect(client);
		await client.mailboxDelete(id);
		await client.mailboxUnsubscribe(id);
		await session.folders(client);
	});
}

/** A folder that users may rename and delete. */
function own(folders: readonly ImapFolder[], id: string): ImapFolder {
	const folder = folders.find(({ path }) => path === id);
	if (folder === undefined) throw new NotFound("The folder doesn't exist");
	if (folder.role !== "custom") throw new Unsupported(`“${folder.name}” is a folder that every mailbox needs`);
	return folder;
}

/** Some servers do not modify a selected folder. */
async function unselect(client: ImapFlow): Promise<void> {
	if (client.mailbox && client.mailbox.path !== "INBOX") await select(client, "INBOX", "read");
}

async function listed(session: ImapSession, client: ImapFlow, path: string): Promise<RemoteFolder> {
	const { folders } = await session.folders(client);
	const found = folders.find((folder) => folder.path === path);
	if (found === undefined) throw new Unsupported("The mail server keeps the folder under another name");
	return remote(found);
}

const remote = ({ path, name, role }: ImapFolder): RemoteFolder => ({ id: path, name, role });

/** @throws Unsupported for names that the server cannot store */
function pathFor({ namespace }: ImapFlow, name: string): string {
	const delimiter = namespace?.delimiter ?? "";
	const levels = name.split("/").map((level) => level.trim());
	// biome-ignore lint/suspicious/noControlCharactersInRegex: folder names must not contain them (RFC 9051 §5.1)
	if (levels.some((level) => level === "" || /[\x00-\x1f\x7f*%]/.test(level)))
		throw new Unsupported("A folder's name needs letters, without * or %");
	if (delimiter === "" && levels.length > 1) throw new Unsupported("This mail server knows no folders within folders");
	if (delimiter !== "/" && delimiter !== "" && levels.some((level) => level.includes(delimiter)))
		throw new Unsupported(`This mail server allows no “${delimiter}” in a folder's name`);
	const path = levels.join(delimiter);
	if (/^inbox$/i.test(levels[0] ?? "")) return ["INBOX", ...levels.slice(1)].join(delimiter);
	const prefix = namespace?.prefix ?? "";
	return prefix + path;
}
