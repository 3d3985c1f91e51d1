import { z } from "zod";
import type { MailContext } from "#kernel/module.ts";
import type { JobKind } from "#kernel/work.ts";
import { sweepDue } from "./run.ts";
import { ownersDue } from "./store.ts";

const input = z.object({});

/** Runs a user's sweep rules once a day. */
export const sweepJob: JobKind<z.infer<typeof input>, MailContext> = {
	name: "sweep",
	input,
	unit: "rules",
	concurrency: 1,
	attempts: 3,
	run: async (ctx, { ownerId, signal }) => ({ rules: await sweepDue(ctx, ownerId, signal) }),
};

/** Queues a job for every user with rules that are due. */
export async function startSweeps(ctx: MailContext): Promise<void> {
	for (const ownerId of await ownersDue(ctx))
		await ctx.jobs.enqueue(sweepJob, { ownerId, input: {}, dedupeKey: "due", background: true });
}
