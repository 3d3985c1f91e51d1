import type { EmailItem } from "#shared/contracts/emails.ts";
import { keys } from "#web/lib/query-client.ts";

/** The key of all lists in the query cache; a list's query follows. */
export const listsKey = [...keys.mail, "list"] as const;

/** The server's response for one page of a list. */
export interface Page {
	items: readonly EmailItem[];
	total: number;
	totalIsExact: boolean;
	/** Messages that are not indexed for search yet. */
	unsearched: number;
	/** Search terms that cannot be searched for. */
	unsearchable: readonly string[];
	nextCursor: string | null;
}

/** The loaded part of a list, newest first and without gaps. */
export interface MailList {
	items: readonly EmailItem[];
	/** Total messages of the list on the server. */
	total: number;
	/** False: there are at least `total`. */
	totalIsExact: boolean;
	/** Messages that are not indexed yet, because their text is still being fetched; up to 10,000. */
	unsearched: number;
	/** Search terms that cannot be searched for, so nothing matches them. */
	unsearchable: readonly string[];
	/** Cursor of the next page; null when everything is loaded. */
	nextCursor: string | null;
	/** Anything may have changed: the next first page replaces the whole list. */
	outdated?: boolean;
}

/** The server's order: newest first, then by id. Negative: `a` comes before `b`. */
export function compare(a: EmailItem, b: EmailItem): number {
	const byTime = Date.parse(b.receivedAt) - Date.parse(a.receivedAt);
	if (byTime !== 0) return byTime;
	return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

/** How many messages are above the one that was newest when the user scrolled down. */
export function countAbove(items: readonly EmailItem[], newest: EmailItem): number {
	// It may have been removed, or its date may be known more precisely by now.
	const at = items.findIndex((item) => item.id === newest.id || compare(item, newest) >= 0);
	return at < 0 ? items.length : at;
}

export function listOf(page: Page): MailList {
	return { ...page, items: [...page.items] };
}

/** Appends the next page. A message that moved between two requests is kept once. */
export function appendPage(list: MailList, page: Page): MailList {
	// A list may have a hundred thousand rows, a page two hundred: build the set from the page.
	const arriving = new Set(page.items.map((item) => item.id));
	const known = new Set(list.items.filter((item) => arriving.has(item.id)).map((item) => item.id));
	return { ...page, items: list.items.concat(page.items.filter((item) => !known.has(item.id))) };
}

/**
 * Merges a fresh first page: its range is replaced, everything older stays. So new mail arrives at the top, and removed
 * messages disappear, while a long list that was scrolled down keeps its pages.
 */
export function mergeHead(list: MailList, page: Page): MailList {
	const last = page.items.at(-1);
	if (!last || page.nextCursor === null || list.outdated) return listOf(page);
	const inPage = new Set(page.items.map((item) => item.id));
	// No overlap: more arrived than fit on a page, and keeping the rest would leave a gap.
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

/** Updates some messages in place. Returns the same list when none of them is in it. */
export function patchItems(list: MailList, ids: ReadonlySet<string>, patch: (item: EmailItem) => EmailItem): MailList {
	if (!list.items.some((item) => ids.has(item.id))) return list;
	return { ...list, items: list.items.map((item) => (ids.has(item.id) ? patch(item) : item)) };
}

/** Removes messages; the total decreases accordingly. */
export function removeItems(list: MailList, ids: ReadonlySet<string>): MailList {
	const items = list.items.filter((item) => !ids.has(item.id));
	const gone = list.items.length - items.length;
	return gone === 0 ? list : { ...list, items, total: Math.max(items.length, list.total - gone) };
}

/** Inserts messages by date. Those below the loaded part come with their own page. */
export function insertItems(list: MailList, items: readonly EmailItem[]): MailList {
	const known = new Set(list.items.map((item) => item.id));
	const end = list.nextCursor === null ? null : list.items.at(-1);
	const fresh = items.filter((item) => !known.has(item.id));
	if (fresh.length === 0) return list;
	const near = fresh.filter((item) => !end || compare(item, end) < 0);
	return { ...list, items: [...list.items, ...near].sort(compare), total: list.total + fresh.length };
}

/** The next row when the one at `index` was removed: the one that moved up, else the one above. */
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
