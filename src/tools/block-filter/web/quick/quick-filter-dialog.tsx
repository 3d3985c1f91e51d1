import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fieldErrorsOf } from "#web/lib/api/api.ts";
import { formatCount } from "#web/lib/base/format.ts";
import { describeProblem, isChangeable } from "#web/lib/mailbox/access.ts";
import { useSelection } from "#web/lib/mailbox/accounts.ts";
import type { FilterRequest } from "#web/lib/passing/new-filter.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { UnsupportedRule } from "../../from-query.ts";
import { tool } from "../../tool.ts";
import { previewQuery } from "../base/api.ts";
import { t } from "../base/text.ts";
import { ActionFields } from "../form/action-fields.tsx";
import { ACTIONS } from "../form/actions.ts";
import { bodyOf, type Draft, withPlaceholders } from "../form/draft.ts";
import { accountIdOf, NOT_CHOSEN, type Scope, scopeOf } from "../form/scope.ts";
import { ScopeField } from "../form/scope-field.tsx";
import { type Choice, choicesOf, quickDraft } from "./request-draft.ts";
import { useCreateFilter } from "./use-create-filter.ts";

interface QuickFilterDialogProps {
	request: FilterRequest;
	open: boolean;
	onClose: () => void;
}

/** Creates a filter from a message, a sender, a list or a search. */
export default function QuickFilterDialog({ request, open, onClose }: QuickFilterDialogProps) {
	const [read] = useState(() => readChoices(request));
	if (typeof read === "string")
		return (
			<Dialog
				open={open}
				onClose={onClose}
				title={t.quick.newFilter}
				actions={<Button onClick={onClose}>{t.quick.close}</Button>}
			>
				<Notice tone="amber">{read}</Notice>
			</Dialog>
		);
	return <QuickForm request={request} choices={read} open={open} onClose={onClose} />;
}

/** @returns why the search cannot become a filter, where it cannot */
function readChoices(request: FilterRequest): Choice[] | string {
	try {
		return choicesOf(request);
	} catch (cause) {
		if (cause instanceof UnsupportedRule) return cause.message;
		throw cause;
	}
}

/** Of stored and new mail alike; forwarding has its own form. */
const actions = ACTIONS.filter(({ value }) => value !== "forward");

function QuickForm({ request, choices, open, onClose }: QuickFilterDialogProps & { choices: Choice[] }) {
	const { accounts = [] } = useSelection();
	const account = accounts.find(({ id }) => id === request.accountId);
	const [choiceId, setChoice] = useState(choices[0]?.id);
	const choice = choices.find(({ id }) => id === choiceId) ?? (choices[0] as Choice);
	const [fields, setFields] = useState<Partial<Draft>>({ action: request.action ?? "archive" });
	const [chosen, setChosen] = useState<Scope | null>(null);
	const scope = chosen ?? scopeOf(request.accountId, accounts);
	const [isUnchosen, setUnchosen] = useState(false);
	const [isHereToo, setHereToo] = useState(true);
	const draft = quickDraft(choice, scope, fields);
	const preview = useQuery({
		...previewQuery(bodyOf(withPlaceholders(draft), true), null),
		enabled: scope !== NOT_CHOSEN,
	});
	// Another choice has another count: none is shown while it loads.
	const isHere = preview.isLoading || (preview.data?.count ?? 0) > 0;
	const create = useCreateFilter(onClose);
	const faults = isUnchosen ? { accountId: t.quick.chooseMailbox } : fieldErrorsOf(create.error);
	const isBlock = request.action === "block";
	const isReport = request.isReport === true && draft.action === "block";
	const submit = () => {
		if (scope === NOT_CHOSEN) return setUnchosen(true);
		create.mutate({ draft: bodyOf(draft, true), alsoHere: (isHereToo || isReport) && isHere, isReport });
	};
	return (
		<Dialog
			open={open}
			onClose={onClose}
			title={isReport ? t.quick.blockAndReport : isBlock ? t.quick.blockSender : t.quick.newFilter}
			actions={
				<>
					<MoreOptions draft={draft} onLeave={onClose} />
					<Button onClick={onClose}>{t.quick.cancel}</Button>
					<Button variant="primary" busy={create.isPending} onClick={submit}>
						{submitLabel(request, draft)}
					</Button>
				</>
			}
		>
			<form
				noValidate
				className="flex flex-col gap-4"
				onSubmit={(event) => {
					event.preventDefault();
					submit();
				}}
			>
				<ChoiceField choices={choices} choice={choice} onChoose={setChoice} />
				<ActionFields
					draft={draft}
					faults={faults}
					actions={actions}
					onChange={(part) => setFields({ ...fields, ...part })}
				/>
				{account !== undefined && !isChangeable(account) && (
					<Notice tone="amber">{describeProblem(account, true)}</Notice>
				)}
				{(accounts.length > 1 || scope !== account?.id) && (
					<ScopeField
						accounts={accounts}
						scope={scope}
						error={faults.accountId}
						onChange={(next) => {
							setChosen(next);
							setUnchosen(false);
						}}
					/>
				)}
				<StoredMail preview={preview} isReport={isReport} isOn={isHereToo} onChange={setHereToo} />
				{create.error && Object.keys(faults).length === 0 && <Notice tone="red">{create.error.message}</Notice>}
			</form>
		</Dialog>
	);
}

