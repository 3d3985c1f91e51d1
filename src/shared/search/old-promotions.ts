import { momentOf, type Query } from "./query.ts";
import { UNSTARRED } from "./scopes.ts";

/** What an old promotion is, for every tool that counts, lists or moves them: starred mail never is one. */

/** Promotions that are older than this are old. */
const PROMOTION_MONTHS = 6;

/** A promotion dated before this is old. @param now epoch milliseconds */
export function oldPromotionsBefore(now: number): Date {
	return new Date(momentOf(PROMOTION_MONTHS, "m", now));
}

/** Parts of a search for old promotions; the same as SQL is `isOldPromotion`. */
export const OLD_PROMOTIONS: readonly Query[] = [
	UNSTARRED,
	{ kind: "category", category: "promotions" },
	{ kind: "age", than: "older", count: PROMOTION_MONTHS, unit: "m" },
];
