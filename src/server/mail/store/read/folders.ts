import type { Folder } from "#shared/contracts/accounts.ts";
import type { Database } from "../../../db/database.ts";
import type { AccountKey } from "../../context/account-scope.ts";
import type { FolderRole, RemoteFolder } from "../../provider/provider.ts";

export type FolderCounts = Folder & { sizeBytes: number };

const ROLES: readonly string[] = [
	"inbox",
	"sent",
	"drafts",
	"archive",
	"spam",
	"trash",
	"custom",
] satisfies FolderRole[];

/** Folders with their counts: first those with a role, in the usual order, then custom ones by name. */
export async function listFolders(
	database: Database,
	ownerId: string,
	accountId: string | null,
): Promise<FolderCounts[]> {
	const rows = await database.query<{
		id: string;
		account_id: string;
		folder_name: string;
		role: FolderRole;
		total_count: number;
		unread_count: number;
		size_bytes: number;
	}>(
		`select f.id, f.account_id, f.folder_name, f.role, f.total_count, f.unread_count, f.size_bytes from email_folders f
		join connected_accounts a on a.owner_id = f.owner_id and a.id = f.account_id and a.status <> 'deleting'
		where f.owner_id = $1 and ($2::uuid is null or f.account_id = $2)
		order by array_position($3::text[], f.role), lower(f.folder_name), f.id`,
		[ownerId, accountId, ROLES],
	);
	return rows.map((row) => ({
		id: row.id,
		accountId: row.account_id,
		name: row.folder_name,
		role: row.role,
		total: row.total_count,
		unread: row.unread_count,
		sizeBytes: row.size_bytes,
	}));
}

/**
 * The folders that a list or search covers.
 * @param folder a role, an id, or null for everything except spam and trash
 */
export async function foldersFor(
	database: Database,
	ownerId: string,
	accountId: string | null,
	folder: string | null,
): Promise<FolderCounts[]> {
	const all = await listFolders(database, ownerId, accountId);
	if (folder === null) return all.filter(({ role }) => role !== "spam" && role !== "trash");
	return all.filter(({ id, role }) => (isRole(folder) ? role === folder : id === folder));
}

/** A name such as `inbox` always means the role, even if a folder has that id. */
export function isRole(text: string): text is FolderRole {
	return ROLES.includes(text);
}

/** Stores a folder that was created; a known one keeps its counts. */
export async function storeFolder(
	database: Database,
	{ ownerId, accountId }: AccountKey,
	{ id, name, role }: RemoteFolder,
): Promise<void> {
	await database.exec(
		`insert into email_folders (owner_id, account_id, id, folder_name, role) values ($1, $2, $3, $4, $5)
		on conflict (owner_id, account_id, id) do update set folder_name = excluded.folder_name, role = excluded.role`,
		[ownerId, accountId, id, name, role],
	);
}

/** Labels in use, by name. */
export async function listLabels(
	database: Database,
	ownerId: string,
	accountId: string,
): Promise<{ name: string; total: number }[]> {
	return database.query(
		`select name, total_count as total from email_labels where owner_id = $1 and account_id = $2
		order by lower(name), name`,
		[ownerId, accountId],
	);
}
