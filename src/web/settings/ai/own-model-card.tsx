import { type FormEvent, useState } from "react";
import type { modelSettings } from "#shared/contracts/model.ts";
import { MODEL_BASE_URLS, modelProviders } from "#shared/model.ts";
import type { SettingsValues } from "#shared/settings.ts";
import { settingsApi, settingsKeys } from "#web/lib/settings/settings-api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input, PasswordInput } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { useChange } from "../use-change.ts";
import { t } from "./text.ts";

export type ModelValues = SettingsValues<typeof modelSettings>;

const AMOUNTS = ["tokensPerDay", "dollarsPerDay", "inputPrice", "outputPrice"] as const;
const amountLabels = {
	tokensPerDay: t.ai.tokens,
	dollarsPerDay: t.ai.dollars,
	inputPrice: t.ai.inputPrice,
	outputPrice: t.ai.outputPrice,
};
const refresh = [settingsKeys.settings, settingsKeys.engine];

/** The user's own model: where it is, its key and its limits. */
export function OwnModelCard({ values, hasKey }: { values: ModelValues; hasKey: boolean }) {
	const [draft, setDraft] = useState(values);
	const [key, setKey] = useState("");
	const set = (change: Partial<ModelValues>) => setDraft({ ...draft, ...change });
	const persist = async () => {
		const { engine: _, ...body } = draft;
		await settingsApi.updateSettings({ params: { section: "ai" }, body });
		if (key.trim() !== "") await settingsApi.setModelKey({ body: { key } });
		setKey("");
	};
	const save = useChange({
		make: persist,
		failed: t.ai.couldntSave,
		refresh,
		done: () => toast({ title: t.ai.saved }),
	});
	// What is typed is what is tested.
	const test = useChange({
		make: async () => {
			await persist();
			return settingsApi.testModel();
		},
		failed: t.ai.doesntWork,
		refresh,
		done: ({ engine }) => toast({ title: t.ai.works(engine.model ?? "") }),
	});
	const isOtherServer = serverOf(draft) !== serverOf(values);
	const keyHint = !hasKey ? t.ai.keyHint : isOtherServer ? t.ai.keyOtherServer : t.ai.keySaved;
	const submit = (event: FormEvent) => {
		event.preventDefault();
		save.mutate();
	};
	return (
		<Card title={t.ai.own}>
			<form noValidate onSubmit={submit} className="flex flex-col gap-4">
				<Field label={t.ai.provider}>
					<Select
						value={draft.provider}
						onChange={(provider) => set({ provider })}
						options={modelProviders.map((value) => ({ value, label: t.ai.providers[value] }))}
					/>
				</Field>
				<Field label={t.ai.baseUrl} hint={t.ai.baseUrlHint}>
					<Input
						type="url"
						mono
						placeholder={MODEL_BASE_URLS[draft.provider]}
						value={draft.baseUrl}
						onChange={(event) => set({ baseUrl: event.target.value.trim() })}
					/>
				</Field>
				<Field label={t.ai.model}>
					<Input
						mono
						autoCapitalize="none"
						spellCheck={false}
						placeholder={t.ai.modelExample}
						value={draft.model}
						onChange={(event) => set({ model: event.target.value })}
					/>
				</Field>
				<Field label={t.ai.key} hint={keyHint}>
					<PasswordInput autoComplete="off" value={key} onChange={(event) => setKey(event.target.value)} />
				</Field>
				<Limits draft={draft} onChange={set} />
				<div className="flex flex-wrap justify-end gap-2">
					{hasKey && <DeleteKey />}
					<Button busy={test.isPending} onClick={() => test.mutate()}>
						{t.ai.test}
					</Button>
					<Button type="submit" variant="primary" busy={save.isPending}>
						{t.ai.save}
					</Button>
				</div>
			</form>
		</Card>
	);
}

/** The server that gets the key. */
function serverOf({ baseUrl, provider }: ModelValues): string | undefined {
	return URL.parse(baseUrl === "" ? MODEL_BASE_URLS[provider] : baseUrl)?.origin;
}

function Limits({ draft, onChange }: { draft: ModelValues; onChange: (change: Partial<ModelValues>) => void }) {
	return (
		<fieldset className="grid gap-4 sm:grid-cols-2">
			<legend className="mb-2 text-13 font-medium">{t.ai.limits}</legend>
			{AMOUNTS.map((name) => (
				<Field key={name} label={amountLabels[name]} hint={name.endsWith("Day") ? t.ai.noLimit : t.ai.priceHint}>
					<Input
						type="number"
						min={0}
						step={name === "tokensPerDay" ? 1 : "any"}
						value={draft[name]}
						onChange={(event) => onChange({ [name]: Number(event.target.value) })}
					/>
				</Field>
			))}
		</fieldset>
	);
}

function DeleteKey() {
	const remove = useChange({
		make: () => settingsApi.deleteModelKey(),
		failed: t.ai.couldntSave,
		refresh,
		done: () => toast({ title: t.ai.keyDeleted }),
	});
	return (
		<Button variant="ghost" busy={remove.isPending} onClick={() => remove.mutate()}>
			{t.ai.deleteKey}
		</Button>
	);
}
