import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { isConnectedBy } from "#shared/providers.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { api } from "../api/api.ts";
import { keys } from "../api/query-client.ts";
import { formatBytes, formatCount } from "../base/format.ts";
import { settingsApi } from "../settings/settings-api.ts";
import { canDisconnect } from "./access.ts";
import { type Account, accountsQuery } from "./accounts.ts";
import { consequencesOfRemoval } from "./removal.ts";
import { t } from "./text.ts";

interface DisconnectDialogProps {
	account: Account;
	open: boolean;
	onClose: () => void;
}

/** Disconnects a mailbox: deletes its mail, or keeps it readable. Explains both before it acts. */
export default function DisconnectDialog({ account, open, onClose }: DisconnectDialogProps) {
	const client = useQueryClient();
	const params = { id: account.id };
	const canKeep = canDisconnect(account);
	const ended = async (title: string, description: string) => {
		toast({ title, description });
		onClose();
		await Promise.all([keys.accounts, keys.mail, keys.jobs].map((queryKey) => client.invalidateQueries({ queryKey })));
	};
	const onError = (error: Error) =>
		toast({ title: t.disconnect.disconnectionFailed, description: error.message, tone: "destructive" });
	const remove = useMutation({
		mutationFn: () => api.deleteAccount({ params }),
		onSuccess: () => {
			// So that nothing asks for it again.
			client.setQueryData(accountsQuery.queryKey, (all) => all?.filter(({ id }) => id !== account.id));
			return ended(canKeep ? t.disconnect.mailboxDisconnected : t.disconnect.mailboxDeleted, account.name);
		},
		onError,
	});
	const keepEmails = useMutation({
		mutationFn: () => settingsApi.disconnectKeepingMail({ params }),
		onSuccess: () => ended(t.disconnect.mailboxDisconnected, t.disconnect.mailboxDisconnectedDescription),
		onError,
	});
	const consequences = useConsequences(account.id, open);
	const amount = `${formatCount(account.totalEmails, "email")} (${formatBytes(account.sizeBytes)})`;
	return (
		<Dialog
			open={open}
			onClose={onClose}
			size={canKeep ? "medium" : "small"}
			title={canKeep ? t.disconnect.disconnectNamed(account.name) : t.disconnect.deleteNamed(account.name)}
			actions={
				<>
					<Button onClick={onClose}>{t.disconnect.cancel}</Button>
					{canKeep && (
						<Button busy={keepEmails.isPending} onClick={() => keepEmails.mutate()}>
							{t.disconnect.disconnectKeepEmails}
						</Button>
					)}
					<Button
						variant="danger"
						busy={remove.isPending}
						disabled={consequences.isPending}
						onClick={() => remove.mutate()}
					>
						{canKeep ? t.disconnect.disconnectAndDelete : t.disconnect.delete}
					</Button>
				</>
			}
		>
			<dl className="flex flex-col gap-3 text-14">
				{canKeep && (
					<div>
						<dt className="font-semibold">{t.disconnect.keepEmails}</dt>
						<dd className="text-ink-2">{t.disconnect.keepNote(amount)}</dd>
					</div>
				)}
				<div>
					<dt className="font-semibold">{canKeep ? t.disconnect.deleteEmails : t.disconnect.whatIsDeleted}</dt>
					<dd className="text-ink-2">
						{t.disconnect.deleteNote(
							amount,
							account.capabilities.remote
								? t.disconnect.mailboxUnchanged
								: isConnectedBy(account.provider, "sample")
									? t.disconnect.demoAgain
									: t.disconnect.fileUnchanged,
						)}
					</dd>
				</div>
			</dl>
			<Consequences sentences={consequences.data ?? []} />
		</Dialog>
	);
}

/** What disconnecting means besides its mail; read again for each opening. */
function useConsequences(accountId: string, isOpen: boolean) {
	return useQuery({
		queryKey: ["consequences-of-removal", accountId],
		queryFn: () => consequencesOfRemoval(accountId),
		gcTime: 0,
		enabled: isOpen,
	});
}

function Consequences({ sentences }: { sentences: readonly string[] }) {
	return sentences.map((sentence) => (
		<p key={sentence} className="mt-3 text-14 text-ink-2">
			{sentence}
		</p>
	));
}
