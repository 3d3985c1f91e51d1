import { z } from "zod";
import type { JobDescription } from "../../platform/jobs/jobs.ts";
import type { MailContext } from "../context/context.ts";
import { hasReadyInboxEvents } from "./store.ts";

const input = z.object({ accountId: z.uuid() });
export type InboxEventsInput = z.infer<typeof input>;

/** Telling the tools of new mail. The work itself is made in `module.ts`, of the tools that want to know. */
export const inboxEvents: JobDescription<InboxEventsInput> = {
	name: "arrivals",
	input,
	unit: "messages",
	concurrency: 2,
	attempts: 6,
};

/**
 * Has the tools told of what has come into a mailbox, if there is anything. Cheap.
 * @param runNow there is news: it does not wait for the next try of something that failed
 */
export async function enqueueInboxEvents(
	ctx: Pick<MailContext, "database" | "jobs">,
	ownerId: string,
	accountId: string,
	runNow = false,
): Promise<void> {
	if (!(await hasReadyInboxEvents(ctx.database, ownerId, accountId))) return;
	const request = { ownerId, accountId, input: { accountId }, background: true, runNow };
	const job = await ctx.jobs.enqueue(inboxEvents, { ...request, dedupeKey: accountId });
	// It may have looked just before these were there.
	if (job.state === "running")
		await ctx.jobs.enqueue(inboxEvents, { ...request, dedupeKey: `${accountId}/after/${job.id}`, follows: job.id });
}
