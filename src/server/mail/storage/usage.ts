import type { Storage } from "#shared/contracts/storage.ts";
import type { MailContext } from "../context/context.ts";

/** Overhead of a message in bytes: its row, its words in the search index, its share of a thread. */
export const MESSAGE_OVERHEAD = 2_000;

type Ctx = Pick<MailContext, "config" | "database">;

/**
 * What a user's mail and files take up on this server. A few sums over small tables: cheap enough for every page of an
 * import.
 */
export async function readUsage(ctx: Ctx, ownerId: string): Promise<Storage> {
	const row = await ctx.database.one<Omit<Storage, "usedBytes" | "limitBytes">>(USAGE, [ownerId]);
	if (row === undefined) throw new Error("The database returned no sums");
	const usedBytes = row.mailBytes + row.fileBytes + row.uploadBytes + row.archiveBytes;
	return { ...row, usedBytes, limitBytes: ctx.config.storageQuotaBytes };
}

/**
 * A message counts with its full size as soon as its header is stored, so that bodies fetched later are accounted for.
 * An unfinished upload counts with its announced size. Files that the operator imported in place are not the server's
 * copies.
 */
const USAGE = `select
	(select coalesce(sum(size_bytes + total_count * ${MESSAGE_OVERHEAD}::bigint), 0)::bigint
		from email_folders where owner_id = $1) as "mailBytes",
	(select coalesce(sum(size_bytes), 0)::bigint
		from account_files where owner_id = $1 and path like 'uploads/%') as "fileBytes",
	(select coalesce(sum(size_bytes), 0)::bigint from uploads where owner_id = $1) as "uploadBytes",
	(select coalesce(sum(size_bytes), 0)::bigint from exports where owner_id = $1 and ready_at is not null)
		+ (select coalesce(sum(size_bytes), 0)::bigint from artifacts where owner_id = $1 and ready_at is not null)
		as "archiveBytes"`;
