import { z } from "zod";
import type { MailContext } from "#kernel/module.ts";
import { scheduleOnce } from "#kernel/schedule.ts";
import { tool } from "../tool.ts";

/** When a campaign's next message is due: one schedule per campaign, which each run replaces with the next one. */

export const runTask = { name: `${tool.id}.run`, input: z.object({ campaignId: z.uuid() }) };
export type RunInput = z.infer<typeof runTask.input>;

interface CampaignKey {
	ownerId: string;
	campaignId: string;
}

type Context = Pick<MailContext, "database" | "now">;

/** Campaigns restarted per statement. */
const BATCH = 1_000;
/** Before every campaign in their order. */
const FIRST: CampaignKey = { ownerId: "", campaignId: "00000000-0000-0000-0000-000000000000" };

/** The next run of a campaign; it replaces the one that was planned. */
export async function scheduleRun(ctx: Context, run: CampaignKey & { runAt: Date }): Promise<void> {
	const { ownerId, campaignId, runAt } = run;
	await scheduleOnce(ctx, runTask, { ownerId, key: campaignId, input: { campaignId }, runAt });
}

/**
 * Campaigns whose run was lost, such as one that failed too often, are run again, and those that wait for a delivery to be
 * confirmed: not every end of that is an event.
 */
export async function restartRuns(ctx: Context, batch = BATCH): Promise<void> {
	const now = new Date(ctx.now());
	for (let after: CampaignKey | undefined = FIRST; after !== undefined; ) {
		const rows: CampaignKey[] = await ctx.database.query<CampaignKey>(
			`select owner_id as "ownerId", id as "campaignId" from campaigns
			where (next_run_at < $1 or next_run_at is null) and state in ('active', 'scheduled')
				and (owner_id, id) > ($2, $3::uuid)
			order by owner_id, id limit $4`,
			[now, after.ownerId, after.campaignId, batch],
		);
		for (const row of rows) await scheduleRun(ctx, { ...row, runAt: now });
		after = rows.length < batch ? undefined : rows.at(-1);
	}
}
