import type { ImapFlow } from "imapflow";
import { NotFound, Unavailable, Unsupported } from "#server/mail/provider/errors.ts";
import type { ChangePage, RemoteMessage } from "#server/mail/provider/provider.ts";
import { translate } from "../connection/errors.ts";
import { hasListStatus, type ImapFolder } from "../folders/folders.ts";
import { isRefusal } from "../messages/read-each.ts";
import type { ImapSession } from "../session.ts";
import { type Cursor, type FolderMark, readCursor, writeCursor } from "../state/cursor.ts";
import { isTouched, listChanged } from "./changes.ts";
import { dropGone, replace, shiftLeftovers } from "./leftovers.ts";
import { listOlder, type Remaining } from "./listing.ts";
import { LISTING_LIMITS, type ListingLimits } from "./listing-limits.ts";
import { followRenames } from "./renames.ts";

/** Milliseconds for which the first listing caches the folder list. */
const FOLDERS_MS = 60_000;

export interface Listing {
	listChanges(cursor: string | null, options: { limit: number; signal: AbortSignal }): Promise<ChangePage>;
}

/** Lists the mailbox: first every folder from its newest message down, then rounds of changes. */
export function createListing(session: ImapSession, limits: ListingLimits = LISTING_LIMITS): Listing {
	const listing: ListingState = { session, limits, remaining: new Map(), broken: new Set(), seen: null };
	return {
		async listChanges(cursor, { limit, signal }) {
			signal.throwIfAborted();
			return session.work.use((client) => readPage(listing, client, cursor, limit), signal);
		},
	};
}

/** What the pages of a listing share. */
interface ListingState {
	session: ImapSession;
	limits: ListingLimits;
	remaining: Remaining;
	/** Folders that could not be opened, reported once. */
	broken: Set<string>;
	seen: { folders: ImapFolder[]; at: number } | null;
}

/** A page, as it fills. */
interface PageState {
	listing: ListingState;
	client: ImapFlow;
	cursor: Cursor;
	messages: RemoteMessage[];
	removed: string[];
	skipped: SkippedFolder[];
	isComplete: boolean;
	/** A folder was listed, not only its changes. */
	hasListed: boolean;
	/** It ends a folder's round that began on an earlier page. */
	endsRound: boolean;
	remainingCount: number;
}

async function readPage(
	listing: ListingState,
	client: ImapFlow,
	from: string | null,
	limit: number,
): Promise<ChangePage> {
	const { session, limits } = listing;
	const cursor = readCursor(from);
	const wasListing = [...cursor.folders.values()].some(({ down }) => down !== undefined);
	const [folders, isNow] = await currentFolders(listing, client, from === null, wasListing);
	await followRenames(session.keys, cursor, folders);
	await session.flagLog.forgetIn(cursor);
	dropGone(cursor, folders, limits);
	const removed = shiftLeftovers(cursor, limits);
	const page: PageState = {
		...{ listing, client, cursor, messages: [], removed, skipped: [] },
		...{ isComplete: true, hasListed: false, endsRound: false, remainingCount: 0 },
	};
	await fill(page, folders, { limit: from === null ? Math.min(limit, limits.firstPage) : limit, isNow });
	const { messages, skipped, isComplete, hasListed, endsRound, remainingCount } = page;
	return {
		messages,
		removed,
		cursor: writeCursor(cursor),
		// A listing is followed by a round of changes, and so are removals: a message may have been moved meanwhile to a
		// folder that was listed before. So is a round of several pages, which lacks what changed since it began.
		more: !isComplete || hasListed || endsRound || removed.length > 0 || cursor.leftovers.length > 0,
		...(hasListed ? progress(folders, remainingCount) : {}),
		...(skipped.length > 0 ? { skipped } : {}),
	};
}

