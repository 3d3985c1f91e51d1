import type { Database } from "../../db/database.ts";
import type { AccountKey } from "../context/account-scope.ts";

/** Columns that `accountVersion` reads. */
export const VERSION_COLUMNS = "updated_at::text as updated_at, settings";

export interface VersionRow {
	updated_at: string;
	settings: Record<string, unknown>;
}

/**
 * Changes whenever the user stores other credentials or settings. Renewing tokens does not change it: the session that
 * renewed them already has them.
 */
export function accountVersion({ updated_at, settings }: VersionRow): string {
	return `${updated_at} ${JSON.stringify(settings)}`;
}

/**
 * Whether the account is still the one that a session was opened with. It cannot change before the transaction ends, so
 * that what the session found is recorded either before other credentials are stored, or not at all.
 */
export async function isCurrentVersion(
	database: Database,
	{ ownerId, accountId }: AccountKey,
	version: string,
): Promise<boolean> {
	const row = await database.one<VersionRow>(
		`select ${VERSION_COLUMNS} from connected_accounts where owner_id = $1 and id = $2 for update`,
		[ownerId, accountId],
	);
	return row !== undefined && accountVersion(row) === version;
}

/** The mail server rejects the account's credentials. Keeps the account's version: its credentials are the same. */
export async function markNeedsSignIn(database: Database, { ownerId, accountId }: AccountKey): Promise<void> {
	await database.exec(
		"update connected_accounts set status = 'needs_sign_in' where owner_id = $1 and id = $2 and status = 'connected'",
		[ownerId, accountId],
	);
}
