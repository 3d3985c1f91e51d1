import type { MailContext } from "#kernel/module.ts";
import { percentOf } from "#shared/figures/share.ts";
import { limits } from "../limits.ts";
import { pauseWithReason } from "./finish.ts";

/**
 * Pauses a campaign too many of whose messages bounced: mail providers judge a sender by it, and send the rest to spam.
 * Only messages count that were sent since the last such pause: who resumes the campaign knows of the others.
 * @param least bounces before it does
 */
export async function pauseAtBounces(
	ctx: Pick<MailContext, "database" | "now">,
	{ ownerId, campaignId }: { ownerId: string; campaignId: string },
	least: number = limits.leastBounces,
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
	await ctx.database.transaction(async () => {
		await ctx.database.exec(
			"update campaigns set bounces_from = $3 where owner_id = $1 and id = $2 and state = 'active'",
			[ownerId, campaignId, new Date(ctx.now())],
		);
		await pauseWithReason(ctx, { ownerId, campaignId, reason });
	});
}
