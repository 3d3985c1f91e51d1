import { allPages } from "#web/lib/api/all-pages.ts";
import { api } from "#web/lib/api/api.ts";
import { type Job, jobOver } from "#web/lib/jobs/jobs.ts";
import type { FilterPlan } from "../../contract.ts";
import { filters } from "../base/api.ts";
import { t } from "../base/text.ts";

/** What the active filters would do. */
export interface Planned {
	/** Of the plans together. */
	id: string;
	items: FilterPlan[];
}

/**
 * Plans what the active filters would do to stored mail.
 * @param body.apply the plans are applied, too
 * @param onProgress gets the job while it runs
 * @param signal cancels the job
 * @throws Error with the job's message when it failed or was canceled and nothing was applied
 */
export async function planFilters(
	body: { account?: string | undefined; ids?: string[]; apply?: boolean },
	onProgress?: (job: Job) => void,
	signal?: AbortSignal,
): Promise<Planned & { error: string | null }> {
	const { job } = await filters.planFilters({ body });
	const cancel = () => void api.cancelJob({ params: { id: job.id } }).catch(() => undefined);
	if (signal?.aborted) cancel();
	signal?.addEventListener("abort", cancel);
	const over = await jobOver(job.id, onProgress).finally(() => signal?.removeEventListener("abort", cancel));
	const reason = over.error ?? (over.state === "cancelled" ? t.apply.checkCanceled : t.apply.noReason);
	const error = over.state === "done" ? null : reason;
	// What was applied before is reported with the reason.
	if (error !== null && body.apply !== true) throw new Error(error);
	return { id: job.id, items: await listPlans(job.id), error };
}

/** The plans, and what they have changed. */
export function listPlans(id: string): Promise<FilterPlan[]> {
	return allPages((cursor) => filters.listFilterPlans({ params: { id }, query: { limit: 200, cursor } }));
}

/** What plans have changed. */
export interface Applied {
	/** Operations that can be undone. */
	operations: string[];
	/** Their mailboxes. */
	mailboxes: string[];
	/** Emails that were changed. */
	changed: number;
	/** Emails that were not, and why; null: all were. */
	problem: string | null;
}

/** Adds up what plans have changed. @param error of the job that applied them */
export function appliedBy(items: readonly FilterPlan[], error: string | null): Applied {
	const begun = items.flatMap(({ accountId, plan, operation }) =>
		plan && operation ? [{ id: plan.id, accountId, ...operation }] : [],
	);
	const undoable = begun.filter(({ canUndo }) => canUndo);
	const failed = begun.reduce((sum, operation) => sum + operation.failed + operation.skipped, 0);
	const reason = begun.find((operation) => operation.error !== null)?.error ?? error;
	return {
		operations: undoable.map(({ id }) => id),
		mailboxes: [...new Set(undoable.map(({ accountId }) => accountId))],
		changed: begun.reduce((sum, { applied }) => sum + applied, 0),
		problem: failed > 0 ? t.apply.notChanged(failed, reason) : reason,
	};
}
