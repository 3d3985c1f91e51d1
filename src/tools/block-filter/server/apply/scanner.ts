import type { MailContext } from "#kernel/module.ts";
import { waitForJob } from "#kernel/work.ts";
import { startPlanning } from "./plan-job.ts";
import { appliedBy } from "./plan-store.ts";

/** Maximum wait for the response; the changes continue afterwards. */
const DEADLINE_MS = 30_000;

/**
 * Applies rules to stored mail, as the specification's function does.
 * @param filters only these; null: all active ones
 * @returns how many messages had changed by the end of the wait
 * @throws AppError 409 `no-active-filters`
 */
export async function scanAndApply(
	ctx: MailContext,
	ownerId: string,
	filters: readonly { id: string }[] | null,
	signal: AbortSignal,
): Promise<{ processed: number }> {
	const { id } = await startPlanning(ctx, ownerId, { ids: filters?.map((filter) => filter.id), apply: true });
	await waitForJob(ctx.jobs, { ownerId, signal }, id, DEADLINE_MS);
	return { processed: await appliedBy(ctx.database, { ownerId, jobId: id }) };
}
