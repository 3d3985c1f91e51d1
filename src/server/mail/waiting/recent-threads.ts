import { WAITING_DAYS } from "#shared/waiting-days.ts";
import type { MailContext } from "../context/context.ts";
import { ownAddresses } from "../send/senders.ts";
import { distrusted } from "../trust/distrusted.ts";

const DAY_MS = 86_400_000;

/** Conversations of the last days with mail of people, or the user's own: no others can wait. */
export async function recentThreads(
	ctx: MailContext,
	ownerId: string,
	accountIds: readonly string[],
): Promise<{ accountId: string; threadId: string }[]> {
	const own = [...(await ownAddresses(ctx, ownerId))];
	return ctx.database.query<{ accountId: string; threadId: string }>(
		`select m.account_id as "accountId", m.thread_id as "threadId" from mail_messages_v1 m
		where m.owner_id = $1 and m.account_id = any($2::uuid[]) and m.received_date > $3
			and m.folder_role not in ('drafts', 'spam', 'trash')
		group by 1, 2
		having bool_or(m.folder_role = 'sent' or m.sender_email = any($4::text[])) or bool_or(m.incoming is null
			and not ${distrusted("m")} and coalesce(m.list_key, '') = ''
			and coalesce(m.category, 'primary') in ('primary', 'forums', 'updates'))`,
		[ownerId, accountIds, new Date(ctx.now() - WAITING_DAYS * DAY_MS), own],
	);
}
