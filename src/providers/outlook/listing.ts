import { CursorExpired, NotFound, Unavailable } from "#server/mail/provider/errors.ts";
import type { ChangePage } from "#server/mail/provider/provider.ts";
import type { Call } from "./call.ts";
import { type ChangeSet, createChangeSet } from "./change-set.ts";
import { type Cursor, type FolderMark, readCursor, writeCursor } from "./cursor.ts";
import { GraphRejection } from "./errors.ts";
import { afterPage, begin } from "./folder-marks.ts";
import { folderPath, type OutlookFolder } from "./folders.ts";
import { fields } from "./messages.ts";
import { changes } from "./resources.ts";
import type { OutlookSession } from "./session.ts";

/** Messages of the first page, small so that it is on screen immediately. */
const FIRST_PAGE = 50;
/** Messages per page; with their headers some megabytes. */
const PAGE = 200;
/** Folders queried for changes at once. */
const GROUP = 20;
/** Known messages looked up at once. */
const SEARCH = 100;
/** Delta tokens that may expire within one page. */
const MAX_EXPIRIES = 10;

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

interface ListingState {
	session: OutlookSession;
	/** Deltas are requested with extended properties. */
	isExtended: boolean;
}

async function listChanges(
	state: ListingState,
	text: string | null,
	{ limit, signal }: { limit: number; signal: AbortSignal },
): Promise<ChangePage> {
	const { session } = state;
	signal.throwIfAborted();
	const within = session.signal(signal);
	const cursor: Cursor = text === null ? { folders: new Map(), at: null, first: null } : readCursor(text);
	const folders = await session.folders(within);
	if (text === null) cursor.first = { done: 0, total: folders.reduce((sum, { messages }) => sum + messages, 0) };
	const room = Math.min(limit, text === null ? FIRST_PAGE : PAGE);
	const changeSet = createChangeSet(session, room, () => state.isExtended);
	await listFolders(state, cursor, folders, changeSet, within);
	const { messages, removed } = await changeSet.resolve(cursor.folders, within);
	const { at, first } = cursor;
	const progress = first === null ? {} : { ...first, unit: "messages" as const };
	if (at === null) cursor.first = null;
	return { messages, removed, cursor: writeCursor(cursor), more: at !== null, ...progress };
}

/** Continues the round until something is found, or the round is complete. */
async function listFolders(
	state: ListingState,
	cursor: Cursor,
	folders: OutlookFolder[],
	changeSet: ChangeSet,
	signal: AbortSignal,
): Promise<void> {
	const shown = new Map(folders.map((folder) => [folder.id, folder]));
	const order = [...shown.keys(), ...[...cursor.folders.keys()].filter((id) => !shown.has(id))];
	let index = cursor.at === null ? 0 : Math.max(0, order.indexOf(cursor.at));
	let expiries = 0;
	while (index < order.length && changeSet.size() === 0) {
		const id = order[index] ?? "";
		const mark = cursor.folders.get(id);
		if (!shown.has(id) || mark?.search?.ahead === false) {
			if (await search(state, cursor, { id, isShown: shown.has(id) }, changeSet)) index++;
			continue;
		}
		const group = groupFrom(order.slice(index), cursor, shown, changeSet.room);
		const before = index;
		index += await listGroup(state, cursor, group, changeSet, signal);
		if (index === before && changeSet.size() === 0 && ++expiries > MAX_EXPIRIES)
			throw new Unavailable("Outlook forgets again and again what it has listed.");
	}
	cursor.at = order[index] ?? null;
}

/** As many folders as are expected to fit into a page, at least one. */
function groupFrom(ids: string[], cursor: Cursor, shown: ReadonlyMap<string, OutlookFolder>, room: number): string[] {
	const group: string[] = [];
	let expected = 0;
	for (const id of ids.slice(0, GROUP)) {
		const mark = cursor.folders.get(id);
		if (!shown.has(id) || mark?.search?.ahead === false) break;
		if (mark?.isListed !== true) expected += mark?.query ? room : (shown.get(id)?.messages ?? 0);
		if (group.length > 0 && expected > room) break;
		group.push(id);
	}
	return group;
}

