import { z } from "zod";
import type { Context } from "../../context.ts";
import type { JobDescription } from "../../jobs/jobs.ts";
import { hasReadyArrivals } from "./store.ts";

const input = z.object({ accountId: z.uuid() });
export type ArrivalsInput = z.infer<typeof input>;

/** Telling the tools of new mail. The work itself is made in `module.ts`, of the tools that want to know. */
export const arrivals: JobDescription<ArrivalsInput> = {
	name: "arrivals",
	input,
	unit: "messages",
	concurrency: 2,
	attempts: 6,
};

/**
 * Has the tools told of what has come into a mailbox, if there is anything. Cheap.
 * @param hasten there is news: it does not wait for the next try of something that failed
 */
export async function enqueueArrivals(
	ctx: Pick<Context, "database" | "jobs">,
	ownerId: string,
	accountId: string,
	hasten = false,
): Promise<void> {
	if (!(await hasReadyArrivals(ctx.database, ownerId, accountId))) return;
	const request = { ownerId, accountId, input: { accountId }, background: true, hasten };
	const job = await ctx.jobs.enqueue(arrivals, { ...request, dedupeKey: accountId });
	// It may have looked just before these were there.
	if (job.state === "running")
		await ctx.jobs.enqueue(arrivals, { ...request, dedupeKey: `${accountId}/after/${job.id}`, follows: job.id });
}
