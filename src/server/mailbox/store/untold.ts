import type { Database, Queryable } from "../../db/database.ts";
import type { Row, Standing } from "./change.ts";

/** Which parts of a message were changed here while its provider still has to be told. */
export interface Untold {
	folder: boolean;
	read: boolean;
	starred: boolean;
	important: boolean;
	labels: boolean;
}

/** Looks among these messages for changes that their provider does not know yet. @returns by the message's id */
export async function readUntold(
	database: Database,
	tx: Queryable,
	ownerId: string,
	accountId: string,
	rows: readonly Row[],
): Promise<Map<string, Untold>> {
	const found = await database.query<Untold & { id: string }>(
		`select email_id as id, bool_or(to_folder_id is not null) as folder, bool_or(to_read is not null) as read,
			bool_or(to_starred is not null) as starred, bool_or(to_important is not null) as important,
			bool_or(to_labels is not null) as labels
		from operation_items
		where owner_id = $1 and account_id = $2 and state = 'local' and email_id = any($3::uuid[]) group by email_id`,
		[ownerId, accountId, rows.map((row) => row.id)],
		tx,
	);
	return new Map(found.map(({ id, ...untold }) => [id, untold]));
}

/** What the provider says of a message, save where it speaks of before a change that it has not been told of. */
export function withUntold(standing: Standing, row: Row, untold: Untold | undefined): Standing {
	if (untold === undefined) return standing;
	return {
		...standing,
		...(untold.folder && { folder_id: row.folder_id, folder_role: row.folder_role }),
		...(untold.read && { is_read: row.is_read }),
		...(untold.starred && { is_starred: row.is_starred }),
		...(untold.important && { is_important: row.is_important }),
		...(untold.labels && { labels: row.labels }),
	};
}
