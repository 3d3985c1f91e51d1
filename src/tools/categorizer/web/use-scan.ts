import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "#web/lib/api/query-client.ts";
import { useJobAction } from "#web/lib/jobs/job-action.ts";
import { activeJobsQuery } from "#web/lib/jobs/jobs.ts";
import { useSelection } from "#web/lib/mailbox/accounts.ts";
import { hasMailbox } from "#web/lib/mailbox/missing-mailbox.ts";
import { categorizer } from "./base/api.ts";
import { t } from "./base/text.ts";
import type { Scope } from "./base/use-scope.ts";

/** Syncs the mailboxes and classifies mail without a category; follows a scan that is already running. */
export function useScan(scope: Scope) {
	const selection = useSelection();
	const [result, setResult] = useState<string | null>(null);
	const { data: active } = useQuery(activeJobsQuery);
	const running = active?.find(({ kind, accountId }) => kind === "categorize" && accountId === (scope.account ?? null));
	const { run, isRunning, job } = useJobAction({
		start: async () => ({ jobs: [(await categorizer.scanCategories({ body: { account: scope.account } })).job] }),
		// Started before a reload, or in another tab.
		running: running?.id ?? null,
		onDone: async ({ jobs: [over] }) => {
			const { total } = await categorizer.getCategorySummary({ query: scope });
			const isSyncing = Array.isArray(over?.result?.stillSyncing) && over.result.stillSyncing.length > 0;
			setResult(t.page.scanCompleteNamed(total, isSyncing));
		},
		failed: t.page.scanFailed,
		refresh: [keys.mail, keys.accounts],
	});
	return {
		/** False until the mailboxes are known. */
		ready: selection.accounts !== undefined,
		scanning: isRunning,
		/** Current step: "Looking for new mail in ann@example.org", then the result of the scan. */
		note: isRunning ? (job?.note ?? null) : result,
		/** Shows a toast when there is no mailbox to scan. */
		scan: () => {
			if (hasMailbox(selection)) void run();
		},
	};
}
