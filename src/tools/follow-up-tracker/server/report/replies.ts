import { cutPage, type KeyPage, readCursor, timeKey } from "#kernel/database.ts";
import type { MailContext } from "#kernel/module.ts";
import type { CampaignReply } from "../../contract.ts";
import type { ReplyGroup } from "../../states.ts";

/** The answers to all campaigns, from all mailboxes: of each recipient the latest. */

interface RepliesQuery {
	group?: ReplyGroup | undefined;
	campaign?: string | undefined;
	limit: number;
	cursor?: string | undefined;
}

interface Row extends Omit<CampaignReply, "at" | "awayUntil"> {
	at: Date;
	awayUntil: Date | null;
}

/** Of the owner `$1`; of the campaign `$2`, if it is given. A reply counts before an absence, whichever came first. */
const LATEST = `select l.*, r.email, r.tone_source, r.away_until, r.next_step_proposal,
		case when l.kind = 'away' then 'absent' when l.kind = 'unsubscribed' or r.state = 'unsubscribed' then 'refused'
			else coalesce(r.tone, 'unsure') end as "group",
		l.kind = 'replied' and r.state = 'replied' as "canSetTone"
	from (
		select distinct on (recipient_id) recipient_id, campaign_id, kind, email_id, detail, happened_at as at
		from campaign_events where owner_id = $1 and ($2::uuid is null or campaign_id = $2)
			and kind in ('replied', 'unsubscribed', 'away') and email_id is not null
		order by recipient_id, kind = 'away', happened_at desc, id desc
	) l join campaign_recipients r on r.owner_id = $1 and r.id = l.recipient_id`;

/** A page, newest first, and how many there are of each group. @throws AppError 400 `bad-cursor` */
export async function listReplies(
	{ database }: Pick<MailContext, "database">,
	ownerId: string,
	{ group, campaign, limit, cursor }: RepliesQuery,
): Promise<KeyPage<CampaignReply> & { counts: Partial<Record<ReplyGroup, number>> }> {
	const scope = [ownerId, campaign ?? null];
	const counted = await database.query<{ group: ReplyGroup; count: number }>(
		`select "group", count(*)::int as count from (${LATEST}) l group by 1`,
		scope,
	);
	const counts: Partial<Record<ReplyGroup, number>> = Object.fromEntries(
		counted.map((row) => [row.group, row.count] as const),
	);
	const [time = null, id = null] = readCursor(cursor, timeKey) ?? [];
	const rows = await database.query<Row>(
		`select l.recipient_id as "recipientId", l.campaign_id as "campaignId", c.name as "campaignName", l.email, l."group",
			l.tone_source as "toneSource", l."canSetTone", m.id as "emailId", coalesce(l.detail, '') as text, l.at,
			l.away_until as "awayUntil", l.next_step_proposal as next, coalesce(m.is_answered, false) or exists (
				select 1 from mail_messages_v1 s where s.owner_id = $1 and s.account_id = m.account_id
					and s.thread_id = m.thread_id and s.folder_role = 'sent' and s.received_date >= m.received_date
			) as "isAnswered"
		from (${LATEST}) l
		join campaigns c on c.owner_id = $1 and c.id = l.campaign_id
		left join mail_messages_v1 m on m.owner_id = $1 and m.id = l.email_id
		where ($3::text is null or l."group" = $3)
			and ($4::timestamptz is null or (l.at, l.recipient_id) < ($4::timestamptz, $5::uuid))
		order by l.at desc, l.recipient_id desc limit $6`,
		[...scope, group ?? null, time, id, limit + 1],
	);
	const { page, nextCursor } = cutPage(rows, limit, (row) => [row.at.toISOString(), row.recipientId]);
	const total = group === undefined ? counted.reduce((sum, { count }) => sum + count, 0) : (counts[group] ?? 0);
	const items = page.map(({ at, awayUntil, ...row }) => ({
		...{ ...row, at: at.toISOString(), awayUntil: awayUntil?.toISOString() ?? null },
	}));
	return { items, total, counts, nextCursor };
}
