import type { MailContext } from "#kernel/module.ts";
import { limits } from "../limits.ts";
import { pauseWithReason } from "./finish.ts";

/**
 * Pauses a campaign too many of whose messages bounced: mail providers judge a sender by it, and send the rest to spam.
 * People count whom it wrote to since it was launched, or resumed after such a pause.
 * @param least bounces before it does
 */
export async function pauseAtBounces(
	ctx: Pick<MailContext, "database">,
	{ ownerId, campaignId }: { ownerId: string; campaignId: string },
	least: number = limits.leastBounces,
): Promise<void> {
	const row = await ctx.database.one<{ limit: number | null; written: number; bounced: number }>(
		`select c.pause_at_bounces as limit, count(distinct m.recipient_id)::int as written,
			count(distinct m.recipient_id) filter (where m.state = 'bounced')::int as bounced
		from campaigns c join campaign_messages m on m.owner_id = c.owner_id and m.campaign_id = c.id
			and m.handed_over_at >= c.bounces_from and m.state in ('sent', 'bounced')
		where c.owner_id = $1 and c.id = $2 and c.state = 'active' group by c.pause_at_bounces`,
		[ownerId, campaignId],
	);
	if (row === undefined || row.limit === null || row.bounced < least) return;
	const percent = (100 * row.bounced) / row.written;
	if (percent < row.limit) return;
	await pauseWithReason(ctx, { ownerId, campaignId, reason: reasonOf(row.bounced, row.written) });
}

function reasonOf(bounced: number, written: number): string {
	const share = ((100 * bounced) / written).toFixed(1);
	return `${bounced} of ${written} people couldn't be reached (${share}%). Check the addresses of the list before you resume, so that your mail isn't taken for spam.`;
}
