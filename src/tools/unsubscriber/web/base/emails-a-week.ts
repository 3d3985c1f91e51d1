import { emailsPerDay } from "#shared/figures/rate.ts";
import type { Subscription } from "./api.ts";

/**
 * How many emails these lists sent per week, over the time in which they wrote.
 * @param span of the range, as dates or ISO times; it ends now where `until` is absent
 */
export function emailsAWeek(
	lists: readonly Pick<Subscription, "count" | "firstAt" | "lastAt">[],
	span: { from: string; until?: string },
	now = Date.now(),
): number {
	const written = lists.filter(({ firstAt }) => firstAt !== null);
	if (written.length === 0) return 0;
	const count = written.reduce((sum, list) => sum + list.count, 0);
	const first = Math.min(...written.map(({ firstAt }) => Date.parse(firstAt ?? "")));
	const last = Math.max(...written.map(({ lastAt }) => Date.parse(lastAt ?? "")));
	const until = span.until === undefined ? now : Date.parse(span.until);
	return 7 * emailsPerDay({ count, first, last }, until - Date.parse(span.from));
}

/** The same of one list: "2.1". */
export function perWeek(
	list: Pick<Subscription, "count" | "firstAt" | "lastAt">,
	span: { from: string; until?: string },
): string {
	return emailsAWeek([list], span).toFixed(1);
}
