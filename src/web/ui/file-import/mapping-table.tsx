import type { ReactNode } from "react";
import { encodings } from "#shared/mail/encodings.ts";
import { cx } from "../base/cx.ts";
import { t } from "../base/text.ts";
import { Checkbox } from "../form/checkbox.tsx";
import { Select } from "../form/select.tsx";
import { readCellAddresses } from "./cell-addresses.ts";
import type { ImportField, Mapping } from "./mapping.ts";
import type { Delimiter, TableFormat, TableSample } from "./table-file.ts";

interface MappingTableProps {
	sample: TableSample;
	format: TableFormat;
	/** Absent: how the file is written can't be chosen. */
	onFormat?: ((format: TableFormat) => void) | undefined;
	fields: readonly ImportField[];
	mapping: Mapping;
	onMapping: (mapping: Mapping) => void;
	/** What happens to columns that are no field; by default they are not imported. */
	otherwise?: string;
}

const delimiterOptions: { value: Delimiter | "none"; label: string }[] = [
	{ value: ",", label: t.fileImport.comma },
	{ value: ";", label: t.fileImport.semicolon },
	{ value: "\t", label: t.fileImport.tab },
	{ value: "|", label: t.fileImport.verticalBar },
	{ value: "none", label: t.fileImport.noDelimiter },
];

const encodingOptions = encodings.map((value) => ({ value, label: t.fileImport.encodings[value] }));

/** Rows of the preview. */
const previewed = 6;
const skipped = "skip";

/** How the file is written, and which column is what, above its first rows. */
export function MappingTable(props: MappingTableProps) {
	const { sample, format, onFormat, fields, mapping, onMapping, otherwise = t.fileImport.skip } = props;
	const fieldOf = (column: number) => fields.find(({ id }) => mapping[id] === column);
	const assign = (column: number, id: string) => {
		const next: Record<string, number | null> = { ...mapping };
		for (const field of fields) if (next[field.id] === column) next[field.id] = null;
		if (id !== skipped) next[id] = column;
		onMapping(next);
	};
	const options = [
		{ value: skipped, label: otherwise },
		...fields.map(({ id, label, isRequired }) => ({
			value: id,
			label: isRequired ? t.fileImport.required(label) : label,
		})),
	];
	return (
		<div className="flex min-w-0 flex-col gap-3">
			{onFormat && <FormatFields format={format} onFormat={onFormat} />}
			{/* A scrolling region must be reachable by keyboard. */}
			<section
				aria-label={t.fileImport.firstRows}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: see above
				tabIndex={0}
				className="overflow-x-auto rounded-3 border border-line bg-surface"
			>
				<table className="w-full border-collapse text-13">
					<caption className="sr-only">{t.fileImport.firstRows}</caption>
					<thead>
						<tr className="bg-sunken">
							{sample.columns.map((name, column) => (
								<th
									// biome-ignore lint/suspicious/noArrayIndexKey: columns may have the same name
									key={column}
									scope="col"
									className="min-w-44 px-3 py-2.5 text-left align-bottom font-normal not-first:border-l not-first:border-line"
								>
									<span className="block truncate pb-1.5 text-12 font-semibold text-ink-2">{name}</span>
									<Select
										label={t.fileImport.importAs(name)}
										options={options}
										value={fieldOf(column)?.id ?? skipped}
										onChange={(id) => assign(column, id)}
									/>
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{sample.rows.slice(0, previewed).map((row, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: rows of a file may be equal
							<PreviewRow key={index} row={row} fields={sample.columns.map((_, column) => fieldOf(column))} />
						))}
					</tbody>
				</table>
			</section>
		</div>
	);
}

interface FormatFieldsProps {
	format: TableFormat;
	onFormat: (format: TableFormat) => void;
}

/** How the file is written: delimiter, encoding, header. */
function FormatFields({ format, onFormat }: FormatFieldsProps) {
	return (
		<div className="flex flex-wrap items-end gap-x-4 gap-y-3">
			<Labeled label={t.fileImport.delimiter}>
				{(name) => (
					<Select
						label={name}
						options={delimiterOptions}
						value={format.delimiter || "none"}
						onChange={(next) => onFormat({ ...format, delimiter: next === "none" ? "" : next })}
					/>
				)}
			</Labeled>
			<Labeled label={t.fileImport.encoding}>
				{(name) => (
					<Select
						label={name}
						options={encodingOptions}
						value={format.encoding}
						onChange={(encoding) => onFormat({ ...format, encoding })}
					/>
				)}
			</Labeled>
			<span className="flex h-8 items-center">
				<Checkbox
					label={t.fileImport.hasHeader}
					showLabel
					checked={format.hasHeader}
					onChange={(hasHeader) => onFormat({ ...format, hasHeader })}
				/>
			</span>
		</div>
	);
}

interface PreviewRowProps {
	row: readonly string[];
	/** The field of each column; undefined: it is skipped. */
	fields: readonly (ImportField | undefined)[];
}

function PreviewRow({ row, fields }: PreviewRowProps) {
	return (
		<tr className="border-t border-line">
			{fields.map((field, column) => {
				const value = row[column] ?? "";
				const isWrong = field?.kind === "email" && value !== "" && readCellAddresses(value) === null;
				return (
					<td
						// biome-ignore lint/suspicious/noArrayIndexKey: columns may have the same name
						key={column}
						className={cx(
							"max-w-64 truncate px-3 py-1.5 not-first:border-l not-first:border-line",
							!field && "text-ink-3",
							field?.kind === "email" && "font-mono text-12",
							isWrong && "text-red",
						)}
					>
						{value || "–"}
					</td>
				);
			})}
		</tr>
	);
}

function Labeled({ label, children }: { label: string; children: (label: string) => ReactNode }) {
	return (
		<span className="flex w-full flex-col gap-1.5 sm:w-52">
			<span aria-hidden="true" className="text-13 font-medium">
				{label}
			</span>
			{children(label)}
		</span>
	);
}
