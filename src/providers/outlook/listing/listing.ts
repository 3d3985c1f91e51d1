import type { ChangePage } from "#server/mail/provider/provider.ts";
import type { OutlookSession } from "../session.ts";
import { createChangeSet } from "./change-set.ts";
import { type Cursor, readCursor, writeCursor } from "./cursor.ts";
import { type ListingState, listGroup, type PageInProgress } from "./folder-deltas.ts";
import { isInRound } from "./folder-marks.ts";

export interface OutlookListing {
	listChanges(cursor: string | null, options: { limit: number; signal: AbortSignal }): Promise<ChangePage>;
}

/**
 * Pages of changes (https://learn.microsoft.com/graph/delta-query-messages), folder by folder, inbox first: each from its
 * newest message down, then its changes. A page ends with the group of folders that returned something.
 */
export function createListing(session: OutlookSession): OutlookListing {
	const state: ListingState = { session, isExtended: true };
	return { listChanges: (cursor, options) => listChanges(state, cursor, options) };
}

async function listChanges(
	state: ListingState,
	text: string | null,
	{ limit, signal }: { limit: number; signal: AbortSignal },
): Promise<ChangePage> {
	const { session } = state;
	const { environment, known, limits } = session;
	signal.throwIfAborted();
	const within = session.signal(signal);
	const cursor = text === null ? beginning(environment.now()) : readCursor(text);
	const folders = await session.folders(within);
	if (text === null) cursor.first = { done: 0, total: folders.reduce((sum, { messages }) => sum + messages, 0) };
	const room = Math.min(limit, text === null ? limits.firstPage : limits.page);
	const page: PageInProgress = {
		cursor,
		folders: new Map(folders.map((folder) => [folder.id, folder])),
		changeSet: createChangeSet(session, room, () => state.isExtended),
		resumed: new Set([...cursor.folders].flatMap(([id, mark]) => (isInRound(mark) ? [id] : []))),
		emptyPages: new Map(),
		signal: within,
	};
	const repeated = await known.removedAfter(cursor.removedAt);
	page.changeSet.doubt(repeated.ids);
	const isListing = cursor.at !== null || cursor.missing === null;
	if (isListing) await listFolders(state, page);
	if (cursor.at === null && cursor.missing !== null && page.changeSet.size() === 0) await findMissing(session, page);
	const { messages, removed } = await page.changeSet.resolve(cursor.folders, within);
	const now = environment.now();
	cursor.removedAt = await known.forget(removed, { now, after: cursor.removedAt, replaces: repeated.records });
	// What changed during a look-up that took several pages is listed by another round.
	const more = !isListing || cursor.at !== null || cursor.missing !== null;
	const progress = cursor.first === null ? {} : { ...cursor.first, unit: "messages" as const };
	if (!more) cursor.first = null;
	return { messages, removed, cursor: writeCursor(cursor), more, ...progress };
}

/** The kernel compares a mailbox listed from the beginning with what it has: earlier removals do not matter. */
function beginning(now: number): Cursor {
	return { folders: new Map(), at: null, missing: null, removedAt: now, first: null };
}

/**
 * Continues the round until something is found, or nothing new is in any folder. What it has listed before this page may
 * have changed since, above all when it was interrupted: it comes round to that again.
 */
async function listFolders(state: ListingState, page: PageInProgress): Promise<void> {
	const { cursor, folders, changeSet } = page;
	for (const id of cursor.folders.keys())
		if (!folders.has(id)) {
			cursor.folders.delete(id);
			cursor.missing ??= "";
		}
	const order = [...folders.keys()];
	const start = cursor.at === null ? 0 : Math.max(0, order.indexOf(cursor.at));
	const circle = [...order.slice(start), ...order.slice(0, start)];
	let index = 0;
	// Ends: a folder's listing is complete after a limited number of empty pages and restarts, or fails.
	while (index < circle.length && changeSet.size() === 0) index += await listGroup(state, page, circle.slice(index));
	cursor.at = circle[index] ?? null;
}

/** The last step of a round: continues looking up known messages that no listing returned. */
async function findMissing(session: OutlookSession, { cursor, changeSet, signal }: PageInProgress): Promise<void> {
	const { known, limits } = session;
	// One that was deleted during the round is still among those remembered.
	const folders = await (cursor.missing === "" ? session.readFolders(signal) : session.folders(signal));
	const generations = new Map(folders.map(({ id }) => [id, cursor.folders.get(id)?.generation ?? 0]));
	const limit = Math.min(changeSet.room, limits.lookups);
	const { ids, after } = await known.missing(generations, { after: cursor.missing ?? "", limit, signal });
	changeSet.doubt(ids);
	cursor.missing = after;
}
