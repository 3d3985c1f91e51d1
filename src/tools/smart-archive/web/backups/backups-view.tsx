import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArchiveRestore, Download, PackageCheck, Search, Trash2, X } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { urlOf } from "#shared/client.ts";
import { allPages } from "#web/lib/api/all-pages.ts";
import { type Job, jobProgress, jobStage, useJob } from "#web/lib/jobs/jobs.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button, DownloadLink, IconButton } from "#web/ui/button/button.tsx";
import { Input } from "#web/ui/form/field.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { Section } from "#web/ui/page/card.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { steadyRows } from "#web/ui/table/steady-rows.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { Backup } from "../../contract.ts";
import { smartArchiveContract as routes } from "../../contract.ts?routes";
import { archiveKeys, smartArchive } from "../base/api.ts";
import { t } from "../base/text.ts";
import { KeepMenu } from "./keep-menu.tsx";
import { RestoreDialog } from "./restore-dialog.tsx";
import { useRestore } from "./use-restore.ts";

/** Backups that are read at once. */
const PAGE = 200;

/** Backup files of trashed mail. */
export function BackupsView() {
	const [text, setText] = useState("");
	const q = useDeferredValue(text.trim());
	const query = useQuery({
		queryKey: [...archiveKeys.backups, q],
		queryFn: ({ signal }) =>
			allPages((cursor) =>
				smartArchive.listBackups({ query: { limit: PAGE, cursor, ...(q !== "" && { q }) } }, { signal }),
			),
		placeholderData: keepPreviousData,
	});
	return (
		<Section title={t.backups.backups} note={t.backups.backupsNote}>
			<div className="rounded-3 border border-line bg-surface">
				{(text !== "" || (query.data?.length ?? 0) > 0) && (
					<div className="max-w-80 px-4 pt-3">
						<Input
							aria-label={t.backups.find}
							placeholder={t.backups.find}
							icon={<Search size={16} />}
							value={text}
							onChange={(event) => setText(event.target.value)}
							end={
								text !== "" && <IconButton icon={X} size="small" label={t.backups.clear} onClick={() => setText("")} />
							}
						/>
					</div>
				)}
				<QueryView
					query={query}
					isEmpty={(items) => items.length === 0}
					empty={
						<EmptyState
							icon={PackageCheck}
							title={q === "" ? t.backups.noBackupsYet : t.backups.noResults}
							description={q === "" ? t.backups.noBackupsYetDescription : t.backups.noneMatch}
						/>
					}
				>
					{(items) => (
						<ul ref={steadyRows} className="divide-y divide-line">
							{items.map((item) => (
								<BackupRow key={item.id} backup={item} />
							))}
						</ul>
					)}
				</QueryView>
			</div>
		</Section>
	);
}

function BackupRow({ backup }: { backup: Backup }) {
	const client = useQueryClient();
	const { state } = backup;
	const [isAsking, setAsking] = useState(false);
	const refresh = () => client.invalidateQueries({ queryKey: archiveKeys.backups });
	const job = useJob(state === "running" ? backup.jobId : null, () => void refresh());
	const restore = useRestore(backup);
	const { remove, isRemoving } = useRemoveBackup(backup);
	const working = state === "running" ? job : restore.isRunning ? restore.job : null;
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
			<div className="min-w-48 flex-1">
				<p className="flex items-center gap-2 text-14 font-medium">
					{backup.title}
					{state === "failed" && <Badge tone="red">{t.backups.failed}</Badge>}
					{state === "expired" && <Badge>{t.backups.expired}</Badge>}
				</p>
				{state === "running" || restore.isRunning ? (
					<BackupProgress job={working ?? null} isRestoring={restore.isRunning} />
				) : (
					<p className="text-12 text-ink-3">{factsOf(backup)}</p>
				)}
			</div>
			<div className="flex items-center gap-2">
				{state === "ready" && !restore.isRunning && (
					<Button
						size="small"
						icon={ArchiveRestore}
						aria-label={t.backups.restoreNamed(backup.title)}
						onClick={() => setAsking(true)}
					>
						{t.backups.restore}
					</Button>
				)}
				{restore.isRunning && (
					<Button
						size="small"
						aria-label={t.backups.cancelTheRestore}
						busy={restore.isCancelling}
						onClick={restore.cancel}
					>
						{t.backups.cancel}
					</Button>
				)}
				{state === "ready" && <KeepMenu backup={backup} />}
				{state === "ready" && (
					<DownloadLink
						size="small"
						icon={Download}
						href={urlOf(routes.downloadBackup, { params: { id: backup.id } })}
						download
					>
						{t.backups.download}
					</DownloadLink>
				)}
				<IconButton
					icon={Trash2}
					size="small"
					label={state === "running" ? t.backups.cancelTheBackup : t.backups.deleteNamed(backup.title)}
					busy={isRemoving}
					disabled={restore.isRunning}
					onClick={() => void remove()}
				/>
			</div>
			<RestoreDialog
				backup={backup}
				open={isAsking}
				onRestore={(account) => {
					setAsking(false);
					void restore.run(account);
				}}
				onClose={() => setAsking(false)}
			/>
		</li>
	);
}

/** Deletes a backup, or stops one that is being made. Asks before mail is lost. */
function useRemoveBackup({ id, state }: Backup) {
	const client = useQueryClient();
	const { mutate, isPending } = useMutation({
		mutationFn: () => smartArchive.deleteBackup({ params: { id } }),
		onSuccess: async () => {
			toast({ title: state === "running" ? t.backups.backupStopped : t.backups.backupDeleted });
			await client.invalidateQueries({ queryKey: archiveKeys.backups });
		},
		onError: (error) =>
			toast({ title: t.backups.couldntDeleteBackup, description: error.message, tone: "destructive" }),
	});
	const remove = async () => {
		const yes =
			state !== "ready" ||
			(await confirm({
				title: t.backups.deleteThisBackup,
				description: t.backups.deleteThisBackupDescription,
				confirm: t.backups.deleteBackup,
				danger: true,
			}));
		if (yes) mutate();
	};
	return { remove, isRemoving: isPending };
}

/** @param job null: it has not started */
function BackupProgress({ job, isRestoring }: { job: Job | null; isRestoring: boolean }) {
	return (
		<Progress
			label={(job && jobStage(job)) ?? (isRestoring ? t.backups.restoring : t.backups.waitingToStart)}
			done={job?.done ?? 0}
			total={job?.total ?? null}
			detail={job ? jobProgress(job) : undefined}
		/>
	);
}

function factsOf({
	mailboxes,
	state,
	error,
	archived,
	failed,
	archivedBytes,
	sizeBytes,
	createdAt,
	expiresAt,
}: Backup): string {
	if (state === "failed") return error ?? "";
	const facts = [
		mailboxes.join(", "),
		t.backups.verified(archived, archivedBytes),
		failed > 0 && t.backups.notIncluded(failed),
		state === "ready" && t.backups.fileOf(sizeBytes),
		t.backups.created(createdAt),
		state === "ready" && (expiresAt === null ? t.backups.kept : t.backups.until(expiresAt)),
	];
	return facts.filter(Boolean).join(" · ");
}
