import { api } from "#web/lib/api.ts";
import { jobOver } from "#web/lib/jobs.ts";
import { filters } from "../api.ts";
import { t } from "../text.ts";

/** What a new filter did to the emails that are here. */
export interface AppliedFilter {
	/** Operations that can be undone. */
	operations: string[];
	/** Emails that were changed. */
	changed: number;
	/** Why others were not; null: all were. */
	problem: string | null;
}

/** Applies a filter to stored mail, and waits until it is done. Never rejects: the filter exists. */
export async function applyCreated(filterId: string): Promise<AppliedFilter> {
	const result: AppliedFilter = { operations: [], changed: 0, problem: null };
	try {
		const { items } = await filters.planFilters({ body: { ids: [filterId] } });
		result.problem = items.find(({ reason }) => reason !== null)?.reason ?? null;
		const plans = items.flatMap(({ plan }) => plan?.id ?? []);
		if (plans.length === 0) return result;
		const { items: started } = await filters.applyFilters({ body: { plans } });
		result.operations = started.map(({ operation }) => operation.id);
		const jobs = await Promise.all(started.map(({ job }) => jobOver(job.id)));
		const finished = await Promise.all(result.operations.map((id) => api.getOperation({ params: { id } })));
		result.operations = finished.filter(({ canUndo }) => canUndo).map(({ id }) => id);
		result.changed = finished.reduce((sum, { applied }) => sum + applied, 0);
		const failed = finished.reduce((sum, operation) => sum + operation.failed + operation.skipped, 0);
		const error = jobs.find((job) => job.error !== null)?.error ?? null;
		if (failed > 0) result.problem ??= t.apply.notChanged(failed, error).trim();
		else result.problem ??= error;
	} catch (error) {
		result.problem = (error as Error).message;
	}
	return result;
}
