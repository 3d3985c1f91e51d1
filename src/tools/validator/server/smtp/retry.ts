import { z } from "zod";
import type { MailContext } from "#kernel/module.ts";
import { scheduleOnce } from "#kernel/schedule.ts";
import { nextProbeDue } from "./store.ts";

/** The scheduled task that asks greylisting servers again; `probe-again.ts` runs it. */
export const probeAgainTask = { name: "validator.probe-again", input: z.null() };

/** Between two runs of an owner. */
const MIN_MS = 60_000;

/** Schedules the next run of an owner for when the next address is due. */
export async function scheduleRetry(ctx: Pick<MailContext, "database" | "now">, ownerId: string): Promise<void> {
	const due = await nextProbeDue(ctx.database, ownerId);
	if (due === null) return;
	const runAt = new Date(Math.max(due.getTime(), ctx.now() + MIN_MS));
	await scheduleOnce(ctx, probeAgainTask, { ownerId, input: null, runAt });
}