function submitLabel({ action, isReport }: FilterRequest, draft: Draft): string {
	if (action !== "block" || draft.action !== "block") return t.form.createFilter;
	return isReport === true ? t.quick.blockAndReport : t.quick.block;
}

interface ChoiceFieldProps {
	choices: readonly Choice[];
	choice: Choice;
	onChoose: (id: Choice["id"]) => void;
}

/** Which emails the filter is about. */
function ChoiceField({ choices, choice, onChoose }: ChoiceFieldProps) {
	return (
		<Field label={t.quick.emails}>
			{choices.length === 1 ? (
				<Input readOnly value={choice.label} />
			) : (
				<Select
					options={choices.map(({ id, label }) => ({ value: id, label }))}
					value={choice.id}
					onChange={onChoose}
				/>
			)}
		</Field>
	);
}

/** Leads to the whole form, for conditions that its address can hold. */
function MoreOptions({ draft, onLeave }: { draft: Draft; onLeave: () => void }) {
	const { ruleType, ruleValue, action, scope } = draft;
	if (ruleType !== "sender" && ruleType !== "domain") return null;
	const account = accountIdOf(scope);
	return (
		<span className="mr-auto">
			<ButtonLink
				variant="ghost"
				to={tool.path}
				search={{ type: ruleType, value: ruleValue, action, ...(account !== null && { account }) }}
				onClick={onLeave}
			>
				{t.quick.moreOptions}
			</ButtonLink>
		</span>
	);
}

interface StoredMailProps {
	/** They are reported, whatever is chosen. */
	isReport: boolean;
	/** Of stored emails; without data: not known yet. */
	preview: { data?: { count: number } | undefined; isLoading: boolean };
	isOn: boolean;
	onChange: (isOn: boolean) => void;
}

/** Whether the filter acts on stored emails, too. */
function StoredMail({ preview: { data, isLoading }, isReport, isOn, onChange }: StoredMailProps) {
	const count = data?.count;
	if (isReport) return <p className="text-13 text-ink-2">{t.quick.reports(formatCount(count ?? 0, "email"))}</p>;
	if (count === 0) return <p className="text-13 text-ink-2">{t.quick.noneHere}</p>;
	if (count === undefined && !isLoading) return null;
	return (
		<Checkbox
			label={count === undefined ? t.quick.alsoHereCounting : t.quick.alsoHere(formatCount(count, "email"), count)}
			showLabel
			checked={isOn}
			onChange={(checked) => onChange(checked)}
		/>
	);
}
