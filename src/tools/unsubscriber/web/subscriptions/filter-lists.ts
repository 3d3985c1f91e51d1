import type { Method, Subscription } from "../base/api.ts";
import { t } from "../base/text.ts";

export const sorts = [
	{ value: "count", label: t.subscriptions.mostEmails },
	{ value: "bytes", label: t.subscriptions.mostSpace },
	{ value: "last", label: t.subscriptions.newestEmail },
	{ value: "unread", label: t.subscriptions.leastRead },
	{ value: "name", label: t.subscriptions.nameAToZ },
] as const;
export type Sort = (typeof sorts)[number]["value"];

/**
 * Lists of one unsubscribe method, those with no email of the range that was read, or those that were not opened in the
 * past three months.
 */
export type ListPart = "all" | Method | "never_read" | "not_opened";

export interface ListFilter {
	/** Part of a name or address. */
	text: string;
	part: ListPart;
	sort: Sort;
}

const share = (list: Subscription) => (list.count === 0 ? 0 : list.readCount / list.count);

const orders: Record<Sort, (a: Subscription, b: Subscription) => number> = {
	count: (a, b) => b.count - a.count,
	bytes: (a, b) => b.bytes - a.bytes,
	last: (a, b) => (b.lastAt ?? "").localeCompare(a.lastAt ?? ""),
	// Equal read rates: the most frequent first.
	unread: (a, b) => share(a) - share(b) || b.count - a.count,
	name: (a, b) => a.name.localeCompare(b.name),
};

/** Whether a list belongs to a part. */
export function isIn(part: ListPart, { unsubscribe, count, readCount, isUnopened }: Subscription): boolean {
	if (part === "never_read") return count > 0 && readCount === 0;
	if (part === "not_opened") return isUnopened;
	return part === "all" || unsubscribe.method === part;
}

/** Filtered and sorted lists; ties by name. */
export function filterLists(lists: readonly Subscription[], { text, part, sort }: ListFilter): Subscription[] {
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	const order = orders[sort];
	return lists
		.filter((list) => isIn(part, list))
		.filter((list) => {
			const known = [list.name, list.listId ?? "", ...list.senders.map(({ email }) => email)].join(" ").toLowerCase();
			return words.every((word) => known.includes(word));
		})
		.sort((a, b) => order(a, b) || a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
}
