import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { keys } from "#web/lib/api/query-client.ts";
import { selectAllAccounts } from "#web/lib/mailbox/accounts.ts";
import { useSession } from "#web/lib/session/session.ts";
import { settingsApi } from "#web/lib/settings/settings-api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Dialog, DialogFormActions } from "#web/ui/overlay/dialog.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { t } from "./text.ts";
import { useChange } from "./use-change.ts";

/** Permanent account deletion, confirmed by typing the address. */
export function DeleteCard() {
	const [open, setOpen] = useState(false);
	return (
		<Card title={t.deletion.deleteMyAccount} tone="red">
			<p className="mb-3 text-14 text-ink-2">{t.deletion.deletionDescription}</p>
			<Button variant="danger" onClick={() => setOpen(true)}>
				{t.deletion.deleteMyAccountEllipsis}
			</Button>
			<DeleteDialog open={open} onClose={() => setOpen(false)} />
		</Card>
	);
}

function DeleteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
	const client = useQueryClient();
	const email = useSession()?.user.email ?? "";
	const [typed, setTyped] = useState("");
	const deleteAccount = useChange({
		make: () => settingsApi.deleteMyAccount({ body: { confirm: typed } }),
		failed: t.deletion.couldntDeleteAccount,
		done() {
			client.setQueryData(keys.session, null);
			selectAllAccounts();
			// Clear all of this user's data from memory.
			location.assign("/");
		},
	});
	const matches = typed.trim().toLowerCase() === email.toLowerCase();
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (matches) deleteAccount.mutate();
	};
	return (
		<Dialog
			open={open}
			onClose={onClose}
			size="small"
			title={t.deletion.deleteYourAccount}
			description={t.deletion.deleteYourAccountDescription}
		>
			<form onSubmit={submit} className="flex flex-col gap-4">
				<Field label={t.deletion.typeToConfirm(email)}>
					<Input value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" mono required />
				</Field>
				<DialogFormActions>
					<Button onClick={onClose}>{t.deletion.cancel}</Button>
					<Button type="submit" variant="danger" busy={deleteAccount.isPending} disabled={!matches}>
						{t.deletion.deleteMyAccount}
					</Button>
				</DialogFormActions>
			</form>
		</Dialog>
	);
}
