import { CalendarSync, Download, Pause, Play, Square, Trash2 } from "lucide-react";
import { formatAgo } from "#web/lib/base/format.ts";
import { Badge, type Tone } from "#web/ui/base/badge.tsx";
import { DownloadLink, IconButton } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { Section } from "#web/ui/page/card.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import type { FileBatch } from "../../contract.ts";
import { t } from "../base/text.ts";
import { useMonitorFile } from "../monitoring/use-monitored.ts";
import { exportHref } from "../results/export-buttons.tsx";
import { useDeleteFile, useFileAction } from "./use-files.ts";

interface FilesSectionProps {
	files: readonly FileBatch[];
	/** The file whose results are shown. */
	selected: string | null;
	onSelect: (id: string | null) => void;
	exportName: "email-validation" | "email-validation-results";
}

/** Files that are or were validated. */
export function FilesSection({ files, selected, onSelect, exportName }: FilesSectionProps) {
	const remove = useDeleteFile((id) => id === selected && onSelect(null));
	const ask = async (id: string) => {
		const isSure = await confirm({
			title: t.files.deleteTitle,
			description: t.files.deleteDescription,
			confirm: t.files.delete,
			danger: true,
		});
		if (isSure) remove.mutate(id);
	};
	return (
		<Section title={t.files.title} note={t.files.note}>
			<ul className="divide-y divide-line overflow-hidden rounded-3 border border-line bg-surface">
				{files.map((file) => (
					<FileLine
						key={file.id}
						file={file}
						isSelected={file.id === selected}
						onSelect={() => onSelect(file.id)}
						onDelete={() => void ask(file.id)}
						isDeleting={remove.isPending && remove.variables === file.id}
						href={exportHref(file, exportName)}
					/>
				))}
			</ul>
		</Section>
	);
}

const tones: Record<FileBatch["batch"]["state"], Tone> = {
	active: "blue",
	paused: "amber",
	done: "green",
	cancelled: "neutral",
	failed: "red",
};

interface FileLineProps {
	file: FileBatch;
	isSelected: boolean;
	onSelect: () => void;
	onDelete: () => void;
	isDeleting: boolean;
	href: string;
}

function FileLine({ file, isSelected, onSelect, onDelete, isDeleting, href }: FileLineProps) {
	const { batch, filename } = file;
	const isLive = batch.finishedAt === null;
	const ended = batch.done + batch.failed + batch.unknown;
	return (
		<li className={`flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 ${isSelected ? "bg-selected" : ""}`}>
			<div className="min-w-52 flex-1">
				<p className="flex min-w-0 flex-wrap items-center gap-x-2 text-14">
					<button
						type="button"
						aria-label={t.files.open(filename)}
						aria-pressed={isSelected}
						onClick={onSelect}
						className="max-w-full min-w-0 truncate font-medium underline-offset-2 hover:underline pointer-coarse:-my-2.5 pointer-coarse:py-2.5"
					>
						{filename}
					</button>
					<Badge tone={tones[batch.state]}>{t.files.states[batch.state]}</Badge>
				</p>
				{isLive ? (
					<Progress
						label={batch.isSealed ? t.files.states[batch.state] : t.files.reading}
						showLabel={!batch.isSealed}
						done={ended}
						total={batch.total}
						detail={t.input.progress(ended, batch.total)}
					/>
				) : (
					<p className="text-12 text-ink-3">{[t.files.rows(batch.total), formatAgo(file.createdAt)].join(" · ")}</p>
				)}
				{file.error !== null && (
					<div className="pt-2">
						<Notice tone="amber">{file.error}</Notice>
					</div>
				)}
			</div>
			<FileActions {...{ file, onDelete, isDeleting, href }} />
		</li>
	);
}

/** Pausing, resuming and canceling a validation, the export, deleting the file. */
function FileActions({ file, onDelete, isDeleting, href }: Omit<FileLineProps, "isSelected" | "onSelect">) {
	const action = useFileAction();
	const monitor = useMonitorFile();
	const { batch, filename } = file;
	const act = (name: "pauseFileBatch" | "resumeFileBatch" | "cancelFileBatch") =>
		action.mutate({ id: file.id, action: name });
	return (
		<div className="flex items-center gap-1">
			{batch.state === "active" && (
				<IconButton
					icon={Pause}
					size="small"
					label={t.files.pauseNamed(filename)}
					onClick={() => act("pauseFileBatch")}
				/>
			)}
			{batch.state === "paused" && (
				<IconButton
					icon={Play}
					size="small"
					label={t.files.resumeNamed(filename)}
					onClick={() => act("resumeFileBatch")}
				/>
			)}
			{batch.finishedAt === null && (
				<IconButton
					icon={Square}
					size="small"
					label={t.files.cancelNamed(filename)}
					onClick={() => act("cancelFileBatch")}
				/>
			)}
			{batch.state === "done" && (
				<IconButton
					icon={CalendarSync}
					size="small"
					label={t.files.monitorNamed(filename)}
					busy={monitor.isPending}
					onClick={() => monitor.mutate(file)}
				/>
			)}
			<DownloadLink
				size="small"
				icon={Download}
				href={href}
				download
				label={file.isSpreadsheet ? t.files.exportXlsxNamed(filename) : t.files.exportNamed(filename)}
			>
				{file.isSpreadsheet ? t.files.exportXlsx : t.files.export}
			</DownloadLink>
			<IconButton
				icon={Trash2}
				size="small"
				label={t.files.deleteNamed(filename)}
				busy={isDeleting}
				onClick={onDelete}
			/>
		</div>
	);
}
