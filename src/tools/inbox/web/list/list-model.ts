import type { EmailItem } from "#shared/contracts/emails.ts";

/** What the server answers for one page of a list. */
export interface Page {
	items: readonly EmailItem[];
	total: number;
	totalIsExact: boolean;
	/** Messages that the search could not look into yet. */
	unsearched: number;
	/** Terms of the search that cannot be searched for. */
	unsearchable: readonly string[];
	nextCursor: string | null;
}

/** The part of a list that has been loaded, newest first and without gaps. */
export interface MailList {
	items: readonly EmailItem[];
	/** All messages of the list on the server. */
	total: number;
	/** False: there are at least `total`. */
	totalIsExact: boolean;
	/** Messages that the search could not look into yet, because their text is still being fetched; up to 10,000. */
	unsearched: number;
	/** Terms of the search that cannot be searched for, so that nothing matches them. */
	unsearchable: readonly string[];
	/** Where the next page begins; null when everything is loaded. */
	nextCursor: string | null;
	/** Anything in it may have changed: the next fresh page replaces it whole. */
	outdated?: boolean;
}

/** The server's order: newest first, and by id where two came in the same moment. Negative: `a` stands above `b`. */
export function compare(a: EmailItem, b: EmailItem): number {
	const byTime = Date.parse(b.receivedAt) - Date.parse(a.receivedAt);
	if (byTime !== 0) return byTime;
	return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

/** How many messages stand above the one that was the newest when the list was scrolled away from it. */
export function countAbove(items: readonly EmailItem[], newest: EmailItem): number {
	// It may have gone meanwhile, or be known more exactly by now.
	const at = items.findIndex((item) => item.id === newest.id || compare(item, newest) >= 0);
	return at < 0 ? items.length : at;
}

export function listOf(page: Page): MailList {
	return { ...page, items: [...page.items] };
}

/** The next page under what is there. A message that moved between two requests comes once. */
export function appendPage(list: MailList, page: Page): MailList {
	// A list may hold a hundred thousand rows, a page two hundred: the small set is the one to make.
	const arriving = new Set(page.items.map((item) => item.id));
	const known = new Set(list.items.filter((item) => arriving.has(item.id)).map((item) => item.id));
	return { ...page, items: list.items.concat(page.items.filter((item) => !known.has(item.id))) };
}

/**
 * A fresh first page over what is there: its range is replaced, everything older stays. So new mail arrives at the
 * top, and what has gone from the top goes, while a long list that was scrolled down keeps its pages.
 */
export function mergeHead(list: MailList, page: Page): MailList {
	const last = page.items.at(-1);
	if (!last || page.nextCursor === null || list.outdated) return listOf(page);
	const inPage = new Set(page.items.map((item) => item.id));
	// Nothing in common: more came than a page holds, and keeping the rest would leave a hole between them.
	if (!list.items.some((item) => inPage.has(item.id))) return listOf(page);
	const from = list.items.findIndex((item) => compare(item, last) > 0);
	const older = from < 0 ? [] : list.items.slice(from).filter((item) => !inPage.has(item.id));
	if (older.length === 0) return listOf(page);
	return {
		items: [...page.items, ...older],
		total: page.total,
		totalIsExact: page.totalIsExact,
		unsearched: page.unsearched,
		unsearchable: page.unsearchable,
		nextCursor: list.nextCursor,
	};
}

/** Changes some messages where they stand. Returns the same list when none of them is in it. */
export function patchItems(list: MailList, ids: ReadonlySet<string>, patch: (item: EmailItem) => EmailItem): MailList {
	if (!list.items.some((item) => ids.has(item.id))) return list;
	return { ...list, items: list.items.map((item) => (ids.has(item.id) ? patch(item) : item)) };
}

/** Takes messages out; the total goes down with them. */
export function removeItems(list: MailList, ids: ReadonlySet<string>): MailList {
	const items = list.items.filter((item) => !ids.has(item.id));
	const gone = list.items.length - items.length;
	return gone === 0 ? list : { ...list, items, total: Math.max(items.length, list.total - gone) };
}

/** Puts messages where they belong by time. What belongs below the loaded part is left for its own page. */
export function insertItems(list: MailList, items: readonly EmailItem[]): MailList {
	const known = new Set(list.items.map((item) => item.id));
	const end = list.nextCursor === null ? null : list.items.at(-1);
	const fresh = items.filter((item) => !known.has(item.id));
	if (fresh.length === 0) return list;
	const near = fresh.filter((item) => !end || compare(item, end) < 0);
	return { ...list, items: [...list.items, ...near].sort(compare), total: list.total + fresh.length };
}

/** The row to go to when the one at `index` has gone: what moved into its place, else the one above. */
export function neighbour(items: readonly EmailItem[], gone: ReadonlySet<string>, index: number): string | null {
	for (let below = index; below < items.length; below++) {
		const item = items[below];
		if (item && !gone.has(item.id)) return item.id;
	}
	for (let above = index - 1; above >= 0; above--) {
		const item = items[above];
		if (item && !gone.has(item.id)) return item.id;
	}
	return null;
}
