import type { Database } from "../../db/database.ts";
import { accountsOf } from "../store/accounts.ts";
import { textIndexOf } from "../store/text-index-of.ts";

/** Number of messages whose body is not fetched or not indexed yet, so that their words cannot be found; at most `most`. */
export async function countPendingIndex(
	database: Database,
	ownerId: string,
	accountId: string | null,
	most = 10_000,
): Promise<number> {
	const accountIds = await accountsOf(database, ownerId, accountId);
	const row = await database.one<{ n: number }>(
		`select count(*)::int as n from (select from emails
			where owner_id = $1 and account_id = any($2::uuid[]) and raw_sha256 is null limit $3) waiting`,
		[ownerId, accountIds, most],
	);
	const waiting = row?.n ?? 0;
	return waiting + (await textIndexOf(database).countMissing(ownerId, accountIds, most - waiting));
}
