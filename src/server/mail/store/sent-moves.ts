import type { RowOf } from "../../db/table.ts";
import type { AccountScope } from "../context/account-scope.ts";
import { emails } from "../emails/emails.ts";
import { type Row, rowColumns } from "./change.ts";
import type { Incoming } from "./insert.ts";
import { receivedDateOf } from "./rows.ts";

const COLUMNS = rowColumns.and(emails.only("messageId"));

/**
 * Moves that were requested from the provider without learning the messages' new ids, because the process was killed or the
 * response was lost. The store has the messages in their new folder already: a listing that shows them there under new ids
 * tells the ids, not new messages.
 * @param fresh listed messages whose ids are not known
 * @returns the rows of those that were moved, as they were, and their new ids
 */
export async function adoptSentMoves(
	scope: AccountScope,
	fresh: readonly Incoming[],
): Promise<{ row: Row; providerId: string }[]> {
	const { database, ownerId, accountId } = scope;
	const sent = await database.query<RowOf<typeof COLUMNS>>(
		`select distinct on (e.id) ${COLUMNS.select("e")}
		from operation_items i
		join emails e on e.owner_id = i.owner_id and e.account_id = i.account_id and e.id = i.email_id
		where i.owner_id = $1 and i.account_id = $2 and i.push_requested and i.state in ('local', 'done')
			and i.to_folder_id = e.folder_id`,
		[ownerId, accountId],
	);
	if (sent.length === 0) return [];
	const byKey = new Map(sent.map((row) => [keyOf({ ...row, receivedMs: row.receivedDate.getTime() }), row]));
	const adopted: { row: Row; providerId: string }[] = [];
	for (const { remote, content } of fresh) {
		if (content === null) continue;
		const { message } = content;
		const key = keyOf({
			folderId: remote.folderId,
			messageId: message.messageId,
			sizeBytes: remote.sizeBytes ?? message.sizeBytes,
			receivedMs: Date.parse(receivedDateOf(remote, message)),
		});
		const row = byKey.get(key);
		if (row === undefined) continue;
		byKey.delete(key);
		adopted.push({ row, providerId: remote.id });
	}
	await rename(
		scope,
		adopted.map(({ row, providerId }) => ({ ...row, providerId })),
	);
	return adopted;
}

async function rename({ database, ownerId, accountId }: AccountScope, rows: readonly Row[]): Promise<void> {
	if (rows.length === 0) return;
	await database.exec(
		`with known as (
			update operation_items set push_requested = false
			where owner_id = $1 and account_id = $2 and email_id = any($3::uuid[]) and push_requested
		)
		update emails e set provider_id = n.provider_id from unnest($3::uuid[], $4::text[]) as n (id, provider_id)
		where e.owner_id = $1 and e.account_id = $2 and e.id = n.id`,
		[ownerId, accountId, rows.map(({ id }) => id), rows.map((row) => row.providerId)],
	);
}

function keyOf(message: { folderId: string; messageId: string | null; sizeBytes: number; receivedMs: number }): string {
	const { folderId, messageId, sizeBytes, receivedMs } = message;
	return JSON.stringify([folderId, messageId, sizeBytes, receivedMs]);
}
