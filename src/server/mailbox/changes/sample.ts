import type { EmailItem } from "#shared/contracts/emails.ts";
import type { Database } from "../../db/database.ts";

interface Row extends Omit<EmailItem, "receivedAt"> {
	receivedAt: Date;
}

/** Messages as lists show them, newest first. */
export async function emailItems(
	database: Database,
	ownerId: string,
	accountIds: readonly string[],
	ids: readonly string[],
): Promise<EmailItem[]> {
	const rows = await database.query<Row>(
		`select id, account_id as "accountId", thread_id as "threadId", folder_role as folder, folder_id as "folderId", subject,
			sender_name as "senderName", sender_email as "senderEmail", received_date as "receivedAt", body_preview as preview,
			is_read as "isRead", is_starred as "isStarred", is_important as "isImportant", is_answered as "isAnswered",
			has_attachments as "hasAttachments", size_bytes as "sizeBytes", labels, category, ai_summary_short as "aiSummaryShort"
		from emails where owner_id = $1 and account_id = any($2::uuid[]) and id = any($3::uuid[])
		order by received_date desc, id desc`,
		[ownerId, accountIds, ids],
	);
	return rows.map((row) => ({ ...row, receivedAt: row.receivedAt.toISOString() }));
}
