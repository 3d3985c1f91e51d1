import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { KeyScope } from "#shared/contract.ts";
import { signInApi } from "#web/lib/session/sign-in-api.ts";
import { settingsKeys, settingsQuery } from "#web/lib/settings/settings-api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { CopyField } from "#web/ui/button/copy-field.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Dialog, DialogFormActions } from "#web/ui/overlay/dialog.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { t } from "./text.ts";
import { useChange } from "./use-change.ts";

/** Display names of scopes. */
export const scopeNames: Record<KeyScope, string> = {
	"mail:read": t.keys.readEmail,
	"mail:plan": t.keys.readPlanEmail,
	"mail:write": t.keys.readChangeEmail,
	tools: t.keys.useTheTools,
	operator: t.keys.readServerStatus,
	carddav: t.keys.readContacts,
};
const order: readonly KeyScope[] = ["mail:read", "mail:plan", "mail:write", "tools", "operator"];

const lives = [
	{ value: "30", label: t.keys.days30 },
	{ value: "90", label: t.keys.days90 },
	{ value: "365", label: t.keys.year1 },
	{ value: "never", label: t.keys.noExpiration },
];

/** Creates an API key and shows its secret once. */
export function KeyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
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
			title={secret === null ? t.keys.newKey : t.keys.yourNewKey}
			actions={
				secret === null ? undefined : (
					<Button variant="primary" onClick={close}>
						{t.keys.done}
					</Button>
				)
			}
		>
			{secret === null ? (
				<KeyForm onMade={setSecret} onCancel={close} />
			) : (
				<div className="flex flex-col gap-3">
					<Notice tone="amber">{t.keys.copyNowNote}</Notice>
					<CopyField label={t.keys.key} text={secret} />
				</div>
			)}
		</Dialog>
	);
}

function KeyForm({ onMade, onCancel }: { onMade: (secret: string) => void; onCancel: () => void }) {
	const isOperator = useQuery(settingsQuery).data?.isOperator === true;
	const [name, setName] = useState("");
	const [scopes, setScopes] = useState<ReadonlySet<KeyScope>>(new Set(["mail:read"]));
	const [life, setLife] = useState("90");
	const create = useChange({
		make: () =>
			signInApi.createApiKey({
				body: { name: name.trim(), scopes: [...scopes], ...(life !== "never" && { days: Number(life) }) },
			}),
		failed: t.keys.couldntCreateKey,
		refresh: [settingsKeys.apiKeys],
		done: ({ secret }) => onMade(secret),
	});
	const toggle = (scope: KeyScope, on: boolean) => {
		const next = new Set(scopes);
		if (on) next.add(scope);
		else next.delete(scope);
		setScopes(next);
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		create.mutate();
	};
	return (
		<form onSubmit={submit} className="flex flex-col gap-4">
			<Field label={t.keys.name} hint={t.keys.nameHint}>
				<Input value={name} onChange={(event) => setName(event.target.value)} maxLength={100} required />
			</Field>
			<fieldset className="flex flex-col gap-2">
				<legend className="mb-2 text-13 font-medium">{t.keys.permissions}</legend>
				{order
					.filter((scope) => scope !== "operator" || isOperator)
					.map((scope) => (
						<Checkbox
							key={scope}
							showLabel
							label={scopeNames[scope]}
							checked={scopes.has(scope)}
							onChange={(on) => toggle(scope, on)}
						/>
					))}
			</fieldset>
			<Field label={t.keys.expiration}>
				<Select options={lives} value={life} onChange={setLife} />
			</Field>
			<DialogFormActions>
				<Button onClick={onCancel}>{t.keys.cancel}</Button>
				<Button
					type="submit"
					variant="primary"
					busy={create.isPending}
					disabled={name.trim() === "" || scopes.size === 0}
				>
					{t.keys.createKey}
				</Button>
			</DialogFormActions>
		</form>
	);
}
