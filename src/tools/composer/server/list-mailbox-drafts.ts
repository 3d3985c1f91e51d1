import { ITEM_COLUMNS, type ItemRow, presentItem } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import { brand } from "#shared/brand.ts";
import type { EmailItem } from "#shared/contracts/emails.ts";

/** Drafts that other mail programs left in the mailboxes, newest first: those that are no copies of drafts here. */
export async function listMailboxDrafts(
	ctx: Pick<MailContext, "database">,
	ownerId: string,
	limit: number,
): Promise<EmailItem[]> {
	const rows = await ctx.database.query<ItemRow>(
		`select ${ITEM_COLUMNS}
		from mail_messages_v1 e where e.owner_id = $1 and e.folder_role = 'drafts'
			and not exists (select from drafts d where d.owner_id = $1
				and (d.opened_email_id = e.id or (d.copy_mailbox_id = e.account_id and d.copy_id = e.provider_id)
					or e.message_id = 'draft.' || d.id || '@' || $3::text))
		order by e.received_date desc, e.id desc limit $2`,
		[ownerId, limit, brand.slug],
	);
	return rows.map(presentItem);
}
