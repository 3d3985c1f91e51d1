import { cursorAfter, cursorOf, ITEM_COLUMNS, type ItemRow, presentItem } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import type { EmailItem } from "#shared/contracts/emails.ts";
import { addressesOf } from "./contacts.ts";

/** Emails from and to a contact, as the counts of people have them: without spam and drafts. */
const THEIRS = `e.owner_id = $1 and e.account_id = any(array(select id from mail_accounts_v1 where owner_id = $1))
	and (e.sender_email = any($2::text[]) and e.folder_role not in ('spam', 'drafts', 'sent')
		or e.folder_role = 'sent' and e.id = any(array(
			select email_id from sent_recipients_v1 where owner_id = $1 and address = any($2::text[]))))`;

interface Page {
	items: EmailItem[];
	total: number;
	nextCursor: string | null;
}

/** The mail with a contact, newest first. @throws AppError 404, 400 `bad-cursor` */
export async function listContactEmails(
	{ database }: MailContext,
	ownerId: string,
	{ id, limit, cursor }: { id: string; limit: number; cursor?: string | undefined },
): Promise<Page> {
	const after = cursorOf(cursor);
	const addresses = await addressesOf(database, ownerId, id);
	const rows = await database.query<ItemRow>(
		`select ${ITEM_COLUMNS} from mail_messages_v1 e
		where ${THEIRS} and (e.received_date, e.id) < ($3::timestamptz, $4::uuid)
		order by e.received_date desc, e.id desc limit $5`,
		[
			...[ownerId, addresses, after?.date ?? "infinity", after?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff"],
			limit + 1,
		],
	);
	const counted = await database.one<{ total: number }>(
		`select count(*)::int as total from mail_messages_v1 e where ${THEIRS}`,
		[ownerId, addresses],
	);
	const shown = rows.slice(0, limit);
	const last = shown.at(-1);
	return {
		items: shown.map(presentItem),
		total: counted?.total ?? 0,
		nextCursor: rows.length > limit && last !== undefined ? cursorAfter(last) : null,
	};
}
