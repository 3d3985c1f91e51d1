import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "#web/ui/toast/toast.ts";
import { api } from "../api/api.ts";
import { keys } from "../api/query-client.ts";
import { t } from "../base/text.ts";
import { cacheAccount, selectAccount } from "./accounts.ts";

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
		onError: (error) => toast({ title: t.mailbox.error, description: error.message, tone: "destructive" }),
	});
}
