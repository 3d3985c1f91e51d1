import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Archive, Download, Trash2, X } from "lucide-react";
import { urlOf } from "#shared/client.ts";
import type { DataExport } from "#shared/contracts/settings.ts";
import { exportsContract } from "#shared/contracts/settings.ts?routes";
import { jobProgress, useJob } from "#web/lib/jobs/jobs.ts";
import { settingsApi, settingsKeys } from "#web/lib/settings/settings-api.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button, DownloadLink, IconButton } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "./text.ts";
import { useChange } from "./use-change.ts";

/** Data exports: create, download, delete. */
export function ExportCard() {
	const query = useQuery({
		queryKey: settingsKeys.exports,
		queryFn: async ({ signal }) => (await settingsApi.listExports({}, { signal })).items,
	});
	const create = useChange({
		make: () => settingsApi.createExport(),
		failed: t.export.couldntStartExport,
		refresh: [settingsKeys.exports],
	});
	const running = query.data?.some((item) => item.state === "running") ?? false;
	return (
		<Card
			title={t.export.exportAllMyData}
			note={t.export.exportAllMyDataNote}
			actions={
				<Button icon={Archive} busy={create.isPending} disabled={running} onClick={() => create.mutate()}>
					{t.export.exportMyData}
				</Button>
			}
		>
			<p className="text-14 text-ink-2">{t.export.exportDescription}</p>
			<QueryView query={query} loading={<Skeleton rows={1} label={t.export.loadingArchives} />}>
				{(items) =>
					items.length > 0 && (
						<ul className="mt-4 divide-y divide-line border-t border-line">
							{items.map((item) => (
								<ExportItem key={item.id} item={item} />
							))}
						</ul>
					)
				}
			</QueryView>
		</Card>
	);
}

function ExportItem({ item }: { item: DataExport }) {
	const client = useQueryClient();
	const running = item.state === "running";
	const job = useJob(running ? item.jobId : null, () => {
		for (const queryKey of [settingsKeys.exports, settingsKeys.storage]) void client.invalidateQueries({ queryKey });
	});
	const remove = useChange({
		make: () => settingsApi.deleteExport({ params: { id: item.id } }),
		failed: t.export.couldntDeleteArchive,
		refresh: [settingsKeys.exports, settingsKeys.storage],
		done: () => toast({ title: running ? t.export.exportStopped : t.export.archiveDeleted }),
	});
	if (running)
		return (
			<li className="flex items-end gap-2 pt-3">
				<div className="min-w-0 flex-1">
					<Progress
						label={job === undefined || job.state === "queued" ? t.export.waitingToStart : t.export.writingTheArchive}
						done={job?.done ?? 0}
						total={job?.total ?? null}
						detail={job && jobProgress(job)}
					/>
				</div>
				<IconButton
					icon={X}
					size="small"
					label={t.export.cancelTheExport}
					busy={remove.isPending}
					onClick={() => remove.mutate()}
				/>
			</li>
		);
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-3 not-last:pb-3">
			<div className="min-w-48 flex-1">
				<p className="flex items-center gap-2 text-14 font-medium">
					{t.export.archiveOf(item.createdAt)}
					{item.state === "failed" && <Badge tone="red">{t.export.failed}</Badge>}
				</p>
				<p className="text-12 text-ink-3">
					{item.state === "failed"
						? item.error
						: t.export.details(item.messages, item.sizeBytes, item.createdAt, item.expiresAt)}
				</p>
			</div>
			{item.state === "ready" && (
				<DownloadLink
					size="small"
					icon={Download}
					href={urlOf(exportsContract.downloadExport, { params: { id: item.id } })}
					download
				>
					{t.export.download}
				</DownloadLink>
			)}
			<IconButton
				icon={Trash2}
				size="small"
				label={t.export.deleteArchiveOf(item.createdAt)}
				busy={remove.isPending}
				onClick={() => remove.mutate()}
			/>
		</li>
	);
}
