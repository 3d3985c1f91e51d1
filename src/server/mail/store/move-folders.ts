import type { Database } from "../../db/database.ts";
import { toSqlJson } from "../../db/json.ts";
import type { AccountKey } from "../context/account-scope.ts";
import type { RemoteFolder } from "../provider/provider.ts";
import { lockAccount } from "./change.ts";

/**
 * Renames folders to their new ids and names at the provider, with all that is stored under the old ids: messages,
 * counts, and the journal of past changes, so that undo finds the folder.
 * @param moves by old id
 */
export async function moveFolders(
	database: Database,
	{ ownerId, accountId }: AccountKey,
	moves: ReadonlyMap<string, RemoteFolder>,
): Promise<void> {
	await lockAccount(database, accountId);
	const pairs = [...moves].map(([before, { id, name, role }]) => ({ before, after: id, name, role }));
	const values = [ownerId, accountId, toSqlJson(pairs)];
	const moved = "json_to_recordset($3) as m (before text, after text, name text, role text)";
	// A sync may have stored the new folder already, without messages.
	await database.exec(
		`with old as (
			delete from email_folders f using ${moved}
			where f.owner_id = $1 and f.account_id = $2 and f.id = m.before and m.before <> m.after
			returning m.after, m.name, m.role, f.total_count, f.unread_count, f.size_bytes)
		insert into email_folders as f (owner_id, account_id, id, folder_name, role, total_count, unread_count, size_bytes)
		select $1, $2, after, name, role, total_count, unread_count, size_bytes from old
		on conflict (owner_id, account_id, id) do update set folder_name = excluded.folder_name, role = excluded.role,
			total_count = f.total_count + excluded.total_count, unread_count = f.unread_count + excluded.unread_count,
			size_bytes = f.size_bytes + excluded.size_bytes`,
		values,
	);
	await database.exec(
		`update emails e set folder_id = m.after from ${moved}
		where e.owner_id = $1 and e.account_id = $2 and e.folder_id = m.before`,
		values,
	);
	await database.exec(
		`update operation_items i set folder_id = coalesce((select m.after from ${moved} where m.before = i.folder_id), i.folder_id),
			to_folder_id = coalesce((select m.after from ${moved} where m.before = i.to_folder_id), i.to_folder_id)
		where i.owner_id = $1 and i.account_id = $2 and exists
			(select from ${moved} where m.before = i.folder_id or m.before = i.to_folder_id)`,
		values,
	);
}
