import { useId } from "react";
import type { Account } from "#web/lib/accounts.ts";
import { Button } from "#web/ui/button.tsx";
import { Field, Input } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import type { FilterAction } from "../../contract.ts";
import { ACTION_NAMES } from "../../descriptions.ts";
import { t } from "../text.ts";
import { ConditionBuilder } from "./condition-builder.tsx";
import { type Draft, type SimpleType, withConditions, withoutConditions } from "./draft.ts";
import { ScopeField } from "./scope-field.tsx";
import { useFolderNames } from "./use-folder-names.ts";

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

/** The mildest first, the destructive ones last. */
const ACTIONS: readonly { value: FilterAction; label: string; description: string }[] = [
	{ value: "mark_read", label: ACTION_NAMES.mark_read, description: t.form.keepsWhere },
	{ value: "star", label: ACTION_NAMES.star, description: t.form.keepsWhere },
	{ value: "label", label: ACTION_NAMES.label, description: t.form.labelDescription },
	{ value: "archive", label: ACTION_NAMES.archive, description: t.form.archiveDescription },
	{ value: "move", label: ACTION_NAMES.move, description: t.form.folderDescription },
	{ value: "forward", label: ACTION_NAMES.forward, description: t.form.draftDescription },
	{ value: "block", label: ACTION_NAMES.block, description: t.form.movesSpam },
	{ value: "delete", label: ACTION_NAMES.delete, description: t.form.movesTrash },
];

/** The specification's form: name, type, value, action, and a label's name; more conditions on request. */
export function FilterForm(props: FilterFormProps) {
	const { draft, faults, accounts, isEdit, busy, onChange, onSubmit, onCancel } = props;
	const put = (part: Partial<Draft>) => onChange({ ...draft, ...part });
	const type = TYPES.find(({ value }) => value === draft.ruleType);
	const simple = draft.ruleType === "advanced" ? withoutConditions(draft) : null;
	const folders = useFolderNames(draft.action === "move");
	const listId = useId();
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
			<Field label={t.form.action}>
				<Select options={ACTIONS} value={draft.action} onChange={(action) => put({ action })} />
			</Field>
			{draft.action === "label" && (
				<Field label={t.form.labelName} error={faults.labelName}>
					<Input
						autoComplete="off"
						placeholder={t.form.labelExample}
						maxLength={200}
						value={draft.labelName}
						onChange={(event) => put({ labelName: event.target.value })}
					/>
				</Field>
			)}
			{draft.action === "move" && (
				<Field label={t.form.folderName} error={faults.folderName}>
					<Input
						autoComplete="off"
						placeholder={t.form.folderExample}
						maxLength={300}
						list={listId}
						value={draft.folderName}
						onChange={(event) => put({ folderName: event.target.value })}
					/>
				</Field>
			)}
			<datalist id={listId}>
				{folders.map((name) => (
					<option key={name} value={name} />
				))}
			</datalist>
			{draft.action === "forward" && (
				<Field label={t.form.forwardTo} error={faults.forwardTo}>
					<Input
						type="email"
						autoComplete="off"
						placeholder="ann@example.org"
						maxLength={320}
						value={draft.forwardTo}
						onChange={(event) => put({ forwardTo: event.target.value })}
					/>
				</Field>
			)}
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
