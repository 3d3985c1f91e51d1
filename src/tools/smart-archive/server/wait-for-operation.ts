import { readOperation } from "#kernel/changes.ts";
import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import type { RunningJob } from "#kernel/work.ts";
import { pause } from "#shared/pause.ts";

const POLL_MS = 300;

/** Waits until an applied plan's operation has ended, so that this job ends with it. @param note progress text */
export async function waitForOperation(
	ctx: MailContext,
	job: RunningJob<unknown>,
	operationId: string,
	note: string,
): Promise<void> {
	const { ownerId, signal } = job;
	for (;;) {
		const operation = await readOperation(ctx.database, ownerId, operationId);
		const { state, applied, skipped, failed, item_count: total, job_id: jobId } = operation;
		job.progress({ done: applied + skipped + failed, total, note });
		if (state !== "running") return;
		if (signal.reason instanceof AppError && signal.reason.code === "cancelled" && jobId !== null)
			await ctx.jobs.cancel(ownerId, jobId);
		signal.throwIfAborted();
		await pause(POLL_MS);
	}
}
