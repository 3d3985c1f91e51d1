import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { receiveAddresses } from "#web/lib/passing/address-list.ts";
import { Notice } from "#web/ui/state/notice.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { validator, validatorKeys } from "./base/api.ts";
import { t } from "./base/text.ts";
import { useValidation } from "./base/use-validation.ts";
import { type Variant, variants } from "./base/variants.ts";
import { FilesSection } from "./files/files-section.tsx";
import { useFiles } from "./files/use-files.ts";
import { InputCard, type LoadedFile } from "./input/input-card.tsx";
import { readEntries, readLeftOut } from "./input/read-entries.ts";
import { exportList, ShownResults } from "./shown-results.tsx";
import { useChosenFile } from "./use-chosen-file.ts";

/** Addresses that are validated while the user waits. */
const MAX_EMAILS = 1_000;

/** The input, and the results of what was validated last or is selected. */
export function ValidateView({ variant, onCheckMailboxes }: { variant: Variant; onCheckMailboxes: () => void }) {
	const texts = variants[variant];
	const [text, setText] = useState(() => receiveAddresses("validator")?.emails.join("\n") ?? "");
	const [error, setError] = useState<string | null>(null);
	const { loaded, setLoaded, choose } = useChosenFile(variant, setError);
	const [selected, setSelected] = useState<string | null>(null);
	const list = useValidation(setError);
	const files = useFiles();
	const file = files.data?.find(({ id }) => id === selected);

	const upload = useUpload(setError, (id) => {
		setLoaded(null);
		list.clear();
		setSelected(id);
	});

	const validate = () => {
		setError(null);
		if (loaded !== null) return upload.mutate(loaded);
		const emails = readEntries(text);
		if (emails.length === 0) toast({ ...texts.none, tone: "destructive" });
		else if (emails.length > MAX_EMAILS) toast({ ...t.input.tooMany, tone: "destructive" });
		else {
			setSelected(null);
			void list.start(emails, readLeftOut(text));
		}
	};

	const { run } = list;
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
					!file && run && run.verdicts.length > 0 && run.state !== "running"
						? () => exportList(run, {}, texts.exportName)
						: undefined
				}
			/>
			{error !== null && (
				<Notice tone="red" onDismiss={() => setError(null)}>
					{error}
				</Notice>
			)}
			<ShownResults
				key={selected}
				file={file ?? null}
				run={list.run}
				exportName={texts.exportName}
				onCheckMailboxes={onCheckMailboxes}
			/>
			{files.data && files.data.length > 0 && (
				<FilesSection files={files.data} selected={selected} onSelect={setSelected} exportName={texts.exportName} />
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
