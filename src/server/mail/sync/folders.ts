import type { Database } from "../../db/database.ts";
import { toSqlJson } from "../../db/json.ts";
import type { AccountKey } from "../context/account-transaction.ts";
import type { FolderRole, RemoteFolder } from "../provider/provider.ts";
import { applyLocalChange } from "../store/change.ts";

/** Messages moved to another role in one transaction. */
const CHUNK = 250;

/**
 * Stores the provider's folders and deletes empty ones that it no longer has. Writes nothing when nothing changed,
 * which is almost always.
 * @returns the role of each folder by its id
 */
export async function storeFolders(
	database: Database,
	ownerId: string,
	accountId: string,
	folders: readonly RemoteFolder[],
): Promise<Map<string, FolderRole>> {
	const stored = await database.query<RemoteFolder & { empty: boolean }>(
		"select id, folder_name as name, role, total_count = 0 as empty from email_folders where owner_id = $1 and account_id = $2",
		[ownerId, accountId],
	);
	const known = new Map(stored.map((folder) => [folder.id, folder]));
	const roles = new Map(folders.map((folder) => [folder.id, folder.role]));
	// Before the folders themselves: if interrupted, this starts over.
	for (const { id, role } of folders)
		if (known.get(id)?.role !== role) await correctRole(database, { ownerId, accountId }, { id, role });
	const isNew = folders.some(({ id, name, role }) => known.get(id)?.name !== name || known.get(id)?.role !== role);
	const isGone = stored.some(({ id, empty }) => empty && !roles.has(id));
	if (isNew || isGone) await database.query(STORE, [ownerId, accountId, toSqlJson(folders)]);
	return roles;
}

const STORE = `
with listed as (select * from json_to_recordset($3) as f (id text, name text, role text)),
	gone as (delete from email_folders f where f.owner_id = $1 and f.account_id = $2 and f.total_count = 0
		and not exists (select from listed l where l.id = f.id))
insert into email_folders (owner_id, account_id, id, folder_name, role)
select $1, $2, id, name, role from listed
on conflict (owner_id, account_id, id) do update set folder_name = excluded.folder_name, role = excluded.role`;

/** Updates the role of a folder's messages when the folder's role changed. */
async function correctRole(
	database: Database,
	{ ownerId, accountId }: AccountKey,
	{ id, role }: { id: string; role: FolderRole },
): Promise<void> {
	for (;;) {
		const rows = await database.query<{ id: string }>(
			`select id from emails where owner_id = $1 and account_id = $2 and folder_id = $3 and folder_role <> $4 limit ${CHUNK}`,
			[ownerId, accountId, id, role],
		);
		if (rows.length === 0) return;
		const ids = rows.map((row) => row.id);
		await database.transaction((tx) =>
			applyLocalChange({ database, tx, ownerId, accountId }, ids, { folder: { id, role } }),
		);
	}
}
