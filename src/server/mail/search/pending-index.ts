import type { Database } from "../../db/database.ts";
import { accountsOf } from "../store/accounts.ts";

/** More are not counted. */
const MOST = 10_000;

/** Messages whose text is still being fetched, so that no search finds their words; up to 10,000. */
export async function countPendingIndex(
	database: Database,
	ownerId: string,
	accountId: string | null,
): Promise<number> {
	const [row] = await database.query<{ n: number }>(
		`select count(*)::int as n from (select from emails
			where owner_id = $1 and account_id = any($2::uuid[]) and raw_sha256 is null limit ${MOST}) waiting`,
		[ownerId, await accountsOf(database, ownerId, accountId)],
	);
	return row?.n ?? 0;
}
