import { BadgeCheck, Download } from "lucide-react";
import { useId } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { DropZone } from "#web/ui/form/drop-zone.tsx";
import { Field, Textarea } from "#web/ui/form/field.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import { t } from "../base/text.ts";
import { type Variant, variants } from "../base/variants.ts";
import type { ChosenFile } from "./chosen-file.ts";
import type { FilePanel } from "./file-panel.tsx";
import { readEntries } from "./read-entries.ts";

export interface LoadedFile {
	chosen: ChosenFile;
	leavesOutDuplicates: boolean;
	Panel: typeof FilePanel;
}

interface InputCardProps {
	variant: Variant;
	text: string;
	onText: (text: string) => void;
	/** A loaded file, and the panel that shows it: loaded with it, so that nothing below moves afterwards. */
	loaded: LoadedFile | null;
	onChosen: (chosen: ChosenFile) => void;
	onLeaveOutDuplicates: (leavesOut: boolean) => void;
	onFiles: (files: File[]) => void;
	onClear: () => void;
	onFileError: () => void;
	onValidate: () => void;
	/** A list in progress; null: none. */
	progress: { done: number; total: number } | null;
	onCancel: () => void;
	isUploading: boolean;
	/** Undefined: there is nothing to export. */
	onExport: (() => void) | undefined;
}

/** Where addresses come from: typed or pasted, or a file. */
export function InputCard(props: InputCardProps) {
	const { variant, text, onText, loaded, progress, isUploading, onExport } = props;
	const chosen = loaded?.chosen ?? null;
	const isBusy = progress !== null || isUploading;
	const hint = useId();
	const isEmpty = chosen === null ? text.trim() === "" : chosen.column === null;
	return (
		<Card>
			<div className="flex flex-col gap-4">
				<div className={chosen === null ? "grid gap-4 md:grid-cols-[3fr_2fr]" : "flex flex-col gap-4"}>
					<Field label={t.input.emails} hint={chosen === null ? t.input.hint(readEntries(text).length) : undefined}>
						<Textarea
							mono
							rows={chosen === null ? 7 : 2}
							placeholder={t.input.placeholder}
							value={text}
							disabled={chosen !== null}
							spellCheck={false}
							autoCapitalize="none"
							autoComplete="off"
							onChange={(event) => onText(event.target.value)}
						/>
					</Field>
					{loaded === null ? (
						<div className="md:pt-6">
							<DropZone
								label={variants[variant].drop}
								hint={t.input.fileHint}
								accept={variants[variant].accept}
								disabled={isBusy}
								onFiles={props.onFiles}
							/>
						</div>
					) : (
						<loaded.Panel
							key={keyOf(loaded.chosen.file)}
							chosen={loaded.chosen}
							onChange={props.onChosen}
							onClear={props.onClear}
							onError={props.onFileError}
							leavesOutDuplicates={loaded.leavesOutDuplicates}
							onLeaveOutDuplicates={props.onLeaveOutDuplicates}
							disabled={isBusy}
						/>
					)}
				</div>
				<div className="flex flex-wrap items-center gap-2">
					<Button
						variant="primary"
						icon={BadgeCheck}
						busy={isBusy}
						disabled={isEmpty}
						aria-describedby={isBusy ? hint : undefined}
						onClick={props.onValidate}
					>
						{isUploading ? t.input.uploading : isBusy ? t.input.validating : t.input.validate}
					</Button>
					{onExport && (
						<Button icon={Download} onClick={onExport}>
							{t.input.exportCsv}
						</Button>
					)}
					{progress !== null && <Button onClick={props.onCancel}>{t.input.cancel}</Button>}
				</div>
				{progress !== null && (
					<div id={hint}>
						<Progress
							label={t.input.dns}
							done={progress.done}
							total={progress.total}
							detail={t.input.progress(progress.done, progress.total)}
						/>
					</div>
				)}
			</div>
		</Card>
	);
}

function keyOf({ name, size, lastModified }: File): string {
	return `${name} ${size} ${lastModified}`;
}
