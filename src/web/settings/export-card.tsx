import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Archive, Download, Trash2, X } from "lucide-react";
import { urlOf } from "#shared/client.ts";
import type { DataExport } from "#shared/contracts/settings.ts";
import { exportsContract } from "#shared/contracts/settings.ts?routes";
import { formatAgo, formatBytes, formatCount, formatDate } from "#web/lib/format.ts";
import { jobProgress, useJob } from "#web/lib/jobs.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, DownloadLink, IconButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { QueryView } from "#web/ui/query-view.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { settingsApi, settingsKeys } from "./api.ts";
import { useChange } from "./use-change.ts";

/** Data exports: create, download, delete. */
export function ExportCard() {
	const query = useQuery({
		queryKey: settingsKeys.exports,
		queryFn: async ({ signal }) => (await settingsApi.listExports({}, { signal })).items,
	});
	const create = useChange({
		make: () => settingsApi.createExport(),
		failed: "The export could not begin",
		refresh: [settingsKeys.exports],
	});
	const running = query.data?.some((item) => item.state === "running") ?? false;
	return (
		<Card
			title="Export all my data"
			note="One archive: your mail as mbox files, everything else as JSON."
			actions={
				<Button icon={Archive} busy={create.isPending} disabled={running} onClick={() => create.mutate()}>
					Export my data
				</Button>
			}
		>
			<p className="text-14 text-ink-2">
				Every message of every mailbox, byte for byte, in files that other mail programs can read and that you can
				upload here again. An archive can be downloaded for seven days.
			</p>
			<QueryView query={query} loading={<Skeleton rows={1} label="Loading archives" />}>
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
	const job = useJob(
		running ? item.jobId : null,
		() => void client.invalidateQueries({ queryKey: settingsKeys.exports }),
	);
	const remove = useChange({
		make: () => settingsApi.deleteExport({ params: { id: item.id } }),
		failed: "The archive was not deleted",
		refresh: [settingsKeys.exports, settingsKeys.storage],
		done: () => toast({ title: running ? "Export stopped" : "Archive deleted" }),
	});
	if (running)
		return (
			<li className="flex items-end gap-2 pt-3">
				<div className="min-w-0 flex-1">
					<Progress
						label={job === undefined || job.state === "queued" ? "Waiting to start" : "Writing the archive"}
						done={job?.done ?? 0}
						total={job?.total ?? null}
						detail={job && jobProgress(job)}
					/>
				</div>
				<IconButton
					icon={X}
					size="small"
					label="Stop the export"
					busy={remove.isPending}
					onClick={() => remove.mutate()}
				/>
			</li>
		);
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-3 not-last:pb-3">
			<div className="min-w-48 flex-1">
				<p className="flex items-center gap-2 text-14 font-medium">
					Archive of {formatDate(item.createdAt)}
					{item.state === "failed" && <Badge tone="red">Failed</Badge>}
				</p>
				<p className="text-12 text-ink-3">
					{item.state === "failed"
						? item.error
						: `${formatCount(item.messages, "message")} · ${formatBytes(item.sizeBytes)} · made ${formatAgo(item.createdAt)} · until ${formatDate(item.expiresAt)}`}
				</p>
			</div>
			{item.state === "ready" && (
				<DownloadLink
					size="small"
					icon={Download}
					href={urlOf(exportsContract.downloadExport, { params: { id: item.id } })}
					download
				>
					Download
				</DownloadLink>
			)}
			<IconButton
				icon={Trash2}
				size="small"
				label={`Delete the archive of ${formatDate(item.createdAt)}`}
				busy={remove.isPending}
				onClick={() => remove.mutate()}
			/>
		</li>
	);
}
