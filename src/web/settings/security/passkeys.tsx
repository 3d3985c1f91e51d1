import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { createPasskey, passkeysWork } from "#web/lib/session/passkeys.ts";
import { authCall } from "#web/lib/session/session.ts";
import { settingsKeys } from "#web/lib/settings/settings-api.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { Dialog, DialogFormActions } from "#web/ui/overlay/dialog.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "../text.ts";
import { useChange } from "../use-change.ts";

interface Passkey {
	id: string;
	name: string | null;
	createdAt: string | null;
	/** Synced by the user's passkey provider, so it is on their other devices too. */
	backedUp: boolean;
}

/** Passkeys, for sign-in without a password. */
export function PasskeysCard() {
	const [adding, setAdding] = useState(false);
	const query = useQuery({
		queryKey: settingsKeys.passkeys,
		queryFn: async () => (await authCall("passkey/list-user-passkeys")) as Passkey[],
	});
	const supported = passkeysWork();
	return (
		<Card
			title={t.security.passkeys}
			note={t.security.passkeysNote}
			flush
			actions={
				supported && (
					<Button size="small" icon={Plus} onClick={() => setAdding(true)}>
						{t.security.addPasskey}
					</Button>
				)
			}
		>
			<QueryView
				query={query}
				loading={<Skeleton rows={1} label={t.security.loadingPasskeys} />}
				errorTitle={t.security.couldntLoadPasskeys}
				isEmpty={(passkeys) => passkeys.length === 0}
				empty={
					<p className="px-4 py-6 text-center text-14 text-ink-3">
						{supported ? t.security.noPasskeysYet : t.security.passkeysRequireHttpsLocalhost}
					</p>
				}
			>
				{(passkeys) => (
					<ul className="divide-y divide-line">
						{passkeys.map((passkey) => (
							<PasskeyItem key={passkey.id} passkey={passkey} />
						))}
					</ul>
				)}
			</QueryView>
			<AddPasskey open={adding} onClose={() => setAdding(false)} />
		</Card>
	);
}

function PasskeyItem({ passkey }: { passkey: Passkey }) {
	const name = passkey.name || t.security.passkey;
	const remove = useChange({
		make: () => authCall("passkey/delete-passkey", { id: passkey.id }),
		failed: t.security.couldntDeletePasskey,
		refresh: [settingsKeys.passkeys],
		done: () => toast({ title: t.security.passkeyDeleted, description: name }),
	});
	const confirmDelete = async () => {
		const yes = await confirm({
			title: t.security.deletePasskeyQuestion(name),
			description: t.security.deletePasskeyQuestionDescription,
			confirm: t.security.delete,
			danger: true,
		});
		if (yes) remove.mutate();
	};
	return (
		<li className="flex items-center gap-3 px-4 py-3">
			<div className="min-w-0 flex-1">
				<p className="flex flex-wrap items-center gap-2 text-14 font-medium">
					{name}
					{passkey.backedUp && <Badge>{t.security.synced}</Badge>}
				</p>
				{passkey.createdAt && <p className="text-12 text-ink-3">{t.security.added(passkey.createdAt)}</p>}
			</div>
			<Button
				size="small"
				aria-label={t.security.deletePasskey(name)}
				busy={remove.isPending}
				onClick={() => void confirmDelete()}
			>
				{t.security.delete}
			</Button>
		</li>
	);
}

function AddPasskey({ open, onClose }: { open: boolean; onClose: () => void }) {
	const [name, setName] = useState("");
	const add = useChange({
		make: () => createPasskey(name.trim()),
		failed: t.security.couldntAddPasskey,
		refresh: [settingsKeys.passkeys],
		done: () => {
			toast({ title: t.security.passkeyAdded, description: name });
			setName("");
			onClose();
		},
	});
	const submit = (event: FormEvent) => {
		event.preventDefault();
		add.mutate();
	};
	return (
		<Dialog
			open={open}
			onClose={onClose}
			size="small"
			title={t.security.addAPasskey}
			description={t.security.addAPasskeyDescription}
		>
			<form onSubmit={submit} className="flex flex-col gap-4">
				<Field label={t.security.name} hint={t.security.nameHint}>
					<Input value={name} onChange={(event) => setName(event.target.value)} maxLength={60} required />
				</Field>
				<DialogFormActions>
					<Button onClick={onClose}>{t.security.cancel}</Button>
					<Button type="submit" variant="primary" busy={add.isPending} disabled={name.trim() === ""}>
						{t.security.continue}
					</Button>
				</DialogFormActions>
			</form>
		</Dialog>
	);
}
