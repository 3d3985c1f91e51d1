import { providerInfo } from "#shared/providers.ts";
import { api } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import { useJobAction } from "#web/lib/jobs/job-action.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "../../base/text.ts";

/** Number of messages a sync brought, from its job's result. */
function synced(result: Record<string, unknown> | null, done: number): number {
	for (const name of ["added", "imported", "synced"]) {
		const value = result?.[name];
		if (typeof value === "number") return value;
	}
	return done;
}

/** Syncs these mailboxes and reports what is new. */
export function useSync(accounts: readonly Account[]) {
	const remote = accounts.filter((account) => account.capabilities.remote);
	const action = useJobAction({
		start: async () => ({
			jobs: await Promise.all(remote.map(async ({ id }) => (await api.syncAccount({ params: { id } })).job)),
		}),
		onDone: ({ jobs }) => {
			const count = jobs.reduce((sum, job) => sum + synced(job.result, job.done), 0);
			toast({ title: t.list.syncCompleted, description: t.list.synced(count) });
		},
		onCancelled: () => void toast({ title: t.list.syncCanceled }),
		failed: t.list.syncFailed,
		refresh: [keys.mail, keys.accounts],
	});
	const sync = () => {
		const [only] = accounts;
		if (remote.length > 0) return void action.run();
		toast({
			title: t.list.syncNotAvailable,
			description: only ? t.list.noServer(providerInfo(only.provider).name) : t.list.noMailboxConnected,
		});
	};
	// An upload's import is not a sync: the shell shows its progress.
	return { sync, syncing: action.isRunning || remote.some((account) => account.syncStatus === "syncing") };
}
