import { isConnectedBy } from "#shared/providers.ts";
import type { Account } from "#web/lib/accounts.ts";
import { api } from "#web/lib/api.ts";
import { formatBytes, formatCount } from "#web/lib/format.ts";
import { keys } from "#web/lib/query-client.ts";
import { settingsApi } from "#web/lib/settings-api.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/toast.ts";
import { t } from "./text.ts";
import { useChange } from "./use-change.ts";

interface DisconnectDialogProps {
	account: Account;
	open: boolean;
	onClose: () => void;
}

const refresh = [keys.accounts, keys.mail, keys.jobs];

/** Disconnects a mailbox: deletes its mail, or keeps it readable. Explains both before it acts. */
export function DisconnectDialog({ account, open, onClose }: DisconnectDialogProps) {
	const params = { id: account.id };
	const canKeep = account.capabilities.remote && account.status !== "disconnected";
	const remove = useChange({
		make: () => api.deleteAccount({ params }),
		failed: t.disconnect.disconnectionFailed,
		refresh,
		done: () => {
			toast({
				title: canKeep ? t.disconnect.mailboxDisconnected : t.disconnect.mailboxDeleted,
				description: account.name,
			});
			onClose();
		},
	});
	const keepEmails = useChange({
		make: () => settingsApi.disconnectKeepingMail({ params }),
		failed: t.disconnect.disconnectionFailed,
		refresh,
		done: () => {
			toast({ title: t.disconnect.mailboxDisconnected, description: t.disconnect.mailboxDisconnectedDescription });
			onClose();
		},
	});
	const amount = `${formatCount(account.totalEmails, "email")} (${formatBytes(account.sizeBytes)})`;
	return (
		<Dialog
			open={open}
			onClose={onClose}
			size="small"
			title={canKeep ? t.disconnect.disconnectNamed(account.name) : t.disconnect.deleteNamed(account.name)}
			actions={
				<>
					<Button onClick={onClose}>{t.disconnect.cancel}</Button>
					{canKeep && (
						<Button busy={keepEmails.isPending} onClick={() => keepEmails.mutate()}>
							{t.disconnect.disconnectKeepEmails}
						</Button>
					)}
					<Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
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
		</Dialog>
	);
}
