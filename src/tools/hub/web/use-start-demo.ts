import { useMutation, useQueryClient } from "@tanstack/react-query";
import { cacheAccount, selectAccount } from "#web/lib/accounts.ts";
import { api } from "#web/lib/api.ts";
import { keys } from "#web/lib/query-client.ts";
import { toast } from "#web/ui/toast.ts";
import { t } from "./text.ts";

/** Creates the demo mailbox and selects it. */
export function useStartDemo() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: () => api.startDemo(),
		onSuccess: ({ account }) => {
			cacheAccount(client, account);
			selectAccount(account);
			return client.invalidateQueries({ queryKey: keys.accounts });
		},
		onError: (error) => toast({ title: t.useStartDemo.error, description: error.message, tone: "destructive" }),
	});
}
