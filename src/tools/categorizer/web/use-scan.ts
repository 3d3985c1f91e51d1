import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSelection } from "#web/lib/accounts.ts";
import { formatCount } from "#web/lib/format.ts";
import { activeJobsQuery, type Job, useJob } from "#web/lib/jobs.ts";
import { hasMailbox } from "#web/lib/missing-mailbox.ts";
import { keys } from "#web/lib/query-client.ts";
import { toast } from "#web/ui/toast.ts";
import { categorizer } from "./api.ts";
import type { Scope } from "./use-scope.ts";

const failed = (description: string | undefined) => toast({ title: "Scan Failed", description, tone: "destructive" });

/** Syncs the mailboxes and classifies mail without a category; follows a scan that is already running. */
export function useScan(scope: Scope) {
	const client = useQueryClient();
	const selection = useSelection();
	const { data: active } = useQuery(activeJobsQuery);
	const [watched, setWatched] = useState<string | null>(null);
	/** The last one that ended: each end is reported once. */
	const [last, setLast] = useState<string | null>(null);
	const running = active?.find(({ kind, accountId }) => kind === "categorise" && accountId === (scope.account ?? null));
	// Started before a reload, or in another tab.
	if (running !== undefined && running.id !== last && running.id !== watched) setWatched(running.id);
	const id = watched === last ? null : watched;
	const finish = async (job: Job) => {
		setLast(job.id);
		await Promise.all([keys.mail, keys.accounts].map((queryKey) => client.invalidateQueries({ queryKey })));
		if (job.state === "cancelled") return;
		if (job.state === "failed") return failed(job.error ?? undefined);
		const { total } = await categorizer.getCategorySummary({ query: scope });
		const coming = Array.isArray(job.result?.stillComing) && job.result.stillComing.length > 0;
		toast({
			title: "Scan Complete",
			description: `Found ${formatCount(total, "email")} across categories.${coming ? " More mail is still coming in." : ""}`,
		});
	};
	const job = useJob(id, (over) => {
		finish(over).catch((error: Error) => failed(error.message));
	});
	const start = useMutation({
		mutationFn: () => categorizer.scanCategories({ body: { account: scope.account } }),
		onSuccess: ({ job: begun }) => setWatched(begun.id),
		onError: (error) => failed(error.message),
	});
	return {
		/** False until the mailboxes are known. */
		ready: selection.accounts !== undefined,
		scanning: start.isPending || id !== null,
		/** Current step: "Looking for new mail in ann@example.org". */
		note: id === null ? null : (job?.note ?? null),
		/** Shows a toast when there is no mailbox to scan. */
		scan: () => {
			if (hasMailbox(selection)) start.mutate();
		},
	};
}
