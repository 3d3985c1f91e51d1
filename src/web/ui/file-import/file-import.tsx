import { useMutation, useQuery } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { useState } from "react";
import { formatBytes } from "#web/lib/base/format.ts";
import { t } from "../base/text.ts";
import { Button } from "../button/button.tsx";
import { DropZone } from "../form/drop-zone.tsx";
import { Stepper } from "../form/stepper.tsx";
import { Notice } from "../state/notice.tsx";
import { Skeleton } from "../state/skeleton.tsx";
import { ImportCheck } from "./import-check.tsx";
import { type ImportField, type ImportRow, type Mapping, mapRows, missingFields, suggestMapping } from "./mapping.ts";
import { MappingTable } from "./mapping-table.tsx";
import { detectFormat, readRows, readSample, type TableFormat, type TableSample } from "./table-file.ts";

interface FileImportProps {
	/** Names the task: "Import recipients". */
	label: string;
	fields: readonly ImportField[];
	/** What happens to columns that are no field; by default they are not imported. */
	otherwise?: string;
	/** Largest file, in bytes. */
	maxBytes?: number;
	/** Imports the rows that are correct. */
	onImport: (rows: readonly ImportRow[], file: File) => void | Promise<void>;
	/** Label of the last button: "Import 1,204 recipients". */
	verb: (count: number) => string;
}

type StepId = "file" | "columns" | "check";

const steps = [
	{ id: "file", label: t.fileImport.chooseFile },
	{ id: "columns", label: t.fileImport.matchColumns },
	{ id: "check", label: t.fileImport.check },
] as const;

const accept = ".csv,.tsv,.tab,.txt,text/csv,text/tab-separated-values,text/plain";

/** Imports a CSV, TSV or TXT file: format and columns are detected, shown with the first rows, and can be corrected. */
export default function FileImport(props: FileImportProps) {
	const { label, fields, maxBytes = 50_000_000, onImport, verb } = props;
	const [step, setStep] = useState<StepId>("file");
	const [file, setFile] = useState<File | null>(null);
	const [refused, setRefused] = useState<string | null>(null);
	/** Choices of the user, ahead of what was detected. */
	const [chosenFormat, setFormat] = useState<TableFormat | null>(null);
	const [chosenMapping, setMapping] = useState<Mapping | null>(null);
	const detected = useFile("format", file, null, (one) => detectFormat(one));
	const format = chosenFormat ?? detected.data ?? null;
	const sample = useFile("sample", format && file, format, (one) => readSample(one, format ?? fallback));
	const mapping = chosenMapping ?? (sample.data ? suggestMapping(sample.data, fields) : {});
	const checked = useFile("rows", step === "check" ? file : null, { format, mapping }, async (one) => {
		const { rows, firstLine } = await readRows(one, format ?? fallback);
		return mapRows(rows, firstLine, mapping, fields, sample.data?.columns);
	});
	const run = useMutation({ mutationFn: async (rows: readonly ImportRow[]) => file && onImport(rows, file) });
	const choose = ([one]: File[]) => {
		if (!one) return;
		const fault =
			one.size === 0 ? t.fileImport.empty : one.size > maxBytes ? t.fileImport.tooLarge(formatBytes(maxBytes)) : null;
		setRefused(fault);
		if (fault !== null) return;
		setFile(one);
		setFormat(null);
		setMapping(null);
		setStep("columns");
	};
	const error = detected.error ?? sample.error ?? checked.error ?? run.error;
	return (
		<section aria-label={label} className="flex min-w-0 flex-col gap-5">
			<Stepper
				label={label}
				steps={steps.map((one) => (one.id === "file" && file ? { ...one, detail: file.name } : one))}
				current={step}
				onStep={setStep}
				hasError={error !== null || refused !== null}
			/>
			{error && <Notice tone="red">{error.message || t.fileImport.couldntRead}</Notice>}
			{step === "file" && (
				<>
					{refused && <Notice tone="red">{refused}</Notice>}
					<DropZone
						label={t.fileImport.drop}
						hint={t.fileImport.limit(formatBytes(maxBytes))}
						accept={accept}
						onFiles={choose}
					/>
				</>
			)}
			{step === "columns" && file && format && sample.data && (
				<ColumnsStep
					{...{ file, format, fields, mapping, otherwise: props.otherwise }}
					sample={sample.data}
					onFormat={(next) => {
						setFormat(next);
						setMapping(null);
					}}
					onMapping={setMapping}
					onBack={() => setStep("file")}
					onContinue={() => setStep("check")}
				/>
			)}
			{step === "check" && (
				<CheckStep
					checked={checked.data}
					hasError={error !== null}
					busy={run.isPending}
					verb={verb}
					onBack={() => setStep("columns")}
					onImport={run.mutate}
				/>
			)}
		</section>
	);
}

