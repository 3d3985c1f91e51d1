import { useId } from "react";
import { Field, Input } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { t } from "../base/text.ts";
import type { ACTIONS } from "./actions.ts";
import type { Draft } from "./draft.ts";
import { useFolderNames } from "./use-folder-names.ts";

interface ActionFieldsProps {
	draft: Draft;
	/** Validation messages by field. */
	faults: Readonly<Record<string, string>>;
	/** The choices. */
	actions: typeof ACTIONS;
	onChange: (part: Partial<Draft>) => void;
}

/** The action, with the label, the folder or the address it needs. */
export function ActionFields({ draft, faults, actions, onChange }: ActionFieldsProps) {
	const folders = useFolderNames(draft.action === "move");
	const listId = useId();
	return (
		<>
			<Field label={t.form.action}>
				<Select options={actions} value={draft.action} onChange={(action) => onChange({ action })} />
			</Field>
			{draft.action === "label" && (
				<Field label={t.form.labelName} error={faults.labelName}>
					<Input
						autoComplete="off"
						placeholder={t.form.labelExample}
						maxLength={200}
						value={draft.labelName}
						onChange={(event) => onChange({ labelName: event.target.value })}
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
						onChange={(event) => onChange({ folderName: event.target.value })}
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
						onChange={(event) => onChange({ forwardTo: event.target.value })}
					/>
				</Field>
			)}
		</>
	);
}
