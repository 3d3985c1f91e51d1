import type { Category } from "#shared/mail/categories.ts";
import { bySender, inRange, onList, receivedIn, searchFor } from "#shared/search/scopes.ts";

interface ScopeOfSender {
	/** ISO 8601. */
	from: string;
	until?: string | undefined;
	folders: boolean;
	archived: boolean;
	/** Absent: all of them. */
	category?: Category | undefined;
}

/**
 * The unread emails that the table of senders counts; null: no search can say it.
 * @param key of a sender or list, as the routes have it
 */
export function searchOfUnread(
	{ from, until, folders, archived, category }: ScopeOfSender,
	key: string,
): string | null {
	const sender = /^sender:(.*)$/s.exec(key)?.[1];
	return searchFor(
		...receivedIn({ archive: archived, custom: folders }),
		...inRange({ from, until }),
		...(category === undefined ? [] : [{ kind: "category", category } as const]),
		...(sender === undefined
			? [onList(key)]
			: [bySender(sender), { kind: "not", part: { kind: "list", by: "any", name: "" } } as const]),
		{ kind: "is", flag: "read", value: false },
	);
}
