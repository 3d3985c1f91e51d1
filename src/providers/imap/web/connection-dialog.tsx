import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import type { ConnectionDialogProps } from "#web/lib/mailbox/provider-screens.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { ConnectionForm } from "./connection-form.tsx";
import { valuesOf } from "./connection-values.ts";
import { t } from "./text.ts";

/** A mailbox's connection settings, to change them or to sign in again. */
export default function ConnectionDialog({ account, open, onClose }: ConnectionDialogProps) {
	const client = useQueryClient();
	// The password of a disconnected mailbox has been deleted.
	const cut = account.status === "disconnected";
	const lost = cut || account.status === "needs_sign_in";
	const query = useQuery({
		queryKey: ["connection", account.id],
		enabled: open,
		queryFn: ({ signal }) => api.getConnection({ params: { id: account.id } }, { signal }),
		// Refetched at each opening, and never updated while the user edits.
		gcTime: 0,
		staleTime: Number.POSITIVE_INFINITY,
		refetchOnWindowFocus: false,
	});
	const done = async () => {
		onClose();
		toast({ title: lost ? t.imap.connectedAgain : t.imap.connectionSaved, description: account.name });
		await Promise.all([keys.accounts, keys.jobs].map((queryKey) => client.invalidateQueries({ queryKey })));
	};
	return (
		<Dialog
			open={open}
			onClose={onClose}
			title={lost ? t.imap.reconnect : t.imap.editConnection}
			description={<span className="break-words">{account.name}</span>}
			size="medium"
		>
			<QueryView
				query={query}
				loading={<Skeleton shape="text" rows={4} label={t.imap.loadingConnection} />}
				errorTitle={t.imap.couldntLoadConnection}
			>
				{(connection) => (
					<ConnectionForm
						initial={valuesOf(connection)}
						accountId={account.id}
						keepsPassword={!cut}
						unfolded={!lost}
						submit={lost ? t.imap.reconnect : t.imap.save}
						onCancel={onClose}
						onConnected={() => void done()}
					/>
				)}
			</QueryView>
		</Dialog>
	);
}
