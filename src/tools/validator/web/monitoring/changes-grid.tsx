import { BadgeCheck } from "lucide-react";
import { formatAgo } from "#web/lib/base/format.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Section } from "#web/ui/page/card.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { DataGrid } from "#web/ui/table/data-grid.tsx";
import type { VerdictChange } from "../../contract.ts";
import type { MonitoredList } from "../../monitored-list.ts";
import { meaningOf } from "../../reasons.ts";
import { t } from "../base/text.ts";
import { statusLabels, statusTones } from "../results/labels.ts";
import { useChanges } from "./use-monitored.ts";

/** The verdicts of a list that changed, newest first. */
export function ChangesGrid({ list }: { list: MonitoredList }) {
	const query = useChanges(list);
	return (
		<Section title={t.monitored.changesTitle} note={list.name}>
			<DataGrid
				label={t.monitored.changesTitle}
				rows={query.data?.pages.flatMap(({ items }) => items)}
				rowKey={({ email, changedAt }) => `${changedAt} ${email}`}
				error={query.error}
				onRetry={() => void query.refetch()}
				empty={
					<EmptyState icon={BadgeCheck} title={t.monitored.noChanges} description={t.monitored.noChangesDescription} />
				}
				columns={[
					{
						...{ id: "email", header: t.monitored.email, width: "280px" },
						cell: ({ email }) => <span className="block truncate font-mono text-13">{email}</span>,
					},
					{
						id: "before",
						header: t.monitored.before,
						cell: ({ from }) => <Side {...from} />,
						width: "320px",
						from: "md",
					},
					{ id: "now", header: t.monitored.now, cell: ({ to }) => <Side {...to} />, width: "320px" },
					{ id: "when", header: t.monitored.when, cell: ({ changedAt }) => formatAgo(changedAt), width: "130px" },
				]}
			/>
			{query.hasNextPage && (
				<div className="flex justify-center pt-3">
					<Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
						{t.history.more}
					</Button>
				</div>
			)}
		</Section>
	);
}

function Side({ status, reason }: VerdictChange["from"]) {
	return (
		<span className="flex flex-wrap items-center gap-x-2 gap-y-1">
			<Badge tone={statusTones[status]}>{statusLabels[status].toUpperCase()}</Badge>
			<span className="text-13">{meaningOf(reason).text}</span>
		</span>
	);
}
