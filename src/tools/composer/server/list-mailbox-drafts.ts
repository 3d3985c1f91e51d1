import { ITEM_COLUMNS, type ItemRow, presentItem } from "#kernel/mail.ts";
import type { MailContext } from "#kernel/module.ts";
import { brand } from "#shared/brand.ts";
import type { EmailItem } from "#shared/contracts/emails.ts";
import { cursorBehind, type FirstMailbox, isOther, startOf } from "./first-mailbox.ts";

/**
 * A page of the drafts that other mail programs left in the mailboxes: those that are no copies of drafts here,
 * of the first mailbox, then of the others, each newest first.
 * @throws AppError 400 `bad-cursor`
 */
export async function listMailboxDrafts(
	ctx: Pick<MailContext, "database">,
	ownerId: string,
	{ first, limit, cursor }: { first?: FirstMailbox; limit: number; cursor?: string | undefined },
): Promise<{ items: EmailItem[]; total: number; nextCursor: string | null }> {
	const start = startOf(cursor);
	const other = isOther("e.account_id", "$5");
	const listed = `from mail_messages_v1 e where e.owner_id = $1 and e.folder_role = 'drafts'
		and not exists (select from drafts d where d.owner_id = $1
			and (d.opened_email_id = e.id or (d.copy_mailbox_id = e.account_id and d.copy_id = e.provider_id)
				or e.message_id = 'draft.' || d.id || '@' || $2::text))`;
	const all = await ctx.database.one<{ count: number }>(`select count(*)::int as count ${listed}`, [
		ownerId,
		brand.slug,
	]);
	const rows = await ctx.database.query<ItemRow>(
		`select ${ITEM_COLUMNS} ${listed}
			and ($3::timestamptz is null or ${other} > $7
				or ${other} = $7 and (e.received_date, e.id) < ($3::timestamptz, $4::uuid))
		order by ${other}, e.received_date desc, e.id desc limit $6`,
		[ownerId, brand.slug, start.date, start.id, first ?? null, limit + 1, start.isOther],
	);
	const shown = rows.slice(0, limit);
	const last = rows.length > limit ? shown.at(-1) : undefined;
	const nextCursor = cursorBehind(last && { mailboxId: last.account_id, date: last.received_date, id: last.id }, first);
	return { items: shown.map(presentItem), total: all?.count ?? 0, nextCursor };
}
