import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Account } from "#web/lib/accounts.ts";
import { api } from "#web/lib/api.ts";
import { formatCount } from "#web/lib/format.ts";
import { keys } from "#web/lib/query-client.ts";
import { confirm } from "#web/ui/confirm.ts";
import { toast } from "#web/ui/toast.ts";

/** Actions on a connected mailbox from its row. */
export function useAccountActions(account: Account) {
	const client = useQueryClient();
	const params = { id: account.id };
	const refresh = () =>
		Promise.all([keys.accounts, keys.jobs, keys.mail].map((queryKey) => client.invalidateQueries({ queryKey })));
	const fail = (title: string) => (error: Error) => toast({ title, description: error.message, tone: "destructive" });
	const sync = useMutation({
		mutationFn: () => api.syncAccount({ params }),
		onSuccess: refresh,
		onError: fail("Sync failed"),
	});
	const reset = useMutation({
		mutationFn: () => api.resetDemo({ params }),
		onSuccess: refresh,
		onError: fail("Reset failed"),
	});
	const remove = useMutation({
		mutationFn: () => api.deleteAccount({ params }),
		onSuccess: async () => {
			toast({ title: "Mailbox disconnected", description: account.name });
			await refresh();
		},
		onError: fail("Disconnection Failed"),
	});
	const askReset = async () => {
		const yes = await confirm({
			title: "Reset the demo mailbox?",
			description: "Everything you changed in it goes back to how it started.",
			confirm: "Reset demo",
			danger: true,
		});
		if (yes) reset.mutate();
	};
	const askDisconnect = async () => {
		const kept = account.capabilities.remote ? "The mailbox itself is not touched." : "Your file is not touched.";
		const yes = await confirm({
			title: `Disconnect ${account.name}?`,
			description: `The copy of ${formatCount(account.totalEmails, "email")} on this server is deleted for good. ${kept}`,
			confirm: "Disconnect",
			danger: true,
		});
		if (yes) remove.mutate();
	};
	return {
		sync: () => sync.mutate(),
		syncing: sync.isPending,
		reset: () => void askReset(),
		disconnect: () => void askDisconnect(),
	};
}
