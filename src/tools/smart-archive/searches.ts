import { OLD_PROMOTIONS } from "#shared/search/old-promotions.ts";
import { bySender, IN_USE, RECEIVED, searchFor, UNSTARRED } from "#shared/search/scopes.ts";
import type { Selection } from "./contract.ts";
import { LARGE_ABOVE_BYTES, OLD_YEARS } from "./thresholds.ts";

/** Searches that list the mail behind the figures of this tool; the same conditions as SQL are in `server/analysis`. */

/** The emails that a card counts; null: no search can say it. */
export function searchOfCard(type: Extract<Selection, { type: string }>["type"] | "near_duplicates"): string | null {
	switch (type) {
		case "old_promotions":
			return searchFor(...RECEIVED, ...OLD_PROMOTIONS);
		case "old_emails":
			return searchFor(...RECEIVED, UNSTARRED, { kind: "age", than: "older", count: OLD_YEARS, unit: "y" });
		case "large_attachments":
			return searchFor(
				...IN_USE,
				UNSTARRED,
				{ kind: "attachment" },
				{ kind: "size", than: "larger", bytes: LARGE_ABOVE_BYTES },
			);
		case "spam_trash":
			return searchFor({
				kind: "or",
				parts: [
					{ kind: "in", folder: "spam" },
					{ kind: "in", folder: "trash" },
				],
			});
		default:
			return null;
	}
}

/** The received emails of one of the biggest senders. */
export function searchOfSender(email: string): string | null {
	return searchFor(...RECEIVED, bySender(email));
}

/** The emails of a part of the storage; null: no search can say it. @param key of a `SpaceCell` */
export function searchOfSpace(by: "sender" | "year" | "kind", key: string | null): string | null {
	if (key === null || by === "kind") return null;
	if (by === "sender") return searchFor(...IN_USE, bySender(key));
	const startOf = (year: number): number => Date.parse(`${String(year).padStart(4, "0")}-01-01T00:00:00Z`);
	const year = Number(key);
	return searchFor(
		...IN_USE,
		{ kind: "date", than: "after", at: startOf(year) },
		{ kind: "date", than: "before", at: startOf(year + 1) },
	);
}
