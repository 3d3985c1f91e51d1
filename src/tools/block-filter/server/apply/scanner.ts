import type { MailContext } from "#kernel/module.ts";
import { pause } from "#shared/pause.ts";
import { applyFilters, planFilters } from "./plans.ts";

/** Maximum wait for the response; the changes continue afterwards. */
const DEADLINE_MS = 30_000;
const POLL_MS = 100;

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
	const { items } = await planFilters(ctx, ownerId, { ids: filters?.map(({ id }) => id) });
	const plans = items.flatMap(({ plan }) => (plan === null ? [] : [plan.id]));
	const started = await applyFilters(ctx, ownerId, plans);
	const until = Date.now() + DEADLINE_MS;
	for (const { job } of started)
		while (Date.now() < until && (await isRunning(ctx, ownerId, job.id))) await pause(POLL_MS, signal);
	const [row] = await ctx.database.query<{ processed: number }>(
		"select coalesce(sum(applied), 0)::int as processed from mail_operations_v1 where owner_id = $1 and id = any($2::uuid[])",
		[ownerId, plans],
	);
	return { processed: row?.processed ?? 0 };
}

async function isRunning(ctx: MailContext, ownerId: string, id: string): Promise<boolean> {
	const { state } = await ctx.jobs.get(ownerId, id);
	return state === "queued" || state === "running";
}