/** @returns how many of the folders, from the first on, were read completely */
async function listGroup(
	state: ListingState,
	cursor: Cursor,
	ids: string[],
	changeSet: ChangeSet,
	signal: AbortSignal,
): Promise<number> {
	const { session } = state;
	const marks = ids.map((id) => cursor.folders.get(id) ?? begin(session, 0));
	const calls = ids.map((id, index) => deltaCall(state, id, marks[index]?.query ?? null, changeSet.room));
	const outcomes = new Map<number, { reply: unknown } | { error: Error }>();
	for await (const { index, outcome } of session.client.each(calls, signal)) outcomes.set(index, outcome);
	for (const [index, id] of ids.entries()) {
		const outcome = outcomes.get(index);
		const mark = marks[index];
		if (outcome === undefined || mark === undefined) return index;
		if ("error" in outcome) {
			// Deleted since the folders were read: the next round handles it.
			if (outcome.error instanceof NotFound) continue;
			cursor.folders.set(id, afterFailure(state, mark, outcome.error));
			return index;
		}
		const { value, "@odata.nextLink": next, "@odata.deltaLink": last } = changes.parse(outcome.reply);
		if (!changeSet.add(value, id)) return index;
		if (cursor.first !== null && !mark.isListed) count(cursor.first, value.length);
		const link = next ?? last;
		if (link === undefined) throw new Unavailable("Outlook returned no link to its next changes.");
		cursor.folders.set(
			id,
			afterPage(session, mark, { link, isListed: next === undefined, isEmpty: value.length === 0 }),
		);
		if (next !== undefined) return index;
		// Its known messages are looked up before the next folder is read.
		if (cursor.folders.get(id)?.search !== undefined) return index;
	}
	return ids.length;
}

function deltaCall({ isExtended }: ListingState, id: string, query: string | null, pageSize: number): Call {
	const first = `${fields(isExtended)}&$orderby=${encodeURIComponent("receivedDateTime desc")}`;
	return { verb: "GET", path: `${folderPath(id)}/messages/delta?${query ?? first}`, pageSize };
}

function afterFailure(state: ListingState, mark: FolderMark, error: Error): FolderMark {
	const isRefused = error instanceof GraphRejection && (error.status === 400 || error.status === 500);
	if (error instanceof CursorExpired || (isRefused && mark.query !== null))
		return { ...begin(state.session, mark.generation + 1), search: { ahead: true, after: "" } };
	// Some servers do not support extended properties in deltas: sizes then come with the bodies.
	if (!isRefused || !state.isExtended) throw error;
	state.isExtended = false;
	return mark;
}

/** @returns true when all known messages missing from the folder's listing were looked up */
async function search(
	{ session }: ListingState,
	cursor: Cursor,
	{ id, isShown }: { id: string; isShown: boolean },
	changeSet: ChangeSet,
): Promise<boolean> {
	const mark = cursor.folders.get(id);
	if (mark === undefined) return true;
	const generation = isShown ? mark.generation : null;
	const from = mark.search?.ahead === false ? mark.search.after : "";
	const limit = Math.min(changeSet.room, SEARCH);
	const { ids, after } = await session.known.unseen(id, generation, from, limit);
	changeSet.doubt(ids);
	if (after !== null) {
		cursor.folders.set(id, { ...mark, search: { ahead: false, after } });
		return false;
	}
	const { search: _, ...done } = mark;
	if (isShown) cursor.folders.set(id, done);
	else cursor.folders.delete(id);
	return true;
}

function count(progress: { done: number; total: number }, listed: number): void {
	progress.done += listed;
	// Messages that arrived meanwhile.
	progress.total = Math.max(progress.total, progress.done);
}
