import type { Database } from "#kernel/database.ts";
import type { Account } from "#shared/contracts/accounts.ts";
import type { Overview } from "../contract.ts";

/** What a new user has done of the getting-started list. */
export async function readSteps(
	database: Database,
	ownerId: string,
	accounts: readonly Account[],
): Promise<Overview["steps"]> {
	const row = await database.one<{ scanned: boolean; cleaned: boolean }>(
		`select exists (select from gmail_scan_progress where owner_id = $1 and scan_type = 'full' and status = 'completed')
				or exists (select from mailbox_health where owner_id = $1) as scanned,
			exists (select from user_activity_logs where owner_id = $1) as cleaned`,
		[ownerId],
	);
	return {
		connected: accounts.length > 0,
		synced: accounts.some(({ lastSyncAt }) => lastSyncAt !== null),
		scanned: row?.scanned ?? false,
		cleaned: row?.cleaned ?? false,
	};
}
