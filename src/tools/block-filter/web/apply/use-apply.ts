import { useQueryClient } from "@tanstack/react-query";
import type { Operation } from "#shared/contracts/plans.ts";
import { api } from "#web/lib/api.ts";
import { type JobResult, type StartedJobs, useJobAction } from "#web/lib/job-action.ts";
import { offerUndo, refreshMail } from "#web/lib/undo.ts";
import { toast } from "#web/ui/toast.ts";
import { filters } from "../api.ts";
import { t } from "../text.ts";

interface Started extends StartedJobs {
	operations?: readonly Pick<Operation, "id" | "count">[];
}

/** Applies the plans, follows the operations, and offers undo. */
export function useApply(onDone: () => void) {
	const client = useQueryClient();
	const report = async ({ jobs, started }: JobResult<string[], Started>) => {
		const begun: Started["operations"] = "operations" in started ? started.operations : [];
		const finished = await Promise.all((begun ?? []).map(({ id }) => api.getOperation({ params: { id } })));
		await refreshMail(client);
		const processed = finished.reduce((sum, { applied }) => sum + applied, 0);
		const failed = finished.reduce((sum, operation) => sum + operation.failed + operation.skipped, 0);
		const error = jobs.find((job) => job.error !== null)?.error;
		const failures = failed > 0 ? t.apply.notChanged(failed, error ?? null) : "";
		const message = {
			id: "filters-applied",
			title: t.apply.filtersApplied,
			description: t.apply.processed(processed, failures),
		};
		const operations = finished.filter(({ canUndo }) => canUndo).map(({ id }) => id);
		if (operations.length > 0) offerUndo(client, { operations }, message);
		else toast(message);
		onDone();
	};
	const fail = async (error: Error) => {
		await refreshMail(client);
		toast({ title: t.apply.error, description: t.apply.failedToApply(error.message), tone: "destructive" });
		onDone();
	};
	const { run, isRunning, progress } = useJobAction<string[], Started>({
		start: async (plans) => {
			const { items } = await filters.applyFilters({ body: { plans } });
			return { jobs: items.map(({ job }) => job), operations: items.map(({ operation }) => operation) };
		},
		onDone: report,
		onCancelled: report,
		// Some of the filters may have been applied.
		failed: (error, result) => (result ? report(result).catch(fail) : fail(error)),
	});
	return { start: run, isRunning, done: progress.done, total: progress.total ?? 0 };
}
