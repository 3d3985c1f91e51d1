import type { Account } from "#web/lib/mailbox/accounts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { t } from "../base/text.ts";
import { ActionFields } from "./action-fields.tsx";
import { ACTIONS } from "./actions.ts";
import { ConditionBuilder } from "./condition-builder.tsx";
import { type Draft, type SimpleType, withConditions, withoutConditions } from "./draft.ts";
import { ScopeField } from "./scope-field.tsx";

interface FilterFormProps {
	draft: Draft;
	/** Validation messages by field. */
	faults: Readonly<Record<string, string>>;
	/** Every connected mailbox. */
	accounts: readonly Account[];
	/** An existing rule is being edited. */
	isEdit: boolean;
	busy: boolean;
	onChange: (draft: Draft) => void;
	onSubmit: () => void;
	onCancel: () => void;
}

const TYPES: readonly { value: SimpleType; label: string; placeholder: string; hint: string }[] = [
	{ value: "domain", label: t.form.senderDomain, placeholder: "example.org", hint: t.form.includesAllSubdomains },
	{ value: "sender", label: t.form.sender, placeholder: "ann@example.org", hint: t.form.senderHint },
	{
		value: "subject",
		label: t.form.subject,
		placeholder: t.form.specialOffer,
		hint: t.form.phraseSubject,
	},
	{ value: "keyword", label: t.form.keyword, placeholder: t.form.lottery, hint: t.form.wordsAnywhereEmail },
];

/** The specification's form: name, type, value, action, and a label's name; more conditions on request. */
export function FilterForm(props: FilterFormProps) {
	const { draft, faults, accounts, isEdit, busy, onChange, onSubmit, onCancel } = props;
	const put = (part: Partial<Draft>) => onChange({ ...draft, ...part });
	const type = TYPES.find(({ value }) => value === draft.ruleType);
	const simple = draft.ruleType === "advanced" ? withoutConditions(draft) : null;
	return (
		<form
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				onSubmit();
			}}
			className="flex flex-col gap-4"
		>
			<Field label={t.form.filterName} error={faults.name}>
				<Input
					autoComplete="off"
					placeholder={t.form.eGBlockOffers}
					maxLength={200}
					value={draft.name}
					onChange={(event) => put({ name: event.target.value })}
				/>
			</Field>
			{type ? (
				<>
					<Field label={t.form.ruleType}>
						<Select options={TYPES} value={type.value} onChange={(ruleType) => put({ ruleType })} />
					</Field>
					<Field label={t.form.ruleValue} hint={type.hint} error={faults.ruleValue}>
						<Input
							autoComplete="off"
							spellCheck={false}
							placeholder={type.placeholder}
							maxLength={500}
							value={draft.ruleValue}
							onChange={(event) => put({ ruleValue: event.target.value })}
						/>
					</Field>
					<span className="-mt-2 -ml-2.5">
						<Button size="small" variant="ghost" onClick={() => onChange(withConditions(draft))}>
							{t.form.moreConditions}
						</Button>
					</span>
				</>
			) : (
				<div className="flex flex-col gap-2">
					<div className="flex items-center justify-between gap-2">
						<span className="text-13 font-medium">{t.form.conditions}</span>
						{simple && (
							<Button size="small" variant="ghost" onClick={() => onChange(simple)}>
								{t.form.useSingleCondition}
							</Button>
						)}
					</div>
					<ConditionBuilder group={draft.conditions} onChange={(conditions) => put({ conditions })} />
					{faults.conditions && (
						<p role="alert" className="text-12 font-medium text-red">
							{faults.conditions}
						</p>
					)}
				</div>
			)}
			<ActionFields draft={draft} faults={faults} actions={ACTIONS} onChange={put} />
			<ScopeField
				accounts={accounts}
				scope={draft.scope}
				error={faults.accountId}
				onChange={(scope) => put({ scope })}
			/>
			<div className="flex flex-wrap gap-2">
				<Button type="submit" variant="primary" busy={busy}>
					{isEdit ? t.form.saveFilter : t.form.createFilter}
				</Button>
				{isEdit && <Button onClick={onCancel}>{t.form.cancel}</Button>}
			</div>
		</form>
	);
}
