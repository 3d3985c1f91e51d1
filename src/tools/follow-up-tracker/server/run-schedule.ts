import { z } from "zod";
import type { Queryable } from "#kernel/database.ts";
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

/** The next run of a campaign; it replaces the one that was planned. */
export async function scheduleRun(ctx: Context, run: CampaignKey & { runAt: Date }, tx?: Queryable): Promise<void> {
	const { ownerId, campaignId, runAt } = run;
	await scheduleOnce(ctx, runTask, { ownerId, key: campaignId, input: { campaignId }, runAt }, tx);
}

/**
 * Campaigns whose run was lost, such as one that failed too often, are run again, and those that wait for a delivery to be
 * confirmed: not every end of that is an event.
 */
export async function restartRuns(ctx: Context): Promise<void> {
	const now = new Date(ctx.now());
	const rows = await ctx.database.query<{ ownerId: string; campaignId: string }>(
		`select owner_id as "ownerId", id as "campaignId" from campaigns
		where (next_run_at < $1 or next_run_at is null) and state in ('active', 'scheduled') limit 1000`,
		[now],
	);
	for (const row of rows) await scheduleRun(ctx, { ...row, runAt: now });
}
