import { FileSpreadsheet } from "lucide-react";
import { useState } from "react";
import { formatBytes } from "#web/lib/base/format.ts";
import { Button } from "#web/ui/button/button.tsx";
import { MappingTable } from "#web/ui/file-import/mapping-table.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Disclosure } from "#web/ui/page/disclosure.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { t } from "../base/text.ts";
import { type ChosenFile, readFile, withSheet } from "./chosen-file.ts";

interface FilePanelProps {
	chosen: ChosenFile;
	onChange: (chosen: ChosenFile) => void;
	onClear: () => void;
	/** The file can't be read in the format the user chose. */
	onError: () => void;
	leavesOutDuplicates: boolean;
	onLeaveOutDuplicates: (leavesOut: boolean) => void;
	disabled: boolean;
}

const fields = [{ id: "email", label: t.input.emailColumn, isRequired: true, kind: "email" }] as const;

/** The loaded file: its name, and on request how it is written and which column has the addresses. Loads the CSV parser. */
export function FilePanel(props: FilePanelProps) {
	const { chosen, onChange, onClear, onError, disabled } = props;
	const { file, sample, format, column, sheets } = chosen;
	const [isOpen, setOpen] = useState(column === null);
	const name = column === null ? undefined : sample.columns[column];
	return (
		<div className="flex min-w-0 flex-col gap-3">
			<p className="flex flex-wrap items-center gap-x-2.5 gap-y-2 rounded-2 border border-line bg-paper px-3 py-2 text-13">
				<FileSpreadsheet aria-hidden="true" size={18} className="shrink-0 text-ink-3" />
				<span className="min-w-0 truncate font-medium">
					{file.name} <span className="font-normal text-ink-2">{t.input.loaded}</span>
				</span>
				<span className="shrink-0 text-ink-3">{formatBytes(file.size)}</span>
				<span className="ml-auto">
					<Button size="small" variant="ghost" disabled={disabled} onClick={onClear}>
						{t.input.clear}
					</Button>
				</span>
			</p>
			{sheets !== null && sheets.all.length > 1 && (
				<Field label={t.input.sheet}>
					<Select
						options={sheets.all.map((sheet) => ({ value: sheet.name, label: sheet.name }))}
						value={sheets.name}
						disabled={disabled}
						onChange={(next) => onChange(withSheet(chosen, next))}
					/>
				</Field>
			)}
			{column === null && <Notice tone="amber">{t.input.noColumn}</Notice>}
			<Disclosure
				label={t.input.columns}
				note={name === undefined ? undefined : t.input.column(name)}
				open={isOpen}
				onToggle={setOpen}
			>
				<MappingTable
					sample={sample}
					format={format}
					fields={fields}
					otherwise={t.input.kept}
					mapping={{ email: column }}
					onMapping={(mapping) => onChange({ ...chosen, column: mapping.email ?? null })}
					onFormat={sheets === null ? (next) => void readFile(file, next).then(onChange, onError) : undefined}
				/>
			</Disclosure>
			<Checkbox
				showLabel
				label={t.input.leaveOutDuplicates}
				checked={props.leavesOutDuplicates}
				disabled={disabled}
				onChange={props.onLeaveOutDuplicates}
			/>
		</div>
	);
}
