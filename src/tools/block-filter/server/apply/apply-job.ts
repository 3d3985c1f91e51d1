import { z } from "zod";
import { openPlan } from "#kernel/changes.ts";
import { conflict } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import type { JobKind } from "#kernel/work.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { applyPlans } from "./apply-plans.ts";
import { planningJob } from "./plan-job.ts";
import { expiredPlan } from "./plan-store.ts";

const input = z.object({ plans: z.uuid() });
type Input = z.infer<typeof input>;

/** Applies the plans of a run of the rules. */
export const applyFiltersJob: JobKind<Input, MailContext> = {
	name: "apply-filters",
	input,
	unit: "filters",
	concurrency: 2,
	attempts: 5,
	run: (ctx, job) => applyPlans(ctx, job, { ownerId: job.ownerId, jobId: job.input.plans }),
};

/**
 * Starts applying the plans of a run.
 * @param id of the job that planned
 * @throws AppError 404, 409 `plans-incomplete`, or 410 `plan-expired`
 */
export async function startApplying(ctx: MailContext, ownerId: string, id: string): Promise<Job> {
	const { state, accountId } = await planningJob(ctx, ownerId, id);
	if (state !== "done")
		throw conflict("plans-incomplete", "Not all filters have been checked. Wait until they are, or check them again.");
	const expired = await expiredPlan(ctx.database, { ownerId, jobId: id }, ctx.now());
	if (expired !== null) await openPlan(ctx, ownerId, expired);
	return ctx.jobs.enqueue(applyFiltersJob, { ownerId, accountId, input: { plans: id }, dedupeKey: id, here: true });
}
