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
	run: (ctx, { ownerId, signal }) => probeDue(ctx, ownerId, signal),
};

/** A run for an owner; it schedules the next one. */
export async function probeDue(ctx: MailContext, ownerId: string, signal: AbortSignal, limit = PER_RUN): Promise<void> {
	const { database } = ctx;
	const now = new Date(ctx.now());
	const due = await listDueProbes(database, ownerId, { now, limit });
	for await (const _ of validateCounted(ctx, ownerId, due, { signal }));
	// Not asked: mailbox checks were turned off, or the domain no longer receives mail.
	await giveUpDueProbes(database, ownerId, { now, addresses: due });
	await scheduleRetry(ctx, ownerId);
}
