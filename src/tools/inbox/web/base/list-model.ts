import type { EmailItem } from "#shared/contracts/emails.ts";
import { keys } from "#web/lib/api/query-client.ts";
import type { ListItem } from "./mail.ts";
import { changedRow, countOf } from "./rows.ts";

/** The key of all lists in the query cache; a list's query follows. */
export const listsKey = [...keys.mail, "list"] as const;

/** The server's response for one page of a list. */
export interface Page {
	items: readonly ListItem[];
	total: number;
	totalIsExact: boolean;
	/** Messages that are not indexed for search yet. */
	unsearched: number;
	/** Search terms that cannot be searched for. */
	unsearchable: readonly string[];
	/** A search that found nothing, corrected. */
	didYouMean: string | null;
	nextCursor: string | null;
	/** Sorted by relevance instead of date. */
	isRanked?: boolean;
}

/** The loaded part of a list, newest first unless it is ranked, and without gaps. */
export interface MailList {
	items: readonly ListItem[];
	/** Total messages of the list on the server. */
	total: number;
	/** False: there are at least `total`. */
	totalIsExact: boolean;
	/** Messages that are not indexed yet, because their text is still being fetched; up to 10,000. */
	unsearched: number;
	/** Search terms that cannot be searched for, so nothing matches them. */
	unsearchable: readonly string[];
	/** A search that found nothing, corrected. */
	didYouMean: string | null;
	/** Sorted by relevance instead of date. */
	isRanked?: boolean;
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

/** What may be in a list once: a conversation, or a message. */
function rowKey({ id, threadId, conversation }: ListItem): string {
	return conversation === undefined ? id : threadId;
}

const NUMBERED_DIGITS = 7;

/** The last seven hexadecimal digits of an id, 28 bits, which are random (RFC 9562 §5.7). */
function numberOf(id: string): number {
	let number = 0;
	for (let at = id.length - NUMBERED_DIGITS; at < id.length; at++) {
		const code = id.charCodeAt(at);
		// "0" to "9" end in their value, "a" to "f" in 1 to 6.
		number = (number << 4) | ((code & 0xf) + (code > 0x40 ? 9 : 0));
	}
	return number;
}

/** Appends the next page. A message or conversation that moved between two requests is kept once. */
export function appendPage(list: MailList, page: Page): MailList {
	// Compared by number first, as a list may have a hundred thousand rows, a page two hundred. V8 keeps what is in a set of
	// strings in its table of unique strings; with all ids there its garbage collector stopped the list for 20 ms longer.
	const arriving = new Set(page.items.map((row) => numberOf(rowKey(row))));
	const maybe = list.items.map(rowKey).filter((key) => arriving.has(numberOf(key)));
	return { ...page, items: list.items.concat(page.items.filter((row) => !maybe.includes(rowKey(row)))) };
}

/**
 * Merges a fresh first page: its range is replaced, everything older stays. So new mail arrives at the top, and removed
 * messages disappear, while a long list that was scrolled down keeps its pages.
 */
export function mergeHead(list: MailList, page: Page): MailList {
	const last = page.items.at(-1);
	if (!last || page.nextCursor === null || list.outdated || page.isRanked) return listOf(page);
	const inPage = new Set(page.items.map(rowKey));
	// No overlap: more arrived than fit on a page, and keeping the rest would leave a gap.
	if (!list.items.some((item) => inPage.has(rowKey(item)))) return listOf(page);
	const from = list.items.findIndex((item) => compare(item, last) > 0);
	const older = from < 0 ? [] : list.items.slice(from).filter((item) => !inPage.has(rowKey(item)));
	if (older.length === 0) return listOf(page);
	return {
		items: [...page.items, ...older],
		total: page.total,
		totalIsExact: page.totalIsExact,
		unsearched: page.unsearched,
		unsearchable: page.unsearchable,
		didYouMean: page.didYouMean,
		nextCursor: list.nextCursor,
	};
}

/**
 * Changes some messages in place, or removes them with null. Returns the same list when none of them is in it; the total
 * decreases with each message removed.
 */
export function changeItems(
	list: MailList,
	ids: ReadonlySet<string>,
	change: (item: EmailItem) => EmailItem | null,
): MailList {
	const has = (id: string) => ids.has(id);
	let gone = 0;
	let isSame = true;
	const items = list.items.flatMap((row) => {
		const now = changedRow(row, has, change);
		if (now === row) return [row];
		isSame = false;
		gone += countOf(row) - (now === null ? 0 : countOf(now));
		return now === null ? [] : [now];
	});
	return isSame ? list : { ...list, items, total: Math.max(items.length, list.total - gone) };
}

/** Updates some messages in place. Returns the same list when none of them is in it. */
export function patchItems(list: MailList, ids: ReadonlySet<string>, patch: (item: EmailItem) => EmailItem): MailList {
	return changeItems(list, ids, patch);
}

/** Removes messages; the total decreases accordingly. */
export function removeItems(list: MailList, ids: ReadonlySet<string>): MailList {
	return changeItems(list, ids, () => null);
}

/** Puts rows back that a change had altered or removed, as they were. */
export function restoreRows(list: MailList, rows: readonly ListItem[]): MailList {
	const before = new Map(rows.map((row) => [rowKey(row), row]));
	const messages = (items: readonly ListItem[]) => items.reduce((sum, row) => sum + countOf(row), 0);
	const present = list.items.filter((row) => before.has(rowKey(row)));
	const known = new Set(present.map(rowKey));
	const kept = { ...list, items: list.items.map((row) => before.get(rowKey(row)) ?? row) };
	const back = rows.filter((row) => !known.has(rowKey(row)));
	const total = list.total + messages(rows.filter((row) => known.has(rowKey(row)))) - messages(present);
	return insertItems({ ...kept, total }, back);
}

/** Inserts messages by date. Those below the loaded part come with their own page. */
export function insertItems(list: MailList, items: readonly ListItem[]): MailList {
	// Only the server knows where they belong.
	if (list.isRanked) return { ...list, outdated: true };
	const known = new Set(list.items.map((item) => item.id));
	const end = list.nextCursor === null ? null : list.items.at(-1);
	const fresh = items.filter((item) => !known.has(item.id));
	if (fresh.length === 0) return list;
	const near = fresh.filter((item) => !end || compare(item, end) < 0);
	return {
		...list,
		items: [...list.items, ...near].sort(compare),
		total: list.total + fresh.reduce((sum, item) => sum + countOf(item), 0),
	};
}

/**
 * The next row when the one at `index` was removed: the one that moved up, else the one above.
 * @param isUpwards the one above, else the one that moved up
 */
export function neighbour(
	items: readonly ListItem[],
	gone: ReadonlySet<string>,
	index: number,
	isUpwards = false,
): string | null {
	const isLeft = ({ id }: ListItem) => !gone.has(id);
	const below = items.slice(index).find(isLeft);
	const above = items.slice(0, index).findLast(isLeft);
	return (isUpwards ? (above ?? below) : (below ?? above))?.id ?? null;
}
