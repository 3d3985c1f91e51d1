import type { MailContext } from "../context/context.ts";
import { withSession } from "../sessions/with-session.ts";
import { storeFolder } from "../store/read/folders.ts";

/**
 * Recreates folders that were deleted after their messages were moved, so that undo can move the messages back. Folders
 * that disappeared in another way are not recreated: their messages are counted as not restored.
 * @throws AppError with a message for the user when the server does not create the folder
 */
export async function recreateFolders(ctx: MailContext, ownerId: string, operationId: string): Promise<void> {
	const gone = await ctx.database.query<{ account_id: string; id: string; name: string }>(
		`select wanted.account_id, wanted.id, deleted.name from (
			select distinct account_id, to_folder_id as id from operation_items
			where owner_id = $1 and operation_id = $2 and to_folder_id is not null) wanted
		join lateral (
			select j.input->>'name' as name from jobs j
			where j.owner_id = $1 and j.account_id = wanted.account_id and j.kind = 'delete-folder'
				and j.input->>'folderId' = wanted.id and j.state = 'done'
			order by j.created_at desc limit 1) deleted on true
		where not exists (select from email_folders f
			where f.owner_id = $1 and f.account_id = wanted.account_id and f.id = wanted.id)`,
		[ownerId, operationId],
	);
	for (const { account_id: accountId, id, name } of gone) {
		const key = { ownerId, accountId };
		const made = await withSession(ctx, key, async (session) => session.writer.createFolder?.(name));
		if (made?.id === id) await storeFolder(ctx.database, key, made);
	}
}
