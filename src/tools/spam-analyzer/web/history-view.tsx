import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { History, Trash2 } from "lucide-react";
import { useState } from "react";
import { formatAgo } from "#web/lib/base/format.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { DataGrid } from "#web/ui/table/data-grid.tsx";
import type { Column } from "#web/ui/table/table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { Summary } from "../contract.ts";
import { riskOf } from "../scoring.ts";
import { analyzer, analyzerKeys } from "./base/api.ts";
import { riskTones } from "./base/labels.ts";
import { t } from "./base/text.ts";
import { ReportView } from "./report/report-view.tsx";

/** Past analyses, newest first. */
export function HistoryView() {
	const client = useQueryClient();
	const [opened, setOpened] = useState<Summary | null>(null);
	const query = useInfiniteQuery({
		queryKey: analyzerKeys.list,
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam: cursor, signal }) => analyzer.listSpamAnalyses({ query: { cursor } }, { signal }),
		getNextPageParam: (page) => page.nextCursor ?? undefined,
	});
	const remove = useMutation({
		/** @param id null: all */
		mutationFn: (id: string | null) =>
			id === null ? analyzer.deleteSpamAnalyses() : analyzer.deleteSpamAnalysis({ params: { id } }),
		onSuccess: () => client.invalidateQueries({ queryKey: analyzerKeys.list }),
		onError: (error) => toast({ title: t.history.couldntDelete, description: error.message, tone: "destructive" }),
	});
	const clear = async () => {
		const isSure = await confirm({
			title: t.history.clearTitle,
			description: t.history.clearDescription,
			confirm: t.history.clear,
			danger: true,
		});
		if (!isSure) return;
		remove.mutate(null, { onSuccess: () => toast({ title: t.history.cleared }) });
	};
	const rows = query.data?.pages.flatMap(({ items }) => items);
	return (
		<div className="flex min-w-0 flex-col gap-3">
			{rows !== undefined && rows.length > 0 && (
				<div className="flex justify-end">
					<Button size="small" variant="ghost" onClick={() => void clear()}>
						{t.history.clear}
					</Button>
				</div>
			)}
			<DataGrid
				label={t.history.title}
				rows={rows}
				rowKey={(row) => row.id}
				error={query.error}
				onRetry={() => void query.refetch()}
				empty={<EmptyState icon={History} title={t.history.empty} description={t.history.emptyDescription} />}
				columns={analysisColumns({ onOpen: setOpened, onRemove: ({ id }) => remove.mutate(id) })}
			/>
			{query.hasNextPage && (
				<div className="flex justify-center">
					<Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
						{t.history.more}
					</Button>
				</div>
			)}
			<Dialog open={opened !== null} onClose={() => setOpened(null)} title={opened?.subject ?? ""} size="large">
				{opened !== null && <PastReport id={opened.id} />}
			</Dialog>
		</div>
	);
}

interface RowActions {
	onOpen: (analysis: Summary) => void;
	onRemove: (analysis: Summary) => void;
}

function analysisColumns({ onOpen, onRemove }: RowActions): Column<Summary>[] {
	return [
		{
			...{ id: "subject", header: t.history.subject, width: "360px" },
			cell: (row) => (
				<button
					type="button"
					aria-label={t.history.open(row.subject)}
					onClick={() => onOpen(row)}
					className="max-w-full truncate font-mono text-13 underline-offset-2 hover:underline"
				>
					{row.subject}
				</button>
			),
		},
		{
			id: "trust",
			header: t.history.trust,
			cell: (row) => <TrustBadge score={row.trustScore} />,
			width: "180px",
		},
		{
			...{ id: "reputation", header: t.history.reputation, align: "end", width: "110px", from: "md" },
			cell: (row) => row.reputationScore ?? t.history.none,
		},
		{ id: "analyzed", header: t.history.analyzed, cell: (row) => formatAgo(row.analyzedAt), width: "130px" },
		{
			...{ id: "remove", header: "", width: "48px", align: "end" },
			cell: (row) => (
				<IconButton icon={Trash2} size="small" label={t.history.remove(row.subject)} onClick={() => onRemove(row)} />
			),
		},
	];
}

function TrustBadge({ score }: { score: number | null }) {
	if (score === null) return t.result.notChecked;
	const level = riskOf(score);
	return <Badge tone={riskTones[level]}>{`${t.result.outOf(score)} · ${t.result.levels[level]}`}</Badge>;
}

function PastReport({ id }: { id: string }) {
	const query = useQuery({
		queryKey: analyzerKeys.one(id),
		queryFn: ({ signal }) => analyzer.getSpamAnalysis({ params: { id } }, { signal }),
	});
	return (
		<QueryView query={query} errorTitle={t.history.couldntLoad}>
			{(report) => <ReportView report={report} />}
		</QueryView>
	);
}
