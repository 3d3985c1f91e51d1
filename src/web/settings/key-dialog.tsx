import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { KeyScope } from "#shared/contract.ts";
import { signInApi } from "#web/lib/sign-in-api.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field, Input } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { settingsKeys, settingsQuery } from "./api.ts";
import { useChange } from "./use-change.ts";

/** Display names of scopes. */
export const scopeNames: Record<KeyScope, string> = {
	"mail:read": "Read mail",
	"mail:write": "Read and change mail",
	tools: "Use the tools",
	operator: "Read the server's state",
};
const order: readonly KeyScope[] = ["mail:read", "mail:write", "tools", "operator"];

const lives = [
	{ value: "30", label: "30 days" },
	{ value: "90", label: "90 days" },
	{ value: "365", label: "A year" },
	{ value: "never", label: "Until deleted" },
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
			title={secret === null ? "New key" : "Your new key"}
			actions={
				secret === null ? undefined : (
					<Button variant="primary" onClick={close}>
						Done
					</Button>
				)
			}
		>
			{secret === null ? (
				<KeyForm onMade={setSecret} onCancel={close} />
			) : (
				<div className="flex flex-col gap-3">
					<Notice tone="amber">It is shown this once. Whoever has it can do what its scopes allow.</Notice>
					<CopyField label="key" text={secret} />
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
		failed: "The key was not made",
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
			<Field label="Name" hint="What the key is for, to know it again.">
				<Input value={name} onChange={(event) => setName(event.target.value)} maxLength={100} required />
			</Field>
			<fieldset className="flex flex-col gap-2">
				<legend className="mb-2 text-13 font-medium">What it may do</legend>
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
			<Field label="How long it lasts">
				<Select options={lives} value={life} onChange={setLife} />
			</Field>
			<div className="flex justify-end gap-2">
				<Button onClick={onCancel}>Cancel</Button>
				<Button
					type="submit"
					variant="primary"
					busy={create.isPending}
					disabled={name.trim() === "" || scopes.size === 0}
				>
					Make key
				</Button>
			</div>
		</form>
	);
}
