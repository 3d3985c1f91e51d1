import type { Database } from "../../db/database.ts";
import { AppError } from "../../errors.ts";

/** What a user has used. */
export interface UsageStats {
	emailsValidated: number;
	aiPersonalizations: number;
}

/**
 * Adds to a user's usage, in total and in the month.
 * @param usage negative numbers return what was counted in this month and not used
 * @param options.month its first day, as `monthOf` returns it
 * @throws AppError 401 `unauthenticated` without a user
 */
export async function updateUsageStats(
	database: Database,
	ownerId: string | null,
	{ emailsValidated = 0, aiPersonalizations = 0 }: Partial<UsageStats>,
	{ month }: { month: string },
): Promise<void> {
	if (ownerId === null || ownerId === "") throw new AppError(401, "unauthenticated", "User not authenticated");
	const values = [ownerId, emailsValidated, aiPersonalizations, month];
	await database.exec("select update_usage_stats($1, $2, $3, $4::date)", values);
}

/** A user's usage since the account was created. */
export async function readUsageStats(database: Database, ownerId: string): Promise<UsageStats> {
	const row = await database.one<{ emails_validated: string; ai_personalizations: string }>(
		"select emails_validated, ai_personalizations from usage_stats where owner_id = $1",
		[ownerId],
	);
	return {
		emailsValidated: Number(row?.emails_validated ?? 0),
		aiPersonalizations: Number(row?.ai_personalizations ?? 0),
	};
}

/** The first day of the month (UTC): `2026-01-01`. @param now epoch milliseconds */
export function monthOf(now: number): string {
	return `${new Date(now).toISOString().slice(0, 7)}-01`;
}

/** When the next month (UTC) begins. @param now epoch milliseconds */
export function nextMonth(now: number): Date {
	const date = new Date(now);
	return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
}