interface ColumnsStepProps {
	file: File;
	format: TableFormat;
	sample: TableSample;
	fields: readonly ImportField[];
	mapping: Mapping;
	otherwise: string | undefined;
	onFormat: (format: TableFormat) => void;
	onMapping: (mapping: Mapping) => void;
	onBack: () => void;
	onContinue: () => void;
}

/** How the file is written, and which column is what. */
function ColumnsStep(props: ColumnsStepProps) {
	const { file, format, sample, fields, mapping, otherwise, onFormat, onMapping, onBack, onContinue } = props;
	const missing = missingFields(mapping, fields);
	return (
		<>
			<FileLine file={file} onReplace={onBack} />
			<MappingTable
				sample={sample}
				format={format}
				onFormat={onFormat}
				fields={fields}
				mapping={mapping}
				onMapping={onMapping}
				{...(otherwise !== undefined && { otherwise })}
			/>
			{missing.length > 0 && (
				<Notice tone="amber">{t.fileImport.chooseColumn(missing.map((field) => field.label).join(", "))}</Notice>
			)}
			<div className="flex justify-end gap-2">
				<Button onClick={onBack}>{t.fileImport.back}</Button>
				<Button variant="primary" disabled={missing.length > 0} onClick={onContinue}>
					{t.fileImport.continue}
				</Button>
			</div>
		</>
	);
}

interface CheckStepProps {
	/** Undefined while it is read. */
	checked: ReturnType<typeof mapRows> | undefined;
	hasError: boolean;
	busy: boolean;
	verb: (count: number) => string;
	onBack: () => void;
	onImport: (rows: readonly ImportRow[]) => void;
}

/** What will be imported, and what is wrong with the other rows. */
function CheckStep({ checked, hasError, busy, verb, onBack, onImport }: CheckStepProps) {
	return (
		<>
			{checked ? <ImportCheck {...checked} /> : !hasError && <Skeleton rows={4} label={t.fileImport.reading} />}
			<div className="flex justify-end gap-2">
				<Button onClick={onBack}>{t.fileImport.back}</Button>
				<Button
					variant="primary"
					disabled={!checked || checked.rows.length === 0}
					busy={busy}
					onClick={() => checked && onImport(checked.rows)}
				>
					{verb(checked?.rows.length ?? 0)}
				</Button>
			</div>
		</>
	);
}

const fallback: TableFormat = { encoding: "utf-8", delimiter: ",", hasHeader: true };

/** What was read of a file with these options. */
function useFile<T>(what: string, file: File | null, options: unknown, read: (file: File) => Promise<T>) {
	return useQuery({
		queryKey: ["file-import", what, file?.name, file?.size, file?.lastModified, options],
		enabled: file !== null,
		queryFn: () => {
			if (file === null) throw new Error("No file is chosen.");
			return read(file);
		},
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
		retry: false,
	});
}

function FileLine({ file, onReplace }: { file: File; onReplace: () => void }) {
	return (
		<p className="flex items-center gap-2.5 text-13">
			<FileSpreadsheet aria-hidden="true" size={18} className="shrink-0 text-ink-3" />
			<span className="min-w-0 truncate font-medium">{file.name}</span>
			<span className="shrink-0 text-ink-3">{formatBytes(file.size)}</span>
			<Button size="small" variant="ghost" onClick={onReplace}>
				{t.fileImport.chooseAnother}
			</Button>
		</p>
	);
}
