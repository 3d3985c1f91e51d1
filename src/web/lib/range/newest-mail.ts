import { dayOf, dayText, defaultRange, type RangeChoice, type Span, spanOf } from "#shared/ranges.ts";
import type { Account } from "../mailbox/accounts.ts";

/** Local midnight of the day of the newest email in these mailboxes; null: they have none. */
export function newestMail(accounts: readonly Pick<Account, "newestDay">[]): Date | null {
	const days = accounts.flatMap(({ newestDay }) => newestDay ?? []).sort();
	return dayOf(days.at(-1) ?? "");
}

/**
 * The day that relative ranges end on: today, or the day of the newest email where that is older than the default range, as
 * in an archive.
 */
export function rangeEnd(newest: Date | null, today: Date): Date {
	return newest !== null && newest < spanOf(defaultRange, today).from ? newest : today;
}

/**
 * The time span of a choice. Of an archive it ends with its newest email, so that charts and rates are those of the time in
 * which there was mail; elsewhere it is open.
 * @param end see `rangeEnd`
 */
export function rangeSpan(choice: RangeChoice, end: Date, today: Date): Span {
	const span = spanOf(choice, end);
	if (choice.range === "custom" || dayText(end) === dayText(today)) return span;
	// The newest day is one in UTC, which may end on the next local day.
	return { ...span, until: new Date(end.getFullYear(), end.getMonth(), end.getDate() + 2) };
}
