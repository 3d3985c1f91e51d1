import { bySender, inRange, onList, receivedIn, searchFor } from "#shared/search/scopes.ts";
import { type Group, SUSPICIOUS } from "./groups.ts";

const SUSPICIOUS_QUERY = { kind: "suspicious" } as const;

interface ScopeOfSender {
	/** ISO 8601. */
	from: string;
	until?: string | undefined;
	folders: boolean;
	archived: boolean;
	/** Absent: all of them. */
	category?: Group | undefined;
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
		...(category === undefined || category === SUSPICIOUS ? [] : [{ kind: "category", category } as const]),
		category === SUSPICIOUS ? SUSPICIOUS_QUERY : { kind: "not", part: SUSPICIOUS_QUERY },
		...(sender === undefined
			? [onList(key)]
			: [bySender(sender), { kind: "not", part: { kind: "list", by: "any", name: "" } } as const]),
		{ kind: "is", flag: "read", value: false },
	);
}
