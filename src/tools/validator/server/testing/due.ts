import { startDue } from "#server/platform/schedule/start-due.ts";
import type { TestServer } from "#test/server.ts";
import { validatorModule } from "../module.ts";

/** Runs the validator's scheduled tasks that are due, and waits for their end. */
export async function startDueTasks({ ctx }: TestServer): Promise<void> {
	await startDue(
		ctx,
		(validatorModule.schedules ?? []).map(({ name }) => name),
	);
	await ctx.jobs.drain();
}
