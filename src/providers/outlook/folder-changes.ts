import { NotFound, Unsupported } from "#server/mail/provider/errors.ts";
import type { RemoteFolder } from "#server/mail/provider/provider.ts";
import { GraphRejection } from "./api/errors.ts";
import { created } from "./api/resources.ts";
import { folderPath, type OutlookFolder } from "./folders.ts";
import type { OutlookSession } from "./session.ts";

const MAX_NAME_LENGTH = 255;

/** Creates the missing levels of a `/`-separated path; the same name returns the same folder. */
export async function createFolder(session: OutlookSession, name: string): Promise<RemoteFolder> {
	session.requireFull();
	const signal = session.signal();
	return shown(await ensure(session, levelsOf(name), await session.readFolders(signal), signal));
}

/** @param name full path: a different parent moves the folder there */
export async function renameFolder(session: OutlookSession, id: string, name: string): Promise<RemoteFolder> {
	session.requireFull();
	const signal = session.signal();
	const folder = await ownFolder(session, id, signal);
	const levels = levelsOf(name);
	const displayName = levels.pop() ?? "";
	const above = levels.length === 0 ? null : await ensure(session, levels, await session.folders(signal), signal);
	if (above?.id === id || above?.name.startsWith(`${folder.name}/`))
		throw new Unsupported("A folder cannot be moved into itself.");
	try {
		if ((above?.id ?? null) !== folder.parent)
			await session.client.call(
				{ verb: "POST", path: `${folderPath(id)}/move`, body: { destinationId: above?.id ?? "msgfolderroot" } },
				signal,
			);
		if (displayName !== folder.displayName)
			await session.client.call({ verb: "PATCH", path: folderPath(id), body: { displayName } }, signal);
	} catch (cause) {
		throw isNameConflict(cause) ? new Unsupported("A folder with this name already exists.") : cause;
	}
	await session.readFolders(signal);
	return shown(await session.folder(id, signal));
}

/** Moves the folder to the trash, so that a message arriving at this moment is not lost. */
export async function deleteFolder(session: OutlookSession, id: string): Promise<void> {
	session.requireFull();
	const signal = session.signal();
	const folder = await ownFolder(session, id, signal);
	if (folder.messages > 0) throw new Unsupported("The folder still holds messages.");
	if (folder.children > 0) throw new Unsupported("The folder still holds other folders.");
	await session.client.call({ verb: "DELETE", path: folderPath(id) }, signal).catch((cause: unknown) => {
		// Deleted by an attempt whose response was lost.
		if (!(cause instanceof NotFound)) throw cause;
	});
	await session.readFolders(signal);
}

/** The folder's current state. @throws NotFound, and Unsupported for a folder with a role */
async function ownFolder(session: OutlookSession, id: string, signal: AbortSignal): Promise<OutlookFolder> {
	await session.readFolders(signal);
	const folder = await session.folder(id, signal);
	if (folder.role !== "custom") throw new Unsupported("Outlook needs this folder: it stays as it is.");
	return folder;
}

async function ensure(
	session: OutlookSession,
	levels: readonly string[],
	folders: readonly OutlookFolder[],
	signal: AbortSignal,
): Promise<OutlookFolder> {
	let above: OutlookFolder | null = null;
	let known = folders;
	for (const level of levels) {
		const parent: string | null = above?.id ?? null;
		const find = (all: readonly OutlookFolder[]): OutlookFolder | undefined =>
			all.find((one) => one.parent === parent && one.displayName.toLowerCase() === level.toLowerCase());
		let found = find(known);
		if (found === undefined) {
			await makeFolder(session, parent, level, signal);
			known = await session.readFolders(signal);
			found = find(known);
		}
		if (found === undefined) throw new NotFound("Outlook does not show the folder that was made.");
		above = found;
	}
	if (above === null) throw new NotFound("A folder needs a name with at least one visible character");
	return above;
}

async function makeFolder(
	session: OutlookSession,
	parent: string | null,
	displayName: string,
	signal: AbortSignal,
): Promise<void> {
	const path = parent === null ? "/mailFolders" : `${folderPath(parent)}/childFolders`;
	try {
		created.parse(await session.client.call({ verb: "POST", path, body: { displayName } }, signal));
	} catch (cause) {
		// Created by an attempt whose response was lost, or by another client.
		if (!isNameConflict(cause)) throw cause;
	}
}

function isNameConflict(cause: unknown): boolean {
	return cause instanceof GraphRejection && (cause.status === 409 || cause.code === "ErrorFolderExists");
}

function levelsOf(name: string): string[] {
	return name
		.normalize("NFC")
		.split("/")
		.map((level) =>
			level
				.replace(/[\p{Cc}\p{Cs}]+/gu, " ")
				.trim()
				.slice(0, MAX_NAME_LENGTH)
				.toWellFormed(),
		)
		.filter((level) => level !== "");
}

function shown({ id, name, role }: OutlookFolder): RemoteFolder {
	return { id, name, role };
}
