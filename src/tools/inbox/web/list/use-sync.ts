import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Account, providerNames } from "#web/lib/accounts.ts";
import { api } from "#web/lib/api.ts";
import { formatCount } from "#web/lib/format.ts";
import { jobOver } from "#web/lib/jobs.ts";
import { toast } from "#web/ui/toast.ts";
import { refresh } from "../changes/changes.ts";

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
	const client = useQueryClient();
	const [asked, setAsked] = useState(false);
	const remote = accounts.filter((account) => account.capabilities.remote);

	const sync = async () => {
		const [only] = accounts;
		if (remote.length === 0) {
			toast({
				title: "Sync not available",
				description: only
					? `${providerNames[only.provider]} has no server to sync with: all its mail is here.`
					: "No mailbox is connected.",
			});
			return;
		}
		setAsked(true);
		try {
			const jobs = await Promise.all(remote.map((account) => api.syncAccount({ params: { id: account.id } })));
			const over = await Promise.all(jobs.map(({ job }) => jobOver(job.id)));
			const failed = over.find((job) => job.state === "failed");
			if (failed) throw new Error(failed.error ?? "The server gave no reason.");
			const count = over.reduce((sum, job) => sum + synced(job.result, job.done), 0);
			toast({ title: "Sync completed", description: `Synced ${formatCount(count, "email")}.` });
		} catch (error) {
			toast({
				title: "Sync failed",
				description: error instanceof Error ? error.message : undefined,
				tone: "destructive",
			});
		} finally {
			setAsked(false);
			await refresh(client);
		}
	};
	// An upload's import is not a sync: the shell shows its progress.
	return { sync: () => void sync(), syncing: asked || remote.some((account) => account.syncStatus === "syncing") };
}
