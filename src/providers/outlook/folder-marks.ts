import type { FolderMark } from "./cursor.ts";
import type { OutlookSession } from "./session.ts";

const DAY_MS = 86_400_000;

/** A folder of which nothing is listed. */
export function begin(session: OutlookSession, generation: number): FolderMark {
	return { query: null, isListed: false, day: today(session), generation };
}

/** The mark of a folder after a page that ended with this link. */
export function afterPage(
	session: OutlookSession,
	mark: FolderMark,
	{ link, isListed, isEmpty }: { link: string; isListed: boolean; isEmpty: boolean },
): FolderMark {
	const day = today(session);
	// A delta query without changes is reused for a while.
	if (mark.isListed && isEmpty && mark.day === day) return mark;
	const query = new URL(link).search.slice(1);
	const search = isListed && mark.search !== undefined ? { search: { ahead: false, after: "" } } : {};
	return { ...mark, ...search, query, isListed, day };
}

function today({ environment }: OutlookSession): number {
	return Math.floor(environment.now() / DAY_MS);
}
