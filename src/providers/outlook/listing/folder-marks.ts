import { NoProgress } from "#server/progress.ts";
import type { OutlookSession } from "../session.ts";
import type { FolderMark } from "./cursor.ts";

const DAY_MS = 86_400_000;

/** A folder of which nothing is listed. @param generation differs from those of earlier listings of the folder */
export function begin(session: OutlookSession, generation: number): FolderMark {
	return { query: null, isListed: false, day: today(session), generation, restarts: 0 };
}

/**
 * A folder whose listing begins again: what was recorded of it so far belongs to another generation.
 * @param state why, as the end of a sentence about the folder
 * @throws NoProgress when it began again too often
 */
export function beginAgain(
	session: OutlookSession,
	mark: FolderMark,
	{ folder, state }: { folder: { id: string; name: string }; state: string },
): FolderMark {
	const restarts = mark.restarts + 1;
	if (restarts > session.limits.restarts)
		throw new NoProgress(`Outlook does not finish listing the folder “${folder.name}”: ${state}.`, {
			folder: folder.id,
			state: mark.query ?? "",
		});
	return { ...begin(session, Math.max(mark.generation + 1, session.environment.now())), restarts };
}

/** Whether the folder's query is the rest of a round: of its first listing, or of changes that took several pages. */
export function isInRound({ query, isListed }: FolderMark): boolean {
	return query !== null && !isListed;
}

/** The mark of a folder after a page that ended with this link. */
export function afterPage(
	session: OutlookSession,
	mark: FolderMark,
	{ link, isListed, isEmpty }: { link: string; isListed: boolean; isEmpty: boolean },
): FolderMark {
	const day = today(session);
	// A delta query without changes is reused for a while.
	if (mark.isListed && isListed && isEmpty && mark.day === day) return mark;
	return { ...mark, query: queryOf(link), isListed, day, restarts: isListed ? 0 : mark.restarts };
}

/** The query of one of Graph's links. */
export function queryOf(link: string): string {
	return new URL(link).search.slice(1);
}

function today({ environment }: OutlookSession): number {
	return Math.floor(environment.now() / DAY_MS);
}
