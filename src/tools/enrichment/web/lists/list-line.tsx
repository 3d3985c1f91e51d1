import { Download, Pause, Play, Square, Trash2 } from "lucide-react";
import { urlOf } from "#shared/client.ts";
import { formatAgo } from "#web/lib/base/format.ts";
import { Badge, type Tone } from "#web/ui/base/badge.tsx";
import { DownloadLink, IconButton } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { Notice } from "#web/ui/state/notice.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import type { EnrichmentList } from "../../contract.ts";
import { enrichmentContract as routes } from "../../contract.ts?routes";
import { t } from "../base/text.ts";
import { type ListAction, useDeleteList, useListAction } from "./use-lists.ts";

const tones: Record<EnrichmentList["batch"]["state"], Tone> = {
	active: "blue",
	paused: "amber",
	done: "green",
	cancelled: "neutral",
	failed: "red",
};

/** A list with its progress and actions. */
export function ListLine({ list }: { list: EnrichmentList }) {
	const { batch, name } = list;
	const isLive = batch.finishedAt === null;
	const ended = batch.done + batch.failed + batch.unknown;
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
			<div className="min-w-52 flex-1">
				<p className="flex min-w-0 flex-wrap items-center gap-x-2 text-14">
					<span className="min-w-0 truncate font-medium">{name}</span>
					<Badge tone={tones[batch.state]}>{t.lists.states[batch.state]}</Badge>
				</p>
				{isLive && (
					<Progress
						label={t.lists.states[batch.state]}
						done={ended}
						total={batch.total}
						detail={t.lists.progress(ended, batch.total)}
					/>
				)}
				<p className="text-12 text-ink-3">
					{[
						t.lists.found(batch.outcomes.found ?? 0, batch.total),
						...(batch.failed > 0 ? [t.lists.notSearched(batch.failed)] : []),
						...(list.skippedRows > 0 ? [t.lists.skipped(list.skippedRows)] : []),
						...(list.duplicates > 0 ? [t.lists.duplicates(list.duplicates)] : []),
						formatAgo(list.createdAt),
					].join(" · ")}
				</p>
				{isLive && list.publicSources.length > 0 && <p className="text-12 text-ink-3">{t.lists.slow}</p>}
				{batch.error !== null && (
					<div className="pt-2">
						<Notice tone="red">{batch.error}</Notice>
					</div>
				)}
			</div>
			<Actions list={list} />
		</li>
	);
}

function Actions({ list: { id, name, batch } }: { list: EnrichmentList }) {
	const action = useListAction();
	const remove = useDeleteList();
	const act = (which: ListAction) => action.mutate({ id, action: which });
	const ask = async () => {
		const texts = { title: t.lists.deleteTitle, description: t.lists.deleteDescription, confirm: t.lists.delete };
		if (await confirm({ ...texts, danger: true })) remove.mutate(id);
	};
	return (
		<div className="flex items-center gap-1">
			{batch.state === "active" && (
				<IconButton
					icon={Pause}
					size="small"
					label={t.lists.pauseNamed(name)}
					onClick={() => act("pauseEnrichmentList")}
				/>
			)}
			{batch.state === "paused" && (
				<IconButton
					icon={Play}
					size="small"
					label={t.lists.resumeNamed(name)}
					onClick={() => act("resumeEnrichmentList")}
				/>
			)}
			{batch.finishedAt === null && (
				<IconButton
					icon={Square}
					size="small"
					label={t.lists.cancelNamed(name)}
					onClick={() => act("cancelEnrichmentList")}
				/>
			)}
			<DownloadLink
				size="small"
				icon={Download}
				href={urlOf(routes.exportEnrichmentList, { params: { id } })}
				download
				label={t.lists.exportNamed(name)}
			>
				{t.lists.export}
			</DownloadLink>
			<IconButton
				icon={Trash2}
				size="small"
				label={t.lists.deleteNamed(name)}
				busy={remove.isPending}
				onClick={() => void ask()}
			/>
		</div>
	);
}
