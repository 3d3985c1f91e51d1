import { z } from "zod";
import { pause } from "#shared/pause.ts";
import type { JobKind } from "../../platform/jobs/jobs.ts";
import type { MailContext } from "../context/context.ts";
import { lockAccount } from "../store/change.ts";
import { hasReaders } from "../store/readers.ts";
import { recountDays } from "../store/rollups/days.ts";
import { accountsToRecount, markRecounted } from "../store/rollups/rollup-version.ts";

const input = z.object({ accountId: z.uuid() });
const state = z.object({ from: z.string(), done: z.number() });

const GAP_MS = 20;

/** Counts a mailbox's mail per day from scratch, month by month: after an update that counts more, or on request. */
export const recountJob: JobKind<z.infer<typeof input>, MailContext> = {
	name: "recount",
	input,
	unit: "months",
	concurrency: 1,
	attempts: 6,
	async run(ctx, job) {
		const { database } = ctx;
		const { ownerId, signal } = job;
		const { accountId } = job.input;
		const previous = state.safeParse(job.previous).data;
		let from = previous?.from ?? null;
		let done = previous?.done ?? 0;
		for (;;) {
			signal.throwIfAborted();
			const since = from;
			from = await database.transaction(async () => {
				await lockAccount(database, accountId);
				return recountDays({ database, ownerId, accountId }, since);
			});
			if (from === null) break;
			done += 1;
			job.progress({ done, result: { from, done } });
			await job.yieldIfWaiting();
			if (hasReaders(database)) await pause(GAP_MS, signal);
		}
		await markRecounted(database, ownerId, accountId);
		ctx.events.publish(ownerId, { type: "mail", accountId });
		return { months: done };
	},
};

/** Enqueues or resumes the job for every account counted by an older version. Cheap when there is none. */
export async function enqueueRecounts(ctx: Pick<MailContext, "database" | "jobs">): Promise<void> {
	for (const { ownerId, accountId } of await accountsToRecount(ctx.database)) {
		const request = { ownerId, accountId, input: { accountId }, dedupeKey: accountId };
		await ctx.jobs.enqueue(recountJob, { ...request, background: true });
	}
}
