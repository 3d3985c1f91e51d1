import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useSession } from "#web/lib/session/session.ts";
import { signInApi } from "#web/lib/session/sign-in-api.ts";
import { settingsKeys } from "#web/lib/settings/settings-api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { CopyField } from "#web/ui/button/copy-field.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Dialog, DialogFormActions } from "#web/ui/overlay/dialog.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { t } from "./text.ts";
import { useChange } from "./use-change.ts";

/** How phones show the contacts (CardDAV), and app passwords for them; they are listed and deleted with the API keys. */
export function ContactsCard() {
	const [adding, setAdding] = useState(false);
	const email = useSession()?.user.email ?? "";
	return (
		<Card
			title={t.keys.contacts}
			note={t.keys.contactsNote}
			actions={
				<Button size="small" icon={Plus} onClick={() => setAdding(true)}>
					{t.keys.newAppPassword}
				</Button>
			}
		>
			<div className="flex flex-col gap-3">
				<p className="text-13 text-ink-2">{t.keys.contactsSteps}</p>
				<div className="grid gap-3 sm:grid-cols-2">
					{[
						{ title: t.keys.contactsServerLabel, label: t.keys.contactsServer, text: location.origin },
						{ title: t.keys.contactsUserLabel, label: t.keys.contactsUser, text: email },
					].map(({ title, label, text }) => (
						<div key={label} className="flex min-w-0 flex-col gap-1.5">
							<span className="text-13 font-medium">{title}</span>
							<CopyField label={label} text={text} />
						</div>
					))}
				</div>
			</div>
			<AppPasswordDialog open={adding} onClose={() => setAdding(false)} />
		</Card>
	);
}

/** Creates an app password and shows it once. */
function AppPasswordDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
	const [secret, setSecret] = useState<string | null>(null);
	const close = () => {
		onClose();
		setSecret(null);
	};
	return (
		<Dialog
			open={open}
			onClose={close}
			size="small"
			title={secret === null ? t.keys.newAppPassword : t.keys.yourAppPassword}
			actions={
				secret === null ? undefined : (
					<Button variant="primary" onClick={close}>
						{t.keys.done}
					</Button>
				)
			}
		>
			{secret === null ? (
				<AppPasswordForm onMade={setSecret} onCancel={close} />
			) : (
				<div className="flex flex-col gap-3">
					<Notice tone="amber">{t.keys.copyAppPassword}</Notice>
					<CopyField label={t.keys.appPassword} text={secret} />
				</div>
			)}
		</Dialog>
	);
}

function AppPasswordForm({ onMade, onCancel }: { onMade: (secret: string) => void; onCancel: () => void }) {
	const [name, setName] = useState("");
	const create = useChange({
		make: () => signInApi.createApiKey({ body: { name: name.trim(), scopes: ["carddav"] } }),
		failed: t.keys.couldntCreateAppPassword,
		refresh: [settingsKeys.apiKeys],
		done: ({ secret }) => onMade(secret),
	});
	const submit = (event: FormEvent) => {
		event.preventDefault();
		create.mutate();
	};
	return (
		<form onSubmit={submit} className="flex flex-col gap-4">
			<Field label={t.keys.name} hint={t.keys.appPasswordHint}>
				<Input value={name} onChange={(event) => setName(event.target.value)} maxLength={100} required />
			</Field>
			<DialogFormActions>
				<Button onClick={onCancel}>{t.keys.cancel}</Button>
				<Button type="submit" variant="primary" busy={create.isPending} disabled={name.trim() === ""}>
					{t.keys.createAppPassword}
				</Button>
			</DialogFormActions>
		</form>
	);
}
