import { bySender, inRange, onList, RECEIVED, searchFor } from "#shared/search/scopes.ts";
import type { Subscription } from "./contract.ts";

/** The emails of a list in a range, as its row counts them. @param range ISO 8601 */
export function searchOfList(
	{ listKey }: Pick<Subscription, "listKey">,
	range: { from: string; until?: string },
): string | null {
	return searchFor(...RECEIVED, ...inRange(range), onList(listKey));
}

/** Of them, those that were read. */
export function searchOfRead(
	{ listKey }: Pick<Subscription, "listKey">,
	range: { from: string; until?: string },
): string | null {
	return searchFor(...RECEIVED, ...inRange(range), onList(listKey), { kind: "is", flag: "read", value: true });
}

/** Of them, those from one address; null: no search can say it. */
export function searchOfAddress(
	{ listKey }: Pick<Subscription, "listKey">,
	range: { from: string; until?: string },
	email: string,
): string | null {
	return searchFor(...RECEIVED, ...inRange(range), onList(listKey), bySender(email));
}
