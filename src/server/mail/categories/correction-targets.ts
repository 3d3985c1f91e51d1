import type { Category } from "#shared/mail/categories.ts";
import { listNameOf } from "#shared/mail/list-identity.ts";
import type { Database } from "../../db/database.ts";
import type { RowOf } from "../../db/table.ts";
import { type ClassifyRow, classifierInputOf, classifyColumns } from "../classify/features/facts.ts";
import type { AccountKey, AccountScope } from "../context/account-scope.ts";
import { emails } from "../emails/emails.ts";
import { ofTarget, type Target } from "./apply-override.ts";
import type { CorrectionPreview } from "./corrections.ts";

/** Sample messages in the preview of a correction. */
const SAMPLE = 5;

const MESSAGE = classifyColumns.and(emails.only("id", "accountId", "folderRole", "listKey"));

type MessageRow = RowOf<typeof MESSAGE>;

/** One message with all data that training uses; null if it is not this user's. */
export async function readMessage(database: Database, ownerId: string, emailId: string): Promise<MessageRow | null> {
	// Filtered by account as well, so that the primary key is used.
	const row = await database.one<MessageRow>(
		`select ${MESSAGE.select()} from emails
		where owner_id = $1 and id = $2 and account_id = any(array(
			select a.id from connected_accounts a where a.owner_id = $1 and a.status <> 'deleting'))`,
		[ownerId, emailId],
	);
	return row ?? null;
}

/** Whether the mailbox belongs to this user. */
export async function isKnown(database: Database, ownerId: string, accountId: string): Promise<boolean> {
	const rows = await database.query(
		"select 1 from connected_accounts where owner_id = $1 and id = $2 and status <> 'deleting'",
		[ownerId, accountId],
	);
	return rows.length > 0;
}

/** Display name of a sender or a list, from its newest message. */
export async function nameOf(database: Database, ownerId: string, accountId: string, target: Target): Promise<string> {
	const row = await database.one<ClassifyRow>(
		`select ${classifyColumns.select()} from emails where owner_id = $1 and account_id = $2 and ${ofTarget(target.targetType)}
		order by received_date desc limit 1`,
		[ownerId, accountId, target.target],
	);
	if (row === undefined) return target.target.replace(/^(?:list|from):/, "");
	return target.targetType === "sender"
		? row.senderName || row.senderEmail
		: listNameOf(classifierInputOf(row, target.target));
}

/** @param limit counting stops here */
export async function countOf(scope: AccountScope, { targetType, target }: Target, limit: number): Promise<number> {
	const { database, ownerId, accountId } = scope;
	const row = await database.one<{ count: number }>(
		`select count(*)::int as count from (
			select 1 from emails where owner_id = $1 and account_id = $2 and ${ofTarget(targetType)} limit $4
		) found`,
		[ownerId, accountId, target, limit],
	);
	return row?.count ?? 0;
}

const SAMPLE_COLUMNS = emails.only("id", "subject", "senderName", "senderEmail", "receivedDate", "category");

/** Messages that would move to a category they are not in yet, except those that the user corrected individually. */
export async function previewOf(
	database: Database,
	{ ownerId, accountId }: AccountKey,
	{ targetType, target }: Target,
	category: Category,
): Promise<CorrectionPreview> {
	const would = `from emails e where owner_id = $1 and account_id = $2 and ${ofTarget(targetType)} and category is distinct from $4
		${targetType === "message" ? "" : `and not exists (${OVERRIDDEN_ALONE})`}`;
	const values = [ownerId, accountId, target, category];
	const row = await database.one<{ count: number }>(`select count(*)::int as count ${would}`, values);
	const rows = await database.query<RowOf<typeof SAMPLE_COLUMNS>>(
		`select ${SAMPLE_COLUMNS.select()} ${would}
		order by received_date desc, id desc limit ${SAMPLE}`,
		values,
	);
	return {
		count: row?.count ?? 0,
		sample: rows.map(({ receivedDate, ...row }) => ({ ...row, receivedAt: receivedDate.toISOString() })),
	};
}

const OVERRIDDEN_ALONE = `select 1 from category_corrections c where c.owner_id = $1 and c.account_id = $2 and c.target_type = 'message'
	and c.target = e.id::text`;
