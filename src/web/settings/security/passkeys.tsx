import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { formatDate } from "#web/lib/format.ts";
import { createPasskey, passkeysWork } from "#web/lib/passkeys.ts";
import { authCall } from "#web/lib/session.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { confirm } from "#web/ui/confirm.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field, Input } from "#web/ui/field.tsx";
import { QueryView } from "#web/ui/query-view.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { settingsKeys } from "../api.ts";
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
			title="Passkeys"
			note="Sign in with your fingerprint, face, PIN or a security key instead of the password."
			flush
			actions={
				supported && (
					<Button size="small" icon={Plus} onClick={() => setAdding(true)}>
						Add passkey
					</Button>
				)
			}
		>
			<QueryView
				query={query}
				loading={<Skeleton rows={1} label="Loading passkeys" />}
				errorTitle="Your passkeys could not be loaded"
				isEmpty={(passkeys) => passkeys.length === 0}
				empty={
					<p className="px-4 py-6 text-center text-14 text-ink-3">
						{supported
							? "You have no passkey yet."
							: "This browser offers passkeys only over https or on this very machine."}
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
	const name = passkey.name || "Passkey";
	const remove = useChange({
		make: () => authCall("passkey/delete-passkey", { id: passkey.id }),
		failed: "The passkey was not deleted",
		refresh: [settingsKeys.passkeys],
		done: () => toast({ title: "Passkey deleted", description: name }),
	});
	const ask = async () => {
		const yes = await confirm({
			title: `Delete the passkey ${name}?`,
			description: "It cannot sign you in any more. The device may still offer it: remove it there, too.",
			confirm: "Delete",
			danger: true,
		});
		if (yes) remove.mutate();
	};
	return (
		<li className="flex items-center gap-3 px-4 py-3">
			<div className="min-w-0 flex-1">
				<p className="flex flex-wrap items-center gap-2 text-14 font-medium">
					{name}
					{passkey.backedUp && <Badge>Synced</Badge>}
				</p>
				{passkey.createdAt && <p className="text-12 text-ink-3">added {formatDate(passkey.createdAt)}</p>}
			</div>
			<Button size="small" aria-label={`Delete the passkey ${name}`} busy={remove.isPending} onClick={() => void ask()}>
				Delete
			</Button>
		</li>
	);
}

function AddPasskey({ open, onClose }: { open: boolean; onClose: () => void }) {
	const [name, setName] = useState("");
	const add = useChange({
		make: () => createPasskey(name.trim()),
		failed: "No passkey was added",
		refresh: [settingsKeys.passkeys],
		done: () => {
			toast({ title: "Passkey added", description: name });
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
			title="Add a passkey"
			description="Your browser asks where to keep it: on this device, a phone or a security key."
		>
			<form onSubmit={submit} className="flex flex-col gap-4">
				<Field label="Name" hint="To tell it from others, such as the device that keeps it.">
					<Input value={name} onChange={(event) => setName(event.target.value)} maxLength={60} required />
				</Field>
				<div className="flex justify-end gap-2">
					<Button onClick={onClose}>Cancel</Button>
					<Button type="submit" variant="primary" busy={add.isPending} disabled={name.trim() === ""}>
						Go on
					</Button>
				</div>
			</form>
		</Dialog>
	);
}
