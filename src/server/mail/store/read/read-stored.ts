import type { Attachment, Email } from "#shared/contracts/emails.ts";
import type { Address } from "#shared/mail/message.ts";
import type { TrustSignal } from "#shared/mail/trust.ts";
import type { Database } from "../../../db/database.ts";
import type { RowOf } from "../../../db/table.ts";
import { notFound } from "../../../errors.ts";
import { unsubscribeOf } from "../../classify/features/list-key.ts";
import { emailAttachments, type StoredUnsubscribe } from "../../emails/emails.ts";
import { ITEM_COLUMNS, type ItemRow, presentItem } from "./items.ts";

/** A message as stored in the database. */
export interface StoredEmail extends Omit<Email, "text" | "html" | "authentication" | "truncated" | "problem"> {
	rawSha256: string | null;
	providerId: string;
}

interface DetailRow extends ItemRow {
	recipients: { to: Address[]; cc: Address[]; bcc: Address[]; replyTo: Address[] };
	message_id: string | null;
	in_reply_to: string | null;
	sent_at: Date | null;
	list_unsubscribe: StoredUnsubscribe | null;
	list_key: string | null;
	damage: string | null;
	trust_reasons: TrustSignal[] | null;
	raw_sha256: string | null;
	provider_id: string;
}

/**
 * A message as it is stored, without opening a session with its provider. Where only its header is stored, `rawSha256` is
 * null, and `fetchMissing` fetches the body.
 * @throws AppError 404, also for another user's message
 */
export async function readStored(database: Database, ownerId: string, id: string): Promise<StoredEmail> {
	const row = await database.one<DetailRow>(
		`select ${ITEM_COLUMNS}, e.recipients, e.message_id, e.in_reply_to, e.sent_at, e.list_unsubscribe, e.list_key, e.damage, e.trust_reasons,
			e.raw_sha256, e.provider_id
		from connected_accounts a join emails e on e.owner_id = a.owner_id and e.account_id = a.id
		where a.owner_id = $1 and a.status <> 'deleting' and e.id = $2`,
		[ownerId, id],
	);
	if (row === undefined) throw notFound("The email");
	return {
		...presentItem(row),
		to: row.recipients.to,
		cc: row.recipients.cc,
		bcc: row.recipients.bcc,
		replyTo: row.recipients.replyTo,
		messageId: row.message_id,
		inReplyTo: row.in_reply_to,
		sentAt: row.sent_at?.toISOString() ?? null,
		attachments: await readAttachments(database, ownerId, row.account_id, id),
		listUnsubscribe: unsubscribeOf(row.list_unsubscribe),
		listKey: row.list_key || null,
		warnings: (row.trust_reasons ?? []).map(({ kind, about, other }) => ({ kind, about, other })),
		damage: row.damage,
		rawSha256: row.raw_sha256,
		providerId: row.provider_id,
	};
}

const shownAttachments = emailAttachments.only(
	...(["position", "filename", "contentType", "sizeBytes", "contentId", "isInline"] as const),
);

async function readAttachments(
	database: Database,
	ownerId: string,
	accountId: string,
	emailId: string,
): Promise<Attachment[]> {
	const rows = await database.query<RowOf<typeof shownAttachments>>(
		`select ${shownAttachments.select()} from email_attachments
		where owner_id = $1 and account_id = $2 and email_id = $3 order by position`,
		[ownerId, accountId, emailId],
	);
	return rows.map(({ position, ...rest }) => ({ id: position, ...rest }));
}
