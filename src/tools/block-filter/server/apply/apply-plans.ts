import { applyPlan, type Started } from "#kernel/changes.ts";
import { AppError } from "#kernel/errors.ts";
import type { MailContext } from "#kernel/module.ts";
import { type RunningJob, waitForJob } from "#kernel/work.ts";
import { openPlans, type PlansKey } from "./plan-store.ts";

/** Operations in progress at once: more wait, so that a cancellation leaves the rest undone. */
const AT_ONCE = 8;
/** Operations at a mail server that is slower than this are not waited for; they continue. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Applies plans in order and waits for their operations, which continue when this is cancelled. Resumes with those
 * that have not ended.
 * @param atOnce see `AT_ONCE`
 * @throws AppError 410 `plan-expired`, after the others
 */
export async function applyPlans(
	ctx: MailContext,
	job: Pick<RunningJob<unknown>, "ownerId" | "signal" | "progress" | "yieldIfWaiting">,
	key: PlansKey,
	atOnce = AT_ONCE,
): Promise<Record<string, unknown>> {
	const { open, rules: total } = await openPlans(ctx.database, key);
	/** Plans of each rule that have not ended. */
	const left = new Map([...Map.groupBy(open, ({ filterId }) => filterId)].map(([id, plans]) => [id, plans.length]));
	const report = () => job.progress({ done: total - left.size, total });
	const running: { jobId: string; filterId: string }[] = [];
	let isWaiting = true;
	let refused: AppError | null = null;
	const end = (filterId: string): void => {
		const count = (left.get(filterId) ?? 1) - 1;
		if (count === 0) left.delete(filterId);
		else left.set(filterId, count);
		report();
	};
	const finishOne = async ({ jobId, filterId }: { jobId: string; filterId: string }): Promise<void> => {
		// Not again for each of the others at the same server.
		if (isWaiting) isWaiting = (await waitForJob(ctx.jobs, job, jobId, LONGEST_WAIT_MS)) !== null;
		end(filterId);
	};
	report();
	for (const { id, filterId } of open) {
		job.signal.throwIfAborted();
		await job.yieldIfWaiting();
		const started = await applyOne(ctx, job.ownerId, id);
		if (started instanceof AppError) refused ??= started;
		if (started === null || started instanceof AppError) end(filterId);
		else running.push({ jobId: started.job.id, filterId });
		const next = running.length < atOnce ? undefined : running.shift();
		if (next !== undefined) await finishOne(next);
	}
	for (const one of running) await finishOne(one);
	if (refused !== null) throw refused;
	return {};
}

/** @returns null: the user has excluded every message; an error: the plan has expired */
async function applyOne(ctx: MailContext, ownerId: string, id: string): Promise<Started | AppError | null> {
	try {
		return await applyPlan(ctx, ownerId, id);
	} catch (cause) {
		if (!(cause instanceof AppError)) throw cause;
		if (cause.code === "nothing-selected") return null;
		if (cause.code === "plan-expired") return cause;
		throw cause;
	}
}
