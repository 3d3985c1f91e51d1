import { Download, RefreshCw, Trash2 } from "lucide-react";
import { urlOf } from "#shared/client.ts";
import { formatAgo } from "#web/lib/base/format.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { DownloadLink, IconButton } from "#web/ui/button/button.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { Notice } from "#web/ui/state/notice.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import { validatorContract as routes } from "../../contract.ts?routes";
import { type MonitoredList, monitorIntervals } from "../../monitored-list.ts";
import { t } from "../base/text.ts";
import { useChangeList, useDeleteMonitored } from "./use-monitored.ts";

const intervals = monitorIntervals.map((value) => ({ value, label: t.monitored.every[value] }));

interface MonitoredLineProps {
	list: MonitoredList;
	/** Its changes are shown. */
	isSelected: boolean;
	onSelect: () => void;
}

/** A monitored list with its state and actions. */
export function MonitoredLine({ list, isSelected, onSelect }: MonitoredLineProps) {
	const { id, name, checked, error } = list;
	const change = useChangeList();
	const remove = useDeleteMonitored();
	const ask = async () => {
		const texts = { title: t.monitored.deleteTitle, description: t.monitored.deleteDescription };
		if (await confirm({ ...texts, confirm: t.monitored.delete, danger: true })) remove.mutate(id);
	};
	return (
		<li className={`flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 ${isSelected ? "bg-selected" : ""}`}>
			<div className="min-w-52 flex-1">
				<p className="flex min-w-0 flex-wrap items-center gap-x-2 text-14">
					<button
						type="button"
						aria-label={t.monitored.open(name)}
						aria-pressed={isSelected}
						onClick={onSelect}
						className="max-w-full min-w-0 truncate font-medium underline-offset-2 hover:underline pointer-coarse:-my-2.5 pointer-coarse:py-2.5"
					>
						{name}
					</button>
					{checked !== null ? (
						<Badge tone="blue">{t.monitored.checking}</Badge>
					) : (
						<Badge tone={error === null ? "green" : "red"}>
							{error === null ? t.monitored.upToDate : t.monitored.stopped}
						</Badge>
					)}
				</p>
				{checked !== null && (
					<Progress
						label={t.monitored.checking}
						done={checked}
						total={list.total}
						detail={t.input.progress(checked, list.total)}
					/>
				)}
				<p className="text-12 text-ink-3">{summaryOf(list)}</p>
				{error !== null && (
					<div className="pt-2">
						<Notice tone="red">{error}</Notice>
					</div>
				)}
			</div>
			<div className="flex flex-wrap items-center gap-1">
				<span className="min-w-28 flex-1 sm:w-36 sm:flex-none">
					<Select
						label={t.monitored.everyNamed(name)}
						options={intervals}
						value={list.every}
						onChange={(every) => change.mutate({ id, every })}
					/>
				</span>
				<IconButton
					icon={RefreshCw}
					size="small"
					label={t.monitored.checkNow(name)}
					disabled={checked !== null}
					onClick={() => change.mutate({ id })}
				/>
				<DownloadLink
					size="small"
					icon={Download}
					href={urlOf(routes.exportMonitoredList, { params: { id } })}
					download
					label={t.monitored.exportNamed(name)}
				>
					{t.monitored.export}
				</DownloadLink>
				<IconButton
					icon={Trash2}
					size="small"
					label={t.monitored.deleteNamed(name)}
					busy={remove.isPending}
					onClick={() => void ask()}
				/>
			</div>
		</li>
	);
}

function summaryOf({ total, outcomes, changes, checkedAt }: MonitoredList): string {
	const counts = Object.keys(t.monitored.outcomes).flatMap((status) => {
		const count = outcomes[status] ?? 0;
		return count === 0 ? [] : [t.monitored.outcome(count, t.monitored.outcomes[status] ?? status)];
	});
	return [
		t.monitored.total(total),
		...counts,
		t.monitored.changes(changes),
		...(checkedAt === null ? [] : [t.monitored.checkedAgo(formatAgo(checkedAt))]),
	].join(" · ");
}
