import { insertInto } from "#kernel/database.ts";
import type { MailContext } from "#kernel/module.ts";
import { listSenders } from "#kernel/send.ts";
import { newId } from "#shared/ids.ts";
import { finishIfDone, pauseWithReason } from "./finish.ts";
import { type CampaignRow, campaignEvents, readCampaign } from "./rows.ts";

const REASON = "The mailbox that wrote to this person was removed.";

/**
 * Shares the recipients of mailboxes that were removed since the launch among the campaign's other mailboxes. Whom a
 * removed mailbox has written to gets nothing further: a follow-up from someone else would not be in the conversation.
 * Without another mailbox, the campaign is paused.
 * @returns the mailboxes that it sends from
 */
export async function replaceRemovedSenders(
	ctx: MailContext,
	ownerId: string,
	{ id, accountIds }: CampaignRow,
): Promise<string[]> {
	const known = new Set((await listSenders(ctx, ownerId)).map(({ accountId }) => accountId));
	const removed = accountIds.filter((accountId) => !known.has(accountId));
	if (removed.length === 0) return accountIds;
	const left = accountIds.filter((accountId) => known.has(accountId));
	if (left.length === 0) {
		const reason = "The mailboxes that this campaign sends from were removed.";
		if (!(await finishIfDone(ctx, ownerId, id))) await pauseWithReason(ctx, { ownerId, campaignId: id, reason });
		return [];
	}
	await ctx.database.transaction(async () => {
		await readCampaign(ctx.database, ownerId, id, { lock: "for update" });
		const at = new Date(ctx.now());
		const stopped = await ctx.database.query<{ recipientId: string }>(
			`update campaign_recipients set state = 'stopped', reason = $4, next_at = null, away_until = null, changed_at = $5
			where owner_id = $1 and campaign_id = $2 and sender_id = any($3::uuid[]) and state = 'waiting' and next_step > 0
			returning id as "recipientId"`,
			[ownerId, id, removed, REASON, at],
		);
		const about = {
			ownerId,
			campaignId: id,
			kind: "stopped" as const,
			detail: REASON,
			isMachine: false,
			happenedAt: at,
		};
		const events = stopped.map(({ recipientId }) => ({ ...about, id: newId(ctx.now()), recipientId }));
		await ctx.database.exec(...insertInto(campaignEvents, events));
		await ctx.database.exec(
			`update campaign_recipients r set sender_id = ($4::uuid[])[1 + n.number % $5]
			from (select id, (row_number() over (order by position) - 1)::int as number from campaign_recipients
				where owner_id = $1 and campaign_id = $2 and sender_id = any($3::uuid[]) and state = 'waiting') n
			where r.owner_id = $1 and r.id = n.id`,
			[ownerId, id, removed, left, left.length],
		);
		await ctx.database.exec("update campaigns set account_ids = $3 where owner_id = $1 and id = $2", [
			ownerId,
			id,
			left,
		]);
	});
	return left;
}
