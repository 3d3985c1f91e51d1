import { useQuery } from "@tanstack/react-query";
import { keys } from "#web/lib/api/query-client.ts";
import { useJobAction } from "#web/lib/jobs/job-action.ts";
import { activeJobsQuery } from "#web/lib/jobs/jobs.ts";
import { useSelection } from "#web/lib/mailbox/accounts.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { dashboard } from "./api.ts";
import { t } from "./text.ts";

/** Starts a full scan of the selected mailbox or of all; follows one that is already running. */
export function useFullScan() {
	const { account } = useSelection();
	const { data: active } = useQuery(activeJobsQuery);
	const running = active?.find(({ kind, accountId }) => kind === "full-scan" && accountId === (account?.id ?? null));
	return useJobAction({
		start: async () => ({ jobs: [(await dashboard["start-full-scan"]({ body: { account: account?.id } })).job] }),
		// Started before a reload, or in another tab.
		running: running?.id ?? null,
		onDone: async ({ jobs: [over] }) => {
			const { totalEmails } = await dashboard.get_email_statistics({ query: { account: account?.id } });
			const syncing = over?.result?.stillSyncing;
			const isSyncing = Array.isArray(syncing) && syncing.length > 0;
			toast({
				title: t.scan.done,
				description: isSyncing ? t.scan.stillSyncing(syncing.join(", ")) : t.scan.doneNamed(totalEmails ?? 0),
			});
		},
		failed: t.scan.failed,
		refresh: [keys.mail, keys.accounts],
	});
}
