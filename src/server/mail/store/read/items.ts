import { z } from "zod";
import type { EmailItem } from "#shared/contracts/emails.ts";
import { flagFields } from "#shared/mail/flags.ts";
import type { Address } from "#shared/mail/message.ts";
import type { TrustVerdict } from "#shared/mail/trust.ts";
import { badCursor } from "../../../errors.ts";
import type { FolderRole } from "../../provider/provider.ts";
import { type FlagColumns, flagColumns, flagsOfRow } from "../flag-columns.ts";

/** A row of a message list, see `ITEM_COLUMNS`. */
export interface ItemRow extends FlagColumns {
	id: string;
	account_id: string;
	thread_id: string;
	folder_id: string;
	folder_role: FolderRole;
	subject: string;
	sender_name: string;
	sender_email: string;
	first_recipient: Address | null;
	recipient_count: number;
	received_date: Date;
	body_preview: string;
	is_header_only: boolean;
	has_attachments: boolean;
	size_bytes: number;
	labels: string[];
	category: EmailItem["category"];
	trust: TrustVerdict | null;
	ai_summary_short: string | null;
}

/** Columns that message lists show; `e` is an alias of `emails`. */
export const ITEM_COLUMNS = `e.id, e.account_id, e.thread_id, e.folder_id, e.folder_role, e.subject, e.sender_name,
	e.sender_email, e.received_date, e.body_preview, e.raw_sha256 is null as is_header_only, ${flagColumns("e")},
	e.has_attachments, e.size_bytes, e.labels, e.category, e.trust, e.ai_summary_short,
	coalesce(e.recipients #> '{to,0}', e.recipients #> '{cc,0}', e.recipients #> '{bcc,0}') as first_recipient,
	coalesce((e.recipients ->> 'count')::int,
		coalesce(jsonb_array_length(e.recipients -> 'to'), 0) + coalesce(jsonb_array_length(e.recipients -> 'cc'), 0)
			+ coalesce(jsonb_array_length(e.recipients -> 'bcc'), 0)) as recipient_count`;

export function presentItem(row: ItemRow): EmailItem {
	return {
		id: row.id,
		accountId: row.account_id,
		threadId: row.thread_id,
		folder: row.folder_role,
		folderId: row.folder_id,
		subject: row.subject,
		senderName: row.sender_name,
		senderEmail: row.sender_email,
		recipient: row.first_recipient?.name || (row.first_recipient?.email ?? ""),
		recipientCount: row.recipient_count,
		receivedAt: row.received_date.toISOString(),
		preview: row.body_preview,
		isHeaderOnly: row.is_header_only,
		...flagFields(flagsOfRow(row)),
		hasAttachments: row.has_attachments,
		sizeBytes: row.size_bytes,
		labels: row.labels,
		category: row.category,
		...(row.trust !== null && { trust: row.trust }),
		aiSummaryShort: row.ai_summary_short,
	};
}

/** A position in a list ordered by date and id. */
export interface EmailCursor {
	/** ISO 8601 in UTC. */
	date: string;
	id: string;
}

/** The cursor after this row. */
export function cursorAfter(row: Pick<ItemRow, "received_date" | "id">): string {
	return cursorAt({ date: row.received_date.toISOString(), id: row.id });
}

/** Encodes a position as a cursor; `cursorOf` decodes it. */
export function cursorAt({ date, id }: EmailCursor): string {
	return Buffer.from(`${date} ${id}`).toString("base64url");
}

/**
 * Decodes a cursor; null: the beginning of the list.
 * @throws AppError 400 `bad-cursor`
 */
export function cursorOf(cursor: string | undefined): EmailCursor | null {
	if (cursor === undefined) return null;
	const [date = "", id = ""] = Buffer.from(cursor, "base64url").toString("utf8").split(" ");
	if (!z.iso.datetime().safeParse(date).success || !z.uuid().safeParse(id).success) throw badCursor();
	return { date, id };
}
