import type { Method, Subscription } from "../api.ts";
import { t } from "../text.ts";

export const sorts = [
	{ value: "count", label: t.subscriptions.mostEmails },
	{ value: "bytes", label: t.subscriptions.mostSpace },
	{ value: "last", label: t.subscriptions.newestEmail },
	{ value: "unread", label: t.subscriptions.leastRead },
	{ value: "name", label: t.subscriptions.nameAToZ },
] as const;
export type Sort = (typeof sorts)[number]["value"];

export interface ListFilter {
	/** Part of a name or address. */
	text: string;
	/** Null: all. */
	method: Method | null;
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

/** Filtered and sorted lists; ties by name. */
export function filterLists(lists: readonly Subscription[], { text, method, sort }: ListFilter): Subscription[] {
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	const order = orders[sort];
	return lists
		.filter((list) => method === null || list.unsubscribe.method === method)
		.filter((list) => {
			const known = [list.name, list.listId ?? "", ...list.senders.map(({ email }) => email)].join(" ").toLowerCase();
			return words.every((word) => known.includes(word));
		})
		.sort((a, b) => order(a, b) || a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
}
