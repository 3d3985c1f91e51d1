import type { Subscription } from "./api.ts";

const WEEK_MS = 7 * 86_400_000;

/**
 * How many emails these lists sent per week on average, over the range, or since the first of them where that is later:
 * the total divided by the weeks.
 * @param span of the range, as dates or ISO times; it ends now where `until` is absent
 */
export function emailsAWeek(
	lists: readonly Pick<Subscription, "count" | "since">[],
	span: { from: string; until?: string },
	now = Date.now(),
): number {
	const count = lists.reduce((sum, list) => sum + list.count, 0);
	const first = Math.min(...lists.flatMap(({ since }) => (since === null ? [] : [Date.parse(since)])), now);
	const until = Math.min(span.until === undefined ? now : Date.parse(span.until), now);
	const weeks = (until - Math.max(Date.parse(span.from), first)) / WEEK_MS;
	return count / Math.max(1, weeks);
}

/** Emails of one list per week, by its rhythm: "2.1". */
export function perWeek({ perMonth }: Pick<Subscription, "perMonth">): string {
	return ((perMonth * 7) / 30).toFixed(1);
}
