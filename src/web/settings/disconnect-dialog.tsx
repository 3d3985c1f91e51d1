import type { Account } from "#web/lib/accounts.ts";
import { api } from "#web/lib/api.ts";
import { formatBytes, formatCount } from "#web/lib/format.ts";
import { keys } from "#web/lib/query-client.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/toast.ts";
import { settingsApi } from "./api.ts";
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
		failed: "Disconnection Failed",
		refresh,
		done: () => {
			toast({ title: canKeep ? "Mailbox disconnected" : "Mailbox deleted", description: account.name });
			onClose();
		},
	});
	const keep = useChange({
		make: () => settingsApi.disconnectKeepingMail({ params }),
		failed: "Disconnection Failed",
		refresh,
		done: () => {
			toast({ title: "Mailbox disconnected", description: "Its mail is kept to read and search." });
			onClose();
		},
	});
	const held = `${formatCount(account.totalEmails, "email")} (${formatBytes(account.sizeBytes)})`;
	return (
		<Dialog
			open={open}
			onClose={onClose}
			size="small"
			title={canKeep ? `Disconnect ${account.name}?` : `Delete ${account.name} here?`}
			actions={
				<>
					<Button onClick={onClose}>Cancel</Button>
					{canKeep && (
						<Button busy={keep.isPending} onClick={() => keep.mutate()}>
							Disconnect, keep mail
						</Button>
					)}
					<Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
						{canKeep ? "Disconnect and delete" : "Delete"}
					</Button>
				</>
			}
		>
			<dl className="flex flex-col gap-3 text-14">
				{canKeep && (
					<div>
						<dt className="font-semibold">Keep mail</dt>
						<dd className="text-ink-2">
							The password or access to the mailbox is forgotten and given back. {held} stay here to read and search,
							but nothing new arrives, and nothing can be changed until you connect it again.
						</dd>
					</div>
				)}
				<div>
					<dt className="font-semibold">{canKeep ? "Delete mail" : "What is deleted"}</dt>
					<dd className="text-ink-2">
						The copy of {held} on this server is deleted for good, with the history of changes.{" "}
						{account.capabilities.remote
							? "The mailbox itself is not touched."
							: account.provider === "demo"
								? "You can start a new demo at any time."
								: "The file on your computer is not touched."}
					</dd>
				</div>
			</dl>
		</Dialog>
	);
}
