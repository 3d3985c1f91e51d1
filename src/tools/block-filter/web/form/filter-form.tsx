import { useId } from "react";
import type { Account } from "#web/lib/accounts.ts";
import { Button } from "#web/ui/button.tsx";
import { Field, Input } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import type { FilterAction } from "../../contract.ts";
import { ACTION_NAMES } from "../../descriptions.ts";
import { ConditionBuilder } from "./condition-builder.tsx";
import { type Draft, type SimpleType, withConditions, withoutConditions } from "./draft.ts";
import { useFolderNames } from "./use-folder-names.ts";

interface FilterFormProps {
	draft: Draft;
	/** Validation messages by field. */
	faults: Readonly<Record<string, string>>;
	/** Mailboxes that can be changed. */
	mailboxes: readonly Account[];
	/** An existing rule is being edited. */
	isEdit: boolean;
	busy: boolean;
	onChange: (draft: Draft) => void;
	onSubmit: () => void;
	onCancel: () => void;
}

const TYPES: readonly { value: SimpleType; label: string; placeholder: string; hint: string }[] = [
	{ value: "domain", label: "Sender's domain", placeholder: "example.org", hint: "And all domains under it." },
	{ value: "sender", label: "Sender", placeholder: "ann@example.org", hint: "An address, or a part of a name." },
	{
		value: "subject",
		label: "Subject",
		placeholder: "special offer",
		hint: "Words of the subject, next to each other.",
	},
	{ value: "keyword", label: "Keyword", placeholder: "lottery", hint: "Words anywhere in the email." },
];

const ACTIONS: readonly { value: FilterAction; label: string; description: string }[] = [
	{ value: "delete", label: ACTION_NAMES.delete, description: "To the trash" },
	{ value: "archive", label: ACTION_NAMES.archive, description: "Out of the inbox" },
	{ value: "label", label: ACTION_NAMES.label, description: "Where there are no labels: into a folder of that name" },
	{ value: "block", label: ACTION_NAMES.block, description: "To spam" },
	{ value: "move", label: ACTION_NAMES.move, description: "From the inbox; made where it is missing" },
	{ value: "star", label: ACTION_NAMES.star, description: "It stays where it is" },
	{ value: "mark_read", label: ACTION_NAMES.mark_read, description: "It stays where it is" },
	{ value: "forward", label: ACTION_NAMES.forward, description: "New mail alone; you look at it and send it" },
];

/** The specification's form: name, type, value, action, and a label's name; more conditions on request. */
export function FilterForm(props: FilterFormProps) {
	const { draft, faults, mailboxes, isEdit, busy, onChange, onSubmit, onCancel } = props;
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
			<Field label="Filter Name" error={faults.name}>
				<Input
					autoComplete="off"
					placeholder="e.g. Block offers"
					maxLength={200}
					value={draft.name}
					onChange={(event) => put({ name: event.target.value })}
				/>
			</Field>
			{type ? (
				<>
					<Field label="Rule Type">
						<Select options={TYPES} value={type.value} onChange={(ruleType) => put({ ruleType })} />
					</Field>
					<Field label="Rule Value" hint={type.hint} error={faults.ruleValue}>
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
							More conditions
						</Button>
					</span>
				</>
			) : (
				<div className="flex flex-col gap-2">
					<div className="flex items-center justify-between gap-2">
						<span className="text-13 font-medium">Conditions</span>
						{simple && (
							<Button size="small" variant="ghost" onClick={() => onChange(simple)}>
								One condition alone
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
			<Field label="Action">
				<Select options={ACTIONS} value={draft.action} onChange={(action) => put({ action })} />
			</Field>
			{draft.action === "label" && (
				<Field label="Label Name" error={faults.labelName}>
					<Input
						autoComplete="off"
						placeholder="Receipts"
						maxLength={200}
						value={draft.labelName}
						onChange={(event) => put({ labelName: event.target.value })}
					/>
				</Field>
			)}
			{draft.action === "move" && (
				<Field label="Folder Name" error={faults.folderName}>
					<Input
						autoComplete="off"
						placeholder="Projects/Work"
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
				<Field label="Forward To" error={faults.forwardTo}>
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
			{(mailboxes.length > 1 || draft.accountId !== "") && (
				<Field label="Mailbox">
					<Select
						options={[
							{ value: "", label: "All mailboxes" },
							...mailboxes.map(({ id, name }) => ({ value: id, label: name })),
						]}
						value={draft.accountId}
						onChange={(accountId) => put({ accountId })}
					/>
				</Field>
			)}
			<div className="flex flex-wrap gap-2">
				<Button type="submit" variant="primary" busy={busy}>
					{isEdit ? "Save Filter" : "Create Filter"}
				</Button>
				{isEdit && <Button onClick={onCancel}>Cancel</Button>}
			</div>
		</form>
	);
}
