import { CursorExpired, NotFound, Unavailable } from "#server/mail/provider/errors.ts";
import type { Call } from "../api/call.ts";
import { GraphRejection } from "../api/errors.ts";
import { changes } from "../api/resources.ts";
import { folderPath, type OutlookFolder } from "../folders.ts";
import { fields } from "../messages/messages.ts";
import type { OutlookSession } from "../session.ts";
import type { ChangeSet } from "./change-set.ts";
import type { Cursor, FolderMark } from "./cursor.ts";
import { afterPage, begin, beginAgain, queryOf } from "./folder-marks.ts";

/** What the pages of a session share. */
export interface ListingState {
	session: OutlookSession;
	/** Deltas are requested with extended properties. */
	isExtended: boolean;
}

/** The page being listed. */
export interface PageInProgress {
	cursor: Cursor;
	/** By id, in listing order. */
	folders: ReadonlyMap<string, OutlookFolder>;
	changeSet: ChangeSet;
	/** Folders of which this page continues a round. */
	resumed: Set<string>;
	/** Empty pages in a row, by folder. */
	emptyPages: Map<string, number>;
	signal: AbortSignal;
}

/**
 * Reads the changes of the next folders, as many as are expected to fit into the page.
 * @returns how many of the folders, from the first on, were read completely
 * @throws NoProgress when a folder's listing does not end
 */
export async function listGroup(
	state: ListingState,
	page: PageInProgress,
	following: readonly string[],
): Promise<number> {
	const { session } = state;
	const { cursor, changeSet } = page;
	const ids = groupFrom(following, page, session.limits.group);
	const marks = ids.map((id) => cursor.folders.get(id) ?? beginNew(session, cursor));
	const calls = ids.map((id, index) => deltaCall(state, id, marks[index]?.query ?? null, changeSet.room));
	const outcomes = new Map<number, { reply: unknown } | { error: Error }>();
	for await (const { index, outcome } of session.client.each(calls, page.signal)) outcomes.set(index, outcome);
	applyFailures(state, page, ids, marks, outcomes);
	for (const [index, id] of ids.entries()) {
		const outcome = outcomes.get(index);
		const mark = marks[index];
		if (outcome === undefined || mark === undefined) return index;
		if ("error" in outcome) {
			if (outcome.error instanceof NotFound) continue;
			return index;
		}
		const { value, "@odata.nextLink": next, "@odata.deltaLink": last } = changes.parse(outcome.reply);
		if (!changeSet.add(value, id)) return index;
		if (cursor.first !== null && !mark.isListed) count(cursor.first, value.length);
		const link = next ?? last;
		if (link === undefined) throw new Unavailable("Outlook returned no link to its next changes.");
		const isListed = next === undefined;
		const problem = isListed ? null : standstill(session, page, id, { mark, link, isEmpty: value.length === 0 });
		if (problem !== null) {
			restart(session, page, id, mark, problem);
			return index;
		}
		cursor.folders.set(id, afterPage(session, mark, { link, isListed, isEmpty: value.length === 0 }));
		// The rest of a folder's round does not have what changed since that began.
		if (!isListed || page.resumed.delete(id)) return index;
	}
	return ids.length;
}

/** As many folders as are expected to fit into a page, at least one. */
function groupFrom(ids: readonly string[], { cursor, folders, changeSet: { room } }: PageInProgress, size: number) {
	const group: string[] = [];
	let expected = 0;
	for (const id of ids.slice(0, size)) {
		const mark = cursor.folders.get(id);
		if (mark?.isListed !== true) expected += mark?.query ? room : (folders.get(id)?.messages ?? 0);
		if (group.length > 0 && expected > room) break;
		group.push(id);
	}
	return group;
}

/** A folder that was never listed. Messages moved into it may be known, and gone again. */
function beginNew(session: OutlookSession, cursor: Cursor): FolderMark {
	if (cursor.first !== null) return begin(session, 0);
	cursor.missing ??= "";
	return begin(session, session.environment.now());
}

function deltaCall({ isExtended }: ListingState, id: string, query: string | null, pageSize: number): Call {
	const first = `${fields(isExtended)}&$orderby=${encodeURIComponent("receivedDateTime desc")}`;
	return { verb: "GET", path: `${folderPath(id)}/messages/delta?${query ?? first}`, pageSize };
}

/** All at once: where Microsoft has expired one folder's delta token, it has expired most. */
function applyFailures(
	state: ListingState,
	page: PageInProgress,
	ids: readonly string[],
	marks: readonly FolderMark[],
	outcomes: ReadonlyMap<number, { reply: unknown } | { error: Error }>,
): void {
	const { isExtended } = state;
	for (const [index, id] of ids.entries()) {
		const outcome = outcomes.get(index);
		const mark = marks[index];
		if (outcome === undefined || mark === undefined || !("error" in outcome)) continue;
		const { error } = outcome;
		const isRefused = error instanceof GraphRejection && (error.status === 400 || error.status === 500);
		if (error instanceof NotFound) {
			// Deleted since the folders were read.
			page.cursor.folders.delete(id);
			page.cursor.missing ??= "";
		} else if (error instanceof CursorExpired || (isRefused && mark.query !== null))
			restart(state.session, page, id, mark, "Outlook expires its list of changes again and again");
		// Some servers do not support extended properties in deltas: sizes then come with the bodies.
		else if (isRefused && isExtended) state.isExtended = false;
		else throw error;
	}
}

/** Lists a folder from its beginning. */
function restart(
	session: OutlookSession,
	{ cursor, folders, emptyPages }: PageInProgress,
	id: string,
	mark: FolderMark,
	state: string,
): void {
	cursor.folders.set(id, beginAgain(session, mark, { folder: folders.get(id) ?? { id, name: id }, state }));
	cursor.missing ??= "";
	emptyPages.delete(id);
}

/** @returns why following the link to a folder's next page would not end; null when nothing is known against it */
function standstill(
	{ limits }: OutlookSession,
	{ emptyPages }: PageInProgress,
	id: string,
	{ mark, link, isEmpty }: { mark: FolderMark; link: string; isEmpty: boolean },
): string | null {
	if (queryOf(link) === mark.query) return "the link to its next page leads back to the same page";
	const empty = isEmpty ? (emptyPages.get(id) ?? 0) + 1 : 0;
	emptyPages.set(id, empty);
	return empty > limits.emptyPages ? `${empty} pages in a row were empty` : null;
}

function count(progress: { done: number; total: number }, listed: number): void {
	progress.done += listed;
	// Messages that arrived meanwhile.
	progress.total = Math.max(progress.total, progress.done);
}
