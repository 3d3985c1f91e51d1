import type { PlanFolder } from "#shared/contracts/plans.ts";
import type { Database } from "../../db/database.ts";

interface Row extends PlanFolder {
	/** Including excluded messages. */
	total: number;
}

/**
 * A plan's messages by the folder that they were in when it was frozen: the inbox first, then the largest. Folders of
 * which every message is excluded are left out.
 * @returns `total`: messages including excluded ones
 */
export async function planFolders(
	database: Database,
	ownerId: string,
	id: string,
): Promise<{ folders: PlanFolder[]; total: number }> {
	const rows = await database.query<Row>(
		`select i.account_id as "accountId", i.folder_id as id, coalesce(f.role, i.role) as role,
			coalesce(f.folder_name, i.folder_id) as name, i.count, i.total
		from (
			select account_id, folder_id, min(folder_role) as role, count(*) filter (where state <> 'excluded')::int as count,
				count(*)::int as total
			from operation_items where owner_id = $1 and operation_id = $2 group by account_id, folder_id
		) i
		left join email_folders f on f.owner_id = $1 and f.account_id = i.account_id and f.id = i.folder_id
		order by coalesce(f.role, i.role) = 'inbox' desc, i.count desc, name, i.folder_id`,
		[ownerId, id],
	);
	return {
		folders: rows.filter(({ count }) => count > 0).map(({ total: _, ...folder }) => folder),
		total: rows.reduce((sum, { total }) => sum + total, 0),
	};
}