/** @param options.isNow the folders were just read */
async function fill(
	page: PageState,
	folders: readonly ImapFolder[],
	{ limit, isNow }: { limit: number; isNow: boolean },
): Promise<void> {
	const { listing } = page;
	let unavailable: Unavailable | null = null;
	for (const folder of folders) {
		const mark = page.cursor.folders.get(folder.path);
		const isListed = mark !== undefined && mark.down === undefined;
		if (listing.broken.has(folder.path) || (isListed && !(isNow && isTouched(page.client, mark, folder)))) continue;
		const room = limit - page.messages.length;
		if (room <= 0) {
			page.isComplete = false;
			if (!isListed) page.remainingCount += folder.status?.messages ?? 0;
			continue;
		}
		try {
			const isDone = await listFolder(page, folder, mark, room);
			page.isComplete &&= isDone;
		} catch (cause) {
			const fault = faultOf(page.client, cause);
			if (fault instanceof Unavailable) unavailable ??= fault;
			page.skipped.push({ offset: 0, reason: `The folder “${folder.name}” cannot be opened: ${fault.message}` });
			listing.broken.add(folder.path);
		}
	}
	// When it gives no folder at all, the whole server has a problem.
	if (unavailable === null || folders.some(({ path }) => isReadable(page, path))) return;
	listing.broken.clear();
	throw unavailable;
}

function isReadable({ listing, cursor }: PageState, path: string): boolean {
	return !listing.broken.has(path) && cursor.folders.has(path);
}

/** The folder was recreated since the folders were read. */
function begin({ listing, cursor }: PageState, path: string, mark: FolderMark | undefined): false {
	if (mark !== undefined) replace(cursor, path, mark, listing.limits);
	listing.seen = null;
	return false;
}

/** @returns whether nothing is left in the folder */
async function listFolder(
	page: PageState,
	folder: ImapFolder,
	mark: FolderMark | undefined,
	room: number,
): Promise<boolean> {
	const { client, cursor } = page;
	const { session, limits, remaining } = page.listing;
	const isListed = mark !== undefined && mark.down === undefined;
	if (isListed) {
		const part = await listChanged(client, folder, mark, { room, limits });
		if (part === null) return begin(page, folder.path, mark);
		page.messages.push(...part.messages);
		page.removed.push(...part.removed);
		cursor.folders.set(folder.path, part.mark);
		page.endsRound ||= part.isDone && mark.rest !== undefined;
		return part.isDone;
	}
	const key = mark?.key ?? session.keys.keyOf(folder.path);
	const part = await listOlder(client, { folder, key, before: mark }, { room, remaining });
	page.hasListed = true;
	if (part === null) return begin(page, folder.path, mark);
	page.messages.push(...part.messages);
	page.remainingCount += part.remainingCount;
	cursor.folders.set(folder.path, part.mark);
	return part.remainingCount === 0;
}

/** @returns the folders, and whether they were just read */
async function currentFolders(
	listing: ListingState,
	client: ImapFlow,
	isFirst: boolean,
	isListing: boolean,
): Promise<[ImapFolder[], boolean]> {
	const { session, seen } = listing;
	if (isListing && seen !== null && performance.now() - seen.at < FOLDERS_MS) return [seen.folders, false];
	// The first page waits for nothing but its own messages.
	const withStatus = !isFirst || hasListStatus(client);
	const { folders } = await session.folders(client, { withStatus });
	listing.seen = withStatus ? { folders, at: performance.now() } : null;
	return [folders, true];
}

interface SkippedFolder {
	offset: number;
	reason: string;
}

/** A folder that cannot be opened does not block the others. @throws any other failure */
function faultOf(client: ImapFlow, cause: unknown): Error {
	const fault = translate(cause);
	const isAnswer = fault instanceof Unavailable && isRefusal(client, cause);
	if (!(fault instanceof NotFound) && !(fault instanceof Unsupported) && !isAnswer) throw fault;
	return fault;
}

function progress(folders: readonly ImapFolder[], remainingCount: number): Pick<ChangePage, "done" | "total" | "unit"> {
	if (folders.some(({ status }) => status === undefined)) return {};
	const total = folders.reduce((sum, { status }) => sum + (status?.messages ?? 0), 0);
	return { done: Math.max(0, total - remainingCount), total, unit: "messages" };
}
