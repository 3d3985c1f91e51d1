import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSelection } from "#web/lib/accounts.ts";
import { jobOver } from "#web/lib/jobs.ts";
import { hasMailbox } from "#web/lib/missing-mailbox.ts";
import { keys } from "#web/lib/query-client.ts";
import { toast } from "#web/ui/toast.ts";
import { listsKey, unsubscriber } from "../api.ts";

/** Syncs new mail, then reloads the lists. @param account absent: all mailboxes */
export function useScan(account: string | undefined) {
	const client = useQueryClient();
	const selection = useSelection();
	const scan = useMutation({
		mutationFn: async () => {
			const { jobs } = await unsubscriber.scanSubscriptions({ body: { account } });
			const over = await Promise.all(jobs.map(({ id }) => jobOver(id)));
			const failed = over.find((job) => job.state === "failed");
			if (failed) throw new Error(failed.error ?? "The server gave no reason.");
		},
		onError: (error) => toast({ title: "Scan Failed", description: error.message, tone: "destructive" }),
		// Stored mail is shown even if the sync failed.
		onSettled: () =>
			Promise.all([
				client.invalidateQueries({ queryKey: listsKey }),
				client.invalidateQueries({ queryKey: keys.accounts }),
			]),
	});
	return {
		scanning: scan.isPending,
		scan: () => {
			if (hasMailbox(selection)) scan.mutate();
		},
	};
}
