import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ConsentKind } from "#shared/providers.ts";
import { api } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { consequencesOfRemoval } from "#web/lib/mailbox/removal.ts";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { consentTexts } from "./consent-texts.ts";
import { t } from "./text.ts";

/** Asks for confirmation, then disconnects a mailbox and revokes its access. */
export function useDisconnect(kind: ConsentKind) {
	const { name } = consentTexts(kind);
	const client = useQueryClient();
	const remove = useMutation({
		mutationFn: (account: Account) => api.deleteAccount({ params: { id: account.id } }),
		onSuccess: async (_, account) => {
			toast({ title: t.connect.disconnected(name), description: account.name });
			await Promise.all(
				[keys.accounts, keys.jobs, keys.mail].map((queryKey) => client.invalidateQueries({ queryKey })),
			);
		},
		onError: (error) =>
			toast({ title: t.connect.disconnectionFailed, description: error.message, tone: "destructive" }),
	});
	const confirmDisconnect = async (account: Account) => {
		const others = await consequencesOfRemoval(account.id);
		const yes = await confirm({
			title: t.connect.disconnectNamed(account.name),
			description: [t.connect.disconnectNamedDescription(account.totalEmails), ...others].join(" "),
			confirm: t.connect.disconnect,
			danger: true,
		});
		if (yes) remove.mutate(account);
	};
	return {
		disconnect: (account: Account) => void confirmDisconnect(account),
		disconnectingId: remove.isPending ? remove.variables.id : null,
	};
}
