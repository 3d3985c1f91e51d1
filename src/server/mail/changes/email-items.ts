import type { EmailItem } from "#shared/contracts/emails.ts";
import type { Database } from "../../db/database.ts";
import { ITEM_COLUMNS, type ItemRow, presentItem } from "../store/read/items.ts";

/** Messages as list items, newest first. */
export async function emailItems(
	database: Database,
	ownerId: string,
	accountIds: readonly string[],
	ids: readonly string[],
): Promise<EmailItem[]> {
	const rows = await database.query<ItemRow>(
		`select ${ITEM_COLUMNS} from emails e
		where e.owner_id = $1 and e.account_id = any($2::uuid[]) and e.id = any($3::uuid[])
		order by e.received_date desc, e.id desc`,
		[ownerId, accountIds, ids],
	);
	return rows.map(presentItem);
}
