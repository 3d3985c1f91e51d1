import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { download } from "#web/lib/base/download.ts";
import { receiveAddresses } from "#web/lib/passing/address-list.ts";
import { Notice } from "#web/ui/state/notice.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { StreamedVerdict } from "../contract.ts";
import { isLetThrough, type RowFilter } from "../row-filter.ts";
import { validator, validatorKeys } from "./base/api.ts";
import { t } from "./base/text.ts";
import { type ListRun, useValidation } from "./base/use-validation.ts";
import { type Variant, variants } from "./base/variants.ts";
import { csvOf } from "./export-csv.ts";
import { FilesSection } from "./files/files-section.tsx";
import { useFileRows, useFiles } from "./files/use-files.ts";
import { InputCard, type LoadedFile } from "./input/input-card.tsx";
import { readEntries, readLeftOut } from "./input/read-entries.ts";
import { FileExports, ListExports } from "./results/export-buttons.tsx";
import { fileResults, listResults, NO_ADDRESS } from "./results/results.ts";
import { ResultsCard } from "./results/results-card.tsx";

/** Addresses that are validated while the user waits. */
const MAX_EMAILS = 1_000;

/** The input, and the results of what was validated last or is selected. */
export function ValidateView({ variant, onCheckMailboxes }: { variant: Variant; onCheckMailboxes: () => void }) {
	const texts = variants[variant];
	const [text, setText] = useState(() => receiveAddresses("validator")?.emails.join("\n") ?? "");
	const [loaded, setLoaded] = useState<LoadedFile | null>(null);
	const [error, setError] = useState<string | null>(null);
	const [selected, setSelected] = useState<string | null>(null);
	const list = useValidation(setError);
	const files = useFiles();
	const [filter, setFilter] = useState<RowFilter>({});
	const rows = useFileRows(selected, filter);
	const file = files.data?.find(({ id }) => id === selected);

	const select = (id: string | null) => {
		setFilter({});
		setSelected(id);
	};
	const upload = useUpload(setError, (id) => {
		setLoaded(null);
		list.clear();
		select(id);
	});

	const choose = async ([one]: File[]): Promise<void> => {
		if (one === undefined) return;
		setError(null);
		if (isAccepted(one, variant))
			await loadFile(one).then(setLoaded, (cause: Error) =>
				setError(/\.xlsx$/i.test(one.name) ? cause.message : t.input.cantRead),
			);
		else toast({ ...texts.wrongType, tone: "destructive" });
	};

	const validate = () => {
		setError(null);
		if (loaded !== null) return upload.mutate(loaded);
		const emails = readEntries(text);
		if (emails.length === 0) toast({ ...texts.none, tone: "destructive" });
		else if (emails.length > MAX_EMAILS) toast({ ...t.input.tooMany, tone: "destructive" });
		else {
			select(null);
			void list.start(emails, readLeftOut(text));
		}
	};

	const { run } = list;
	const loadedRows = rows.data?.pages.flatMap(({ items }) => items) ?? [];
	const results = file ? fileResults(file, loadedRows, filter) : run ? listResults(run, filter) : null;
	const exportList = ({ verdicts, leftOut }: ListRun, only: RowFilter) =>
		void exportCsv(
			verdicts.filter(({ reason }) => isLetThrough(only, reason)),
			isLetThrough(only, NO_ADDRESS) ? leftOut : [],
			texts.exportName,
		);
	return (
		<div className="flex min-w-0 flex-col gap-6">
			<InputCard
				variant={variant}
				text={text}
				onText={(next) => {
					setText(next);
					setError(null);
				}}
				loaded={loaded}
				onChosen={(chosen) => setLoaded((now) => now && { ...now, chosen })}
				onLeaveOutDuplicates={(leavesOutDuplicates) => setLoaded((now) => now && { ...now, leavesOutDuplicates })}
				onFiles={(given) => void choose(given)}
				onClear={() => {
					setLoaded(null);
					setError(null);
				}}
				onFileError={() => setError(t.input.cantRead)}
				onValidate={validate}
				progress={run?.state === "running" ? { done: run.verdicts.length, total: run.total } : null}
				onCancel={list.cancel}
				isUploading={upload.isPending}
				onExport={
					!file && run && run.verdicts.length > 0 && run.state !== "running" ? () => exportList(run, {}) : undefined
				}
			/>
			{error !== null && (
				<Notice tone="red" onDismiss={() => setError(null)}>
					{error}
				</Notice>
			)}
			{rows.error && <Notice tone="red">{t.results.couldntLoad}</Notice>}
			{results && (
				<ResultsCard
					{...results}
					filter={filter}
					onFilter={setFilter}
					onEndNear={file && rows.hasNextPage && !rows.isFetching ? () => void rows.fetchNextPage() : undefined}
					onCheckMailboxes={onCheckMailboxes}
					exports={
						file ? (
							<FileExports file={file} filter={filter} name={texts.exportName} />
						) : (
							run &&
							run.state !== "running" && <ListExports filter={filter} onExport={(only) => exportList(run, only)} />
						)
					}
				/>
			)}
			{files.data && files.data.length > 0 && (
				<FilesSection files={files.data} selected={selected} onSelect={select} exportName={texts.exportName} />
			)}
			{files.error && !files.data && <Notice tone="red">{t.files.couldntLoad}</Notice>}
		</div>
	);
}

/** Uploads a file, which is validated in the background. */
function uploadFile({ chosen: { file: body, format, column, sheets }, leavesOutDuplicates }: LoadedFile) {
	const written = sheets === null ? { delimiter: format.delimiter, encoding: format.encoding } : { sheet: sheets.name };
	return validator.validateFile(
		{
			query: {
				...{ filename: body.name.slice(0, 255), ...written },
				...{ header: `${format.hasHeader}` as const, column: column ?? 0 },
				duplicates: leavesOutDuplicates ? ("leave_out" as const) : ("validate" as const),
			},
		},
		{ bytes: body },
	);
}

/** @param onUploaded the file, by its id, is in the list */
function useUpload(onError: (reason: string) => void, onUploaded: (id: string) => void) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: uploadFile,
		onSuccess: async ({ id }) => {
			toast({ title: t.input.uploaded });
			await client.invalidateQueries({ queryKey: validatorKeys.files });
			onUploaded(id);
		},
		onError: (cause) => onError(cause.message || t.input.validationFailed),
	});
}

/** Of text files the bulk validator takes CSV alone, as specified. */
function isAccepted({ name, type }: File, variant: Variant): boolean {
	const isCsv = /\.csv$/i.test(name) && (type === "" || /csv|excel/.test(type));
	return isCsv || /\.xlsx$/i.test(name) || (variant === "email-validator" && /\.(?:csv|txt)$/i.test(name));
}

/** Reads the beginning of a file, and loads the panel that shows it. */
async function loadFile(file: File): Promise<LoadedFile> {
	const [{ readFile }, { FilePanel: Panel }] = await Promise.all([
		import("./input/chosen-file.ts"),
		import("./input/file-panel.tsx"),
	]);
	return { chosen: await readFile(file), leavesOutDuplicates: false, Panel };
}

async function exportCsv(
	verdicts: readonly StreamedVerdict[],
	leftOut: readonly string[],
	exportName: string,
): Promise<void> {
	const time = new Date().toISOString().replace(/[:.]/g, "-");
	const name = exportName === "email-validation" ? `${exportName}-${time}` : exportName;
	download(`${name}.csv`, new Blob([await csvOf(verdicts, leftOut)], { type: "text/csv;charset=utf-8" }));
}
