import type { Database } from "../../db/database.ts";
import type { RowOf } from "../../db/table.ts";
import type { Classifier } from "../classify/classifier.ts";
import { classifierInputOf, classifyColumns } from "../classify/features/facts.ts";
import { listKeyOfRow } from "../classify/features/list-key.ts";
import type { AccountKey } from "../context/account-scope.ts";
import { categoryColumns, emails } from "../emails/emails.ts";
import { providerCategoryOf, reclassify } from "./categories.ts";
import { countedOf, lockAccount, rowColumns } from "./change.ts";
import { RollupDeltas } from "./rollups/rollups.ts";

/** Messages stored before `list_key` existed, whose list is still to be determined. */

const COLUMNS = rowColumns.and(categoryColumns).and(classifyColumns);

const ASSIGNED = categoryColumns.and(emails.only("listKey"));

const KEYED = ASSIGNED.and(emails.only("id"));

/** Accounts that have some. */
export async function accountsWithoutListKeys(database: Database): Promise<AccountKey[]> {
	return database.query(
		`select a.owner_id as "ownerId", a.id as "accountId" from connected_accounts a where a.status <> 'deleting' and exists (
			select from emails e where e.owner_id = a.owner_id and e.account_id = a.id and e.list_key is null)`,
		[],
	);
}

/** How many are left. */
export async function countWithoutListKeys(database: Database, ownerId: string, accountId: string): Promise<number> {
	const row = await database.one<{ n: number }>(
		"select count(*)::int as n from emails where owner_id = $1 and account_id = $2 and list_key is null",
		[ownerId, accountId],
	);
	return row?.n ?? 0;
}

/**
 * Processes the next of them in one transaction: determines the list, and the category where there is none. A message
 * stored with its header only counts as in no list until its body arrives.
 * @param after id where the last call ended; null for the beginning
 * @returns the id to continue from; null when there are no more
 */
export function assignListKeys(
	database: Database,
	ownerId: string,
	accountId: string,
	options: { after: string | null; limit: number; classifier: Classifier },
): Promise<{ after: string | null; scanned: number }> {
	const { after, limit, classifier } = options;
	return database.transaction(async () => {
		await lockAccount(database, accountId);
		await classifier.renew?.();
		const rows = await database.query<RowOf<typeof COLUMNS>>(
			`select ${COLUMNS.select()} from emails
			where owner_id = $1 and account_id = $2 and list_key is null and id > $3 order by id limit $4 for update`,
			[ownerId, accountId, after ?? "00000000-0000-0000-0000-000000000000", limit],
		);
		const last = rows.at(-1);
		if (last === undefined) return { after: null, scanned: 0 };
		const deltas = new RollupDeltas();
		const listed = rows.map((row) => {
			const listKey = listKeyOfRow(row);
			const classified = reclassify(row, classifierInputOf(row, listKey), providerCategoryOf(row), classifier);
			deltas.regroup(countedOf(row, row), { category: classified.category, listKey });
			return { id: row.id, listKey, ...classified };
		});
		await database.exec(
			`update emails e set ${ASSIGNED.copy("n")} from json_to_recordset($3) as n (${KEYED.definitions})
			where e.owner_id = $1 and e.account_id = $2 and e.id = n.id`,
			[ownerId, accountId, KEYED.toJson(listed)],
		);
		await deltas.write(database, ownerId, accountId);
		return { after: last.id, scanned: rows.length };
	});
}
