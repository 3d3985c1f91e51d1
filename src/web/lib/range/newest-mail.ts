import { dayOf, defaultRange, spanOf } from "#shared/ranges.ts";
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
