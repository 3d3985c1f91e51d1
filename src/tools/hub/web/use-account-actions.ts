import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "./text.ts";

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
		onError: fail(t.actions.syncFailed),
	});
	const reset = useMutation({
		mutationFn: () => api.resetDemo({ params }),
		onSuccess: refresh,
		onError: fail(t.actions.resetFailed),
	});
	const confirmReset = async () => {
		const yes = await confirm({
			title: t.actions.resetDemoMailbox,
			description: t.actions.resetDemoMailboxDescription,
			confirm: t.actions.resetDemo,
			danger: true,
		});
		if (yes) reset.mutate();
	};
	return {
		sync: () => sync.mutate(),
		syncing: sync.isPending,
		reset: () => void confirmReset(),
	};
}
