import type { MailContext } from "#kernel/module.ts";
import { listSenders } from "#kernel/send.ts";
import { percentOf } from "#shared/figures/share.ts";
import { limits } from "../limits.ts";
import { pauseWithReason } from "./finish.ts";

/** Messages of a mailbox that count. */
const MAILBOX_MS = 30 * 86_400_000;

type Context = Pick<MailContext, "database" | "now" | "providers">;

/**
 * Pauses a campaign too many of whose messages bounced, and all campaigns of a mailbox too many of whose messages did.
 * @param least bounces before it does
 */
export async function pauseAtBounces(
	ctx: Context,
	key: { ownerId: string; campaignId: string },
	least: number = limits.leastBounces,
): Promise<void> {
	await pauseCampaign(ctx, key, least);
	await pauseMailboxes(ctx, key, least);
}

/**
 * Pauses a campaign too many of whose messages bounced: mail providers judge a sender by it, and send the rest to spam.
 * Only messages count that were sent since the last such pause: who resumes the campaign knows of the others.
 */
async function pauseCampaign(
	ctx: Context,
	{ ownerId, campaignId }: { ownerId: string; campaignId: string },
	least: number,
): Promise<void> {
	const row = await ctx.database.one<{ limit: number | null; written: number; bounced: number }>(
		`select c.pause_at_bounces as limit, count(distinct m.recipient_id)::int as written,
			count(distinct m.recipient_id) filter (where m.state = 'bounced')::int as bounced
		from campaigns c join campaign_messages m on m.owner_id = c.owner_id and m.campaign_id = c.id
			and (c.bounces_from is null or m.handed_over_at > c.bounces_from) and m.state in ('sent', 'bounced')
		where c.owner_id = $1 and c.id = $2 and c.state = 'active' group by c.pause_at_bounces`,
		[ownerId, campaignId],
	);
	if (row === undefined || row.limit === null || row.bounced < least) return;
	const { bounced, written } = row;
	const percent = percentOf(bounced, written) ?? 0;
	if (percent < row.limit) return;
	const reason = `${bounced} of ${written} people couldn't be reached (${percent.toFixed(1)}%). Check the addresses of the list before you resume, so that your mail isn't taken for spam.`;
	await pause(ctx, { ownerId, campaignId, reason });
}

async function pause(
	ctx: Context,
	{ ownerId, campaignId, reason }: { ownerId: string; campaignId: string; reason: string },
): Promise<void> {
	await ctx.database.transaction(async () => {
		await ctx.database.exec(
			"update campaigns set bounces_from = $3 where owner_id = $1 and id = $2 and state = 'active'",
			[ownerId, campaignId, new Date(ctx.now())],
		);
		await pauseWithReason(ctx, { ownerId, campaignId, reason });
	});
}

/**
 * Bounces of several small campaigns are those of one sender. Of each mailbox of the campaign, what all campaigns sent in the past
 * 30 days counts, since the last such pause of any of them; each campaign has its own limit.
 */
async function pauseMailboxes(
	ctx: Context,
	{ ownerId, campaignId }: { ownerId: string; campaignId: string },
	least: number,
): Promise<void> {
	const { database } = ctx;
	const since = new Date(ctx.now() - MAILBOX_MS);
	const mailboxes = await database.query<{ id: string; written: number; bounced: number }>(
		`select s.id, count(distinct m.recipient_id)::int as written,
			count(distinct m.recipient_id) filter (where m.state = 'bounced')::int as bounced
		from campaigns c cross join unnest(c.account_ids) as s (id)
		join campaign_messages m on m.owner_id = c.owner_id and m.sender_id = s.id and m.state in ('sent', 'bounced')
			and m.handed_over_at > greatest($3::timestamptz, (select max(o.bounces_from) from campaigns o
				where o.owner_id = c.owner_id and s.id = any(o.account_ids)))
		where c.owner_id = $1 and c.id = $2 group by s.id`,
		[ownerId, campaignId, since],
	);
	for (const { id, written, bounced } of mailboxes.filter((one) => one.bounced >= least)) {
		const percent = percentOf(bounced, written) ?? 0;
		const reached = await database.query<{ id: string }>(
			`select id from campaigns where owner_id = $1 and state = 'active' and $2::uuid = any(account_ids)
				and pause_at_bounces <= $3::float8`,
			[ownerId, id, percent],
		);
		if (reached.length === 0) continue;
		const email = (await listSenders(ctx, ownerId)).find(({ accountId }) => accountId === id)?.email ?? "this mailbox";
		const reason = `${bounced} of ${written} people couldn't be reached from ${email} (${percent.toFixed(1)}%), in all its campaigns. Check the addresses of your lists before you resume, so that your mail isn't taken for spam.`;
		for (const campaign of reached) await pause(ctx, { ownerId, campaignId: campaign.id, reason });
	}
}
