import type { MailContext } from "#kernel/module.ts";
import type { ScheduledTask } from "#kernel/schedule.ts";
import { validateCounted } from "./list.ts";
import { probeAgainTask, scheduleRetry } from "./smtp/retry.ts";
import { giveUpDueProbes, listDueProbes } from "./smtp/store.ts";

/** Addresses of a run; the rest follows in the next one. */
const PER_RUN = 200;

/** Asks greylisting servers again, and stores the verdicts that follow. */
export const probeAgain: ScheduledTask<MailContext, null> = {
	...probeAgainTask,
	async run(ctx, { ownerId, signal }) {
		const { database } = ctx;
		const now = new Date(ctx.now());
		const due = await listDueProbes(database, ownerId, { now, limit: PER_RUN });
		for await (const _ of validateCounted(ctx, ownerId, due, signal));
		// Not asked: mailbox checks were turned off, or the domain no longer receives mail.
		await giveUpDueProbes(database, ownerId, { now, addresses: due });
		await scheduleRetry(ctx, ownerId);
	},
};
