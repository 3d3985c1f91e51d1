import { z } from "zod";
import type { JobDescription } from "../../platform/jobs/jobs.ts";
import type { MailContext } from "../context/context.ts";
import { hasReadyInboxEvents } from "./store.ts";

const input = z.object({ accountId: z.uuid() });
export type InboxEventsInput = z.infer<typeof input>;

/** The job that delivers inbox events. Its handler is created in `module.ts` from the modules with `onNewMail`. */
export const inboxEvents: JobDescription<InboxEventsInput> = {
	name: "inbox-events",
	input,
	unit: "messages",
	concurrency: 2,
	attempts: 6,
};

/**
 * Enqueues the delivery of an account's inbox events, if there are any. Cheap.
 * @param runNow there is new mail: do not wait for the retry of an earlier failure
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
	// The running job may have read the table just before these were inserted.
	if (job.state === "running")
		await ctx.jobs.enqueue(inboxEvents, { ...request, dedupeKey: `${accountId}/after/${job.id}`, follows: job.id });
}
