import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Sparkles } from "lucide-react";
import { engineQuery } from "#web/lib/settings/settings-api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input, Textarea } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { type DraftLength, type DraftTone, type Language, languages, lengths, tones } from "../options.ts";
import { t } from "./text.ts";

export interface FormValues {
	recipient: string;
	goal: string;
	tone: DraftTone;
	length: DraftLength;
	language: Language;
}

interface RequestFormProps {
	values: FormValues;
	onChange: (values: FormValues) => void;
	isBusy: boolean;
	onSubmit: () => void;
	onCancel: () => void;
}

const optionsOf = <V extends string>(values: readonly V[], labels: Record<V, string>) =>
	values.map((value) => ({ value, label: labels[value] }));

/** Recipient, goal and style. */
export function RequestForm({ values, onChange, isBusy, onSubmit, onCancel }: RequestFormProps) {
	const set = (change: Partial<FormValues>) => onChange({ ...values, ...change });
	return (
		<Card>
			<form
				noValidate
				className="flex flex-col gap-4"
				onSubmit={(event) => {
					event.preventDefault();
					if (!isBusy) onSubmit();
				}}
			>
				<Field label={t.form.recipient}>
					<Input
						type="email"
						autoComplete="off"
						autoCapitalize="none"
						spellCheck={false}
						size="large"
						placeholder={t.form.recipientExample}
						value={values.recipient}
						onChange={(event) => set({ recipient: event.target.value })}
					/>
				</Field>
				<Field label={t.form.goal}>
					<Textarea
						rows={4}
						maxLength={3_000}
						placeholder={t.form.goalExample}
						value={values.goal}
						onChange={(event) => set({ goal: event.target.value })}
					/>
				</Field>
				<div className="grid gap-4 sm:grid-cols-[repeat(auto-fit,minmax(136px,1fr))]">
					<Field label={t.form.tone}>
						<Select value={values.tone} onChange={(tone) => set({ tone })} options={optionsOf(tones, t.form.tones)} />
					</Field>
					<Field label={t.form.length}>
						<Select
							value={values.length}
							onChange={(length) => set({ length })}
							options={optionsOf(lengths, t.form.lengths)}
						/>
					</Field>
					<Field label={t.form.language}>
						<Select
							value={values.language}
							onChange={(language) => set({ language })}
							options={optionsOf(languages, t.form.languages)}
						/>
					</Field>
				</div>
				<div className="flex flex-wrap gap-2">
					<Button type="submit" variant="primary" size="large" icon={Sparkles} busy={isBusy}>
						{isBusy ? t.form.generating : t.form.generate}
					</Button>
					{isBusy && (
						<Button size="large" onClick={onCancel}>
							{t.form.cancel}
						</Button>
					)}
				</div>
				<EngineLine />
			</form>
		</Card>
	);
}

/** Who writes, and where data goes. */
function EngineLine() {
	const { data } = useQuery(engineQuery);
	if (data === undefined) return null;
	const { kind, model, host } = data.engine;
	return (
		<p className="text-12 text-ink-3">
			{kind === "model" ? t.form.model(model ?? "", host ?? "") : t.form.builtIn}{" "}
			<Link to="/settings/ai" className="underline underline-offset-2">
				{t.form.change}
			</Link>
		</p>
	);
}
