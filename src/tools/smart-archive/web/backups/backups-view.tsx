import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, PackageCheck, Trash2 } from "lucide-react";
import { urlOf } from "#shared/client.ts";
import { formatAgo, formatBytes, formatCount, formatDate } from "#web/lib/format.ts";
import { jobProgress, jobStage, useJob } from "#web/lib/jobs.ts";
import { Badge } from "#web/ui/badge.tsx";
import { DownloadLink, IconButton } from "#web/ui/button.tsx";
import { Section } from "#web/ui/card.tsx";
import { confirm } from "#web/ui/confirm.ts";
import { Progress } from "#web/ui/progress.tsx";
import { QueryView } from "#web/ui/query-view.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { toast } from "#web/ui/toast.ts";
import type { Backup } from "../../contract.ts";
import { smartArchiveContract as routes } from "../../contract.ts?routes";
import { archiveKeys, smartArchive } from "../api.ts";

/** Backup files of trashed mail. */
export function BackupsView() {
	const query = useQuery({
		queryKey: archiveKeys.backups,
		queryFn: async ({ signal }) => (await smartArchive.listBackups({}, { signal })).items,
	});
	return (
		<Section title="Backups" note="mbox files that any mail program reads, kept for 30 days">
			<div className="rounded-3 border border-line bg-surface">
				<QueryView
					query={query}
					isEmpty={(items) => items.length === 0}
					empty={
						<EmptyState
							icon={PackageCheck}
							title="No backups yet"
							description="Choose “Back up, then trash” on a cleanup: its emails are written into a file, which is checked before anything goes."
						/>
					}
				>
					{(items) => (
						<ul className="divide-y divide-line">
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
	const refresh = () => client.invalidateQueries({ queryKey: archiveKeys.backups });
	const job = useJob(state === "running" ? backup.jobId : null, () => void refresh());
	const remove = useMutation({
		mutationFn: () => smartArchive.deleteBackup({ params: { id: backup.id } }),
		onSuccess: async () => {
			toast({ title: state === "running" ? "Backup stopped" : "Backup deleted" });
			await refresh();
		},
		onError: (error) => toast({ title: "The backup was not deleted", description: error.message, tone: "destructive" }),
	});
	const askRemove = async () => {
		const yes =
			state !== "ready" ||
			(await confirm({
				title: "Delete this backup?",
				description: "Its file is deleted for good. What it holds may be in the trash still, or nowhere else.",
				confirm: "Delete backup",
				danger: true,
			}));
		if (yes) remove.mutate();
	};
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
			<div className="min-w-48 flex-1">
				<p className="flex items-center gap-2 text-14 font-medium">
					{backup.title}
					{state === "failed" && <Badge tone="red">Failed</Badge>}
					{state === "expired" && <Badge>Expired</Badge>}
				</p>
				{state === "running" ? (
					<Progress
						label={(job && jobStage(job)) ?? "Waiting to start"}
						done={job?.done ?? 0}
						total={job?.total ?? null}
						detail={job && jobProgress(job)}
					/>
				) : (
					<p className="text-12 text-ink-3">{factsOf(backup)}</p>
				)}
			</div>
			{state === "ready" && (
				<DownloadLink
					size="small"
					icon={Download}
					href={urlOf(routes.downloadBackup, { params: { id: backup.id } })}
					download
				>
					Download
				</DownloadLink>
			)}
			<IconButton
				icon={Trash2}
				size="small"
				label={state === "running" ? "Stop the backup" : `Delete the backup of ${backup.title}`}
				busy={remove.isPending}
				onClick={() => void askRemove()}
			/>
		</li>
	);
}

function factsOf({ state, error, held, missed, archivedBytes, sizeBytes, createdAt, expiresAt }: Backup): string {
	if (state === "failed") return error ?? "";
	const facts = [
		`${formatCount(held, "email")}, ${formatBytes(archivedBytes)}, read back and verified`,
		missed > 0 && `${formatCount(missed, "email")} could not be held and stayed`,
		state === "ready" && `file of ${formatBytes(sizeBytes)}`,
		`made ${formatAgo(createdAt)}`,
		state === "ready" && `until ${formatDate(expiresAt)}`,
	];
	return facts.filter(Boolean).join(" · ");
}
