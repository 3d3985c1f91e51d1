import { z } from "zod";
import type { ChangeableAccount } from "#kernel/changes.ts";
import { cutPage, type KeyPage, readCursor } from "#kernel/database.ts";
import type { MailContext } from "#kernel/module.ts";
import { quarantine } from "./quarantine.ts";

const RECENT_MS = 30 * 86_400_000;

interface Mailbox {
	ownerId: string;
	accountId: string;
}

/** A first-time sender of the past 30 days. */
interface RecentSender {
	senderEmail: string;
	senderName: string;
	/** Their messages in the inbox. */
	count: number;
}

/**
 * SQL of all first-time senders of the past 30 days (`fresh`) and of the messages in the inbox that no rule has matched (`received`).
 * What makes a sender known is the same as for new mail (`first-time.ts`), here for all senders at once.
 */
const FRESH = `received as materialized (
	select e.id, e.sender_email as email, e.sender_name as name, e.received_date as at from mail_messages_v1 e
	join mail_accounts_v1 a on a.owner_id = e.owner_id and a.id = e.account_id
	where e.owner_id = $1 and e.account_id = $2 and e.folder_role = 'inbox' and e.received_date >= $3
		and e.sender_email <> '' and e.sender_email is distinct from address_key(a.email)
		and not exists (select from filtered_emails f
			where f.owner_id = e.owner_id and f.account_id = e.account_id and f.email_id = e.id)
), senders as materialized (
	select email, (array_agg(name order by at, id))[1] as name, min(at) as first_at, count(*)::int as count
	from received group by email
), earlier as materialized (
	select distinct s.email from senders s
	join mail_messages_v1 e on e.owner_id = $1 and e.account_id = $2 and e.sender_email = s.email
		and e.folder_role <> 'spam' and e.received_date <= s.first_at
	left join received r on r.id = e.id where r.id is null
), written as materialized (
	select distinct address_key(r.email) as email from (
		select distinct recipient ->> 'email' as email from mail_messages_v1 e
		cross join unnest(array['to', 'cc', 'bcc']) as field
		cross join lateral jsonb_array_elements(coalesce(e.recipients -> field, '[]')) as recipient
		where e.owner_id = $1 and e.account_id = $2 and e.folder_role = 'sent'
	) r
), fresh as materialized (
	select s.* from senders s
	where not exists (select from screened_senders d
			where d.owner_id = $1 and d.account_id = $2 and d.sender_email = s.email)
		and not exists (select from earlier k where k.email = s.email)
		and not exists (select from written w where w.email = s.email)
)`;

const cursorKey = z.tuple([z.iso.datetime(), z.string().regex(/^[^\0]*$/)]);

export interface ScreenerPreview extends KeyPage<RecentSender> {
	/** Start of the 30 days. */
	since: string;
	/** Messages of all of them. */
	count: number;
}

/** What the screener would have quarantined in the past 30 days, had it been on; latest sender first. @throws AppError 400 `bad-cursor` */
export async function previewScreener(
	ctx: Pick<MailContext, "database" | "now">,
	{ ownerId, accountId }: Mailbox,
	{ limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<ScreenerPreview> {
	const since = new Date(ctx.now() - RECENT_MS);
	const [firstAt = null, email = null] = readCursor(cursor, cursorKey) ?? [];
	const rows = await ctx.database.query<RecentSender & { firstAt: Date; emails: number; total: number }>(
		`with ${FRESH}
		select email as "senderEmail", name as "senderName", count, first_at as "firstAt",
			(select sum(count)::int from fresh) as emails, (select count(*)::int from fresh) as total
		from fresh where $4::timestamptz is null or (first_at, email) < ($4, $5::text)
		order by first_at desc, email desc limit $6`,
		[ownerId, accountId, since, firstAt, email, limit + 1],
	);
	const { page, nextCursor } = cutPage(rows, limit, (row) => [row.firstAt, row.senderEmail]);
	return {
		since: since.toISOString(),
		count: rows[0]?.emails ?? 0,
		total: rows[0]?.total ?? 0,
		items: page.map(({ senderEmail, senderName, count }) => ({ senderEmail, senderName, count })),
		nextCursor,
	};
}

/** Lists the first-time senders of the past 30 days. @param quarantines their mail also leaves the inbox */
export async function screenRecent(
	ctx: MailContext,
	{ ownerId, account, quarantines }: { ownerId: string; account: ChangeableAccount; quarantines: boolean },
): Promise<void> {
	const messages = await ctx.database.query<{ id: string }>(
		`with ${FRESH}, listed as (
			insert into screened_senders (owner_id, account_id, sender_email, sender_name, state, first_seen_at)
			select $1, $2, email, name, 'waiting', first_at from fresh on conflict do nothing
		)
		select r.id from received r join fresh f on f.email = r.email`,
		[ownerId, account.id, new Date(ctx.now() - RECENT_MS)],
	);
	const ids = messages.map(({ id }) => id);
	if (quarantines) await quarantine(ctx, ownerId, account, ids);
}
