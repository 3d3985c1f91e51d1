import { cursorAfter, cursorOf, ITEM_COLUMNS, type ItemRow, presentItem } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import { brand } from "#shared/brand.ts";
import type { EmailItem } from "#shared/contracts/emails.ts";

/**
 * A page of the drafts that other mail programs left in the mailboxes, newest first: those that are no copies of drafts
 * here.
 * @throws AppError 400 `bad-cursor`
 */
export async function listMailboxDrafts(
	ctx: Pick<MailContext, "database">,
	ownerId: string,
	{ limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: EmailItem[]; total: number; nextCursor: string | null }> {
	const after = cursorOf(cursor);
	const listed = `from mail_messages_v1 e where e.owner_id = $1 and e.folder_role = 'drafts'
		and not exists (select from drafts d where d.owner_id = $1
			and (d.opened_email_id = e.id or (d.copy_mailbox_id = e.account_id and d.copy_id = e.provider_id)
				or e.message_id = 'draft.' || d.id || '@' || $2::text))`;
	const [all] = await ctx.database.query<{ count: number }>(`select count(*)::int as count ${listed}`, [
		ownerId,
		brand.slug,
	]);
	const rows = await ctx.database.query<ItemRow>(
		`select ${ITEM_COLUMNS} ${listed}
			and ($3::timestamptz is null or (e.received_date, e.id) < ($3::timestamptz, $4::uuid))
		order by e.received_date desc, e.id desc limit $5`,
		[ownerId, brand.slug, after?.date ?? null, after?.id ?? null, limit + 1],
	);
	const shown = rows.slice(0, limit);
	const last = rows.length > limit ? shown.at(-1) : undefined;
	const nextCursor = last === undefined ? null : cursorAfter(last);
	return { items: shown.map(presentItem), total: all?.count ?? 0, nextCursor };
}
