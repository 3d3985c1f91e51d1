import { useQueryClient } from "@tanstack/react-query";
import { type JobResult, type StartedJobs, useJobAction } from "#web/lib/jobs/job-action.ts";
import { offerUndo, refreshMail } from "#web/lib/undo/undo.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { filters } from "../base/api.ts";
import { t } from "../base/text.ts";
import { appliedBy, listPlans } from "./planned.ts";

/** Applies plans, by the id of all, and offers undo. */
export function useApply(onDone: () => void) {
	const client = useQueryClient();
	const report = async ({ jobs: [job], input: id = "" }: JobResult<string, StartedJobs>) => {
		const { operations, mailboxes, changed, problem } = appliedBy(await listPlans(id), job?.error ?? null);
		await refreshMail(client);
		const message = {
			id: "filters-applied",
			title: job?.state === "cancelled" ? t.apply.canceled : t.apply.filtersApplied,
			description: t.apply.processed(changed, problem),
		};
		if (operations.length > 0) offerUndo(client, { operations, mailboxes }, message);
		else toast(message);
		onDone();
	};
	const fail = async (error: Error) => {
		await refreshMail(client);
		toast({ title: t.apply.error, description: t.apply.failedToApply(error.message), tone: "destructive" });
		onDone();
	};
	return useJobAction<string>({
		start: async (id) => ({ jobs: [(await filters.applyFilters({ params: { id } })).job] }),
		onDone: report,
		onCancelled: report,
		// Some of the filters may have been applied.
		failed: (error, result) => (result ? report(result).catch(fail) : fail(error)),
	});
}
