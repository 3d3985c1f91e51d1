import type { Database } from "../../db/database.ts";
import { toSqlJson } from "../../db/json.ts";
import { requireProgress } from "../../progress.ts";
import type { AccountKey } from "../context/account-scope.ts";
import type { FolderRole, RemoteFolder } from "../provider/provider.ts";
import { withRetry } from "../provider/retry.ts";
import { applyLocalChange } from "../store/change.ts";
import type { Attempt } from "./attempt.ts";

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
	listed: readonly RemoteFolder[],
	chunk = CHUNK,
): Promise<Map<string, FolderRole>> {
	const stored = await database.query<RemoteFolder & { empty: boolean }>(
		"select id, folder_name as name, role, total_count = 0 as empty from email_folders where owner_id = $1 and account_id = $2",
		[ownerId, accountId],
	);
	// What is listed twice is one folder.
	const folders = [...new Map(listed.map((folder) => [folder.id, folder])).values()];
	const known = new Map(stored.map((folder) => [folder.id, folder]));
	const roles = new Map(folders.map((folder) => [folder.id, folder.role]));
	// Before the folders themselves: if interrupted, this starts over.
	for (const { id, role } of folders)
		if (known.get(id)?.role !== role) await correctRole(database, { ownerId, accountId }, { id, role }, chunk);
	const isNew = folders.some(({ id, name, role }) => known.get(id)?.name !== name || known.get(id)?.role !== role);
	const isGone = stored.some(({ id, empty }) => empty && !roles.has(id));
	if (isNew || isGone) await database.exec(STORE, [ownerId, accountId, toSqlJson(folders)]);
	return roles;
}

/**
 * Deletes folders that are empty now that the mailbox was listed, and that the provider does not have: it deleted them
 * with their messages.
 * @param before the provider's folders when the sync began
 */
export async function removeGoneFolders(attempt: Attempt, before: readonly RemoteFolder[]): Promise<void> {
	const { ctx, ownerId, accountId, lock, retryPolicy } = attempt;
	const known = new Set(before.map(({ id }) => id));
	const empty = await ctx.database.query<{ id: string }>(
		"select id from email_folders where owner_id = $1 and account_id = $2 and total_count = 0",
		[ownerId, accountId],
	);
	if (empty.every(({ id }) => known.has(id))) return;
	// One that was created meanwhile stays.
	const now = await withRetry(retryPolicy, async () => (await attempt.session()).reader.listFolders());
	const ids = new Set(now.map(({ id }) => id));
	const gone = empty.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
	if (gone.length === 0) return;
	await ctx.database.transaction(async () => {
		await lock.verify();
		await ctx.database.exec(
			"delete from email_folders where owner_id = $1 and account_id = $2 and id = any($3::text[]) and total_count = 0",
			[ownerId, accountId, gone],
		);
	});
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
	chunk: number,
): Promise<void> {
	const progress = requireProgress("Correcting the role of a folder's messages");
	for (;;) {
		const rows = await database.query<{ id: string }>(
			`select id from emails where owner_id = $1 and account_id = $2 and folder_id = $3 and folder_role <> $4 limit $5`,
			[ownerId, accountId, id, role, chunk],
		);
		if (rows.length === 0) return;
		const ids = rows.map((row) => row.id);
		progress(ids.join());
		await database.transaction(() => applyLocalChange({ database, ownerId, accountId }, ids, { folder: { id, role } }));
	}
}
