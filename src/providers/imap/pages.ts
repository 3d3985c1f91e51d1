import type { ImapFlow } from "imapflow";
import { NotFound, Unsupported } from "#server/mail/provider/errors.ts";
import type { ChangePage, RemoteMessage } from "#server/mail/provider/provider.ts";
import { isTouched, listChanged, listedUids } from "./changes.ts";
import { type Cursor, type FolderMark, readCursor, writeCursor } from "./cursor.ts";
import { translate } from "./errors.ts";
import { hasListStatus, type ImapFolder } from "./folders.ts";
import { messageId } from "./ids.ts";
import { listOlder, type Remaining } from "./listing.ts";
import { followRenames } from "./renames.ts";
import type { ImapSession } from "./session.ts";
import { countUids, eachUid, lowest, subtract } from "./uids.ts";

/** Messages of the first page, small so that it is on screen immediately. */
const FIRST_PAGE = 50;
/** Ids of deleted folders per page. */
const REMOVED_PER_PAGE = 5000;
/** Milliseconds for which the first listing caches the folder list. */
const FOLDERS_MS = 60_000;

export interface Listing {
	listChanges(cursor: string | null, options: { limit: number; signal: AbortSignal }): Promise<ChangePage>;
}

/** Lists the mailbox: first every folder from its newest message down, then rounds of changes. */
export function createListing(session: ImapSession): Listing {
	const remaining: Remaining = new Map();
	/** Folders that could not be opened, reported once. */
	const broken = new Set<string>();
	let seen: { folders: ImapFolder[]; at: number } | null = null;

	/** @returns the folders, and whether they were just read */
	async function currentFolders(
		client: ImapFlow,
		isFirst: boolean,
		isListing: boolean,
	): Promise<[ImapFolder[], boolean]> {
		if (isListing && seen !== null && performance.now() - seen.at < FOLDERS_MS) return [seen.folders, false];
		// The first page waits for nothing but its own messages.
		const withStatus = !isFirst || hasListStatus(client);
		const { folders } = await session.folders(client, { withStatus });
		seen = withStatus ? { folders, at: performance.now() } : null;
		return [folders, true];
	}

	async function page(client: ImapFlow, from: string | null, limit: number): Promise<ChangePage> {
		const cursor = readCursor(from);
		const wasListing = [...cursor.folders.values()].some(({ down }) => down !== undefined);
		const [folders, isNow] = await currentFolders(client, from === null, wasListing);
		await followRenames(session.keys, cursor, folders);
		dropGone(cursor, folders);
		const messages: RemoteMessage[] = [];
		const removed = shiftLeftovers(cursor);
		const skipped: SkippedFolder[] = [];
		const pageLimit = from === null ? Math.min(limit, FIRST_PAGE) : limit;
		let isComplete = true;
		let hasListed = false;
		let remainingCount = 0;

		/** The folder was recreated since the folders were read. */
		function begin(path: string, mark: FolderMark | undefined): false {
			if (mark !== undefined) replace(cursor, path, mark);
			seen = null;
			return false;
		}

		async function listFolder(folder: ImapFolder, mark: FolderMark | undefined, room: number): Promise<boolean> {
			const isListed = mark !== undefined && mark.down === undefined;
			if (isListed) {
				const part = await listChanged(client, folder, mark, room);
				if (part === null) return begin(folder.path, mark);
				messages.push(...part.messages);
				removed.push(...part.removed);
				cursor.folders.set(folder.path, part.mark);
				return part.isDone;
			}
			const key = mark?.key ?? session.keys.keyOf(folder.path);
			const part = await listOlder(client, { folder, key, before: mark }, { room, remaining });
			hasListed = true;
			if (part === null) return begin(folder.path, mark);
			messages.push(...part.messages);
			remainingCount += part.remainingCount;
			cursor.folders.set(folder.path, part.mark);
			return part.remainingCount === 0;
		}

		for (const folder of folders) {
			const mark = cursor.folders.get(folder.path);
			const isListed = mark !== undefined && mark.down === undefined;
			if (broken.has(folder.path) || (isListed && !(isNow && isTouched(client, mark, folder)))) continue;
			const room = pageLimit - messages.length;
			if (room <= 0) {
				isComplete = false;
				if (!isListed) remainingCount += folder.status?.messages ?? 0;
				continue;
			}
			try {
				const isDone = await listFolder(folder, mark, room);
				isComplete &&= isDone;
			} catch (cause) {
				skipped.push(skippedFolder(folder, cause));
				broken.add(folder.path);
			}
		}
		return {
			messages,
			removed,
			cursor: writeCursor(cursor),
			// A listing is followed by a round of changes, and so are removals: a message may have been moved meanwhile to a
			// folder that was listed before.
			more: !isComplete || hasListed || removed.length > 0 || cursor.leftovers.length > 0,
			...(hasListed ? progress(folders, remainingCount) : {}),
			...(skipped.length > 0 ? { skipped } : {}),
		};
	}

	return {
		async listChanges(cursor, { limit, signal }) {
			signal.throwIfAborted();
			return session.work.use((client) => page(client, cursor, limit), signal);
		},
	};
}

interface SkippedFolder {
	offset: number;
	reason: string;
}

/** A folder that cannot be opened does not block the others. @throws any other failure */
function skippedFolder({ name }: ImapFolder, cause: unknown): SkippedFolder {
	const fault = translate(cause);
	if (!(fault instanceof NotFound) && !(fault instanceof Unsupported)) throw fault;
	return { offset: 0, reason: `The folder “${name}” cannot be opened: ${fault.message}` };
}

/** Drops folders that no longer exist. */
function dropGone(cursor: Cursor, folders: readonly ImapFolder[]): void {
	const statuses = new Map(folders.map(({ path, status }) => [path, status]));
	for (const [path, mark] of [...cursor.folders]) {
		const status = statuses.get(path);
		const isSame = status === undefined || status.validity === mark.validity;
		if (!statuses.has(path) || !isSame) replace(cursor, path, mark);
	}
}

/** The listed UIDs are invalid: they are reported as removed, and the folder is listed from the beginning. */
function replace(cursor: Cursor, path: string, mark: FolderMark): void {
	cursor.folders.delete(path);
	const uids = listedUids(mark);
	if (uids.length > 0) cursor.leftovers.push({ key: mark.key, validity: mark.validity, uids });
}

function shiftLeftovers(cursor: Cursor): string[] {
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

function progress(folders: readonly ImapFolder[], remainingCount: number): Pick<ChangePage, "done" | "total" | "unit"> {
	if (folders.some(({ status }) => status === undefined)) return {};
	const total = folders.reduce((sum, { status }) => sum + (status?.messages ?? 0), 0);
	return { done: Math.max(0, total - remainingCount), total, unit: "messages" };
}
