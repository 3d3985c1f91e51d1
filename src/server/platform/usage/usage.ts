import type { Database, Queryable } from "../../db/database.ts";
import { AppError } from "../../errors.ts";

/** What a user has used, since the account was created. */
export interface UsageStats {
	emailsValidated: number;
	aiPersonalizations: number;
}

/**
 * Adds to a user's usage.
 * @throws AppError 401 `unauthenticated` without a user
 */
export async function updateUsageStats(
	database: Database,
	ownerId: string | null,
	{ emailsValidated = 0, aiPersonalizations = 0 }: Partial<UsageStats>,
	tx?: Queryable,
): Promise<void> {
	if (ownerId === null || ownerId === "") throw new AppError(401, "unauthenticated", "User not authenticated");
	await database.query("select update_usage_stats($1, $2, $3)", [ownerId, emailsValidated, aiPersonalizations], tx);
}

/** A user's usage so far. */
export async function readUsageStats(database: Database, ownerId: string): Promise<UsageStats> {
	const [row] = await database.query<{ emails_validated: string; ai_personalizations: string }>(
		"select emails_validated, ai_personalizations from usage_stats where owner_id = $1",
		[ownerId],
	);
	return {
		emailsValidated: Number(row?.emails_validated ?? 0),
		aiPersonalizations: Number(row?.ai_personalizations ?? 0),
	};
}
