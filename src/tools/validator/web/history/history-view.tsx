import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { History, Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { formatAgo, formatNumber } from "#web/lib/base/format.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Input } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { confirm } from "#web/ui/overlay/confirm.ts";
import { EmptyState } from "#web/ui/state/states.tsx";
import { DataGrid } from "#web/ui/table/data-grid.tsx";
import type { Column } from "#web/ui/table/table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { StoredVerdict } from "../../contract.ts";
import { meaningOf } from "../../reasons.ts";
import { validator, validatorKeys } from "../base/api.ts";
import { t } from "../base/text.ts";
import { statusLabels, statusTones } from "../results/labels.ts";
import { ResultDetails } from "../results/result-details.tsx";

type Choice = "all" | StoredVerdict["status"];

const choices: { value: Choice; label: string }[] = [
	{ value: "all", label: t.history.all },
	{ value: "valid", label: t.results.valid },
	{ value: "invalid", label: t.results.invalid },
	{ value: "risky", label: t.results.risky },
	{ value: "unknown", label: t.results.unknown },
];

/** The latest verdict on each address. */
export function HistoryView() {
	const [typed, setTyped] = useState("");
	const [status, setStatus] = useState<Choice>("all");
	const [opened, setOpened] = useState<StoredVerdict | null>(null);
	const q = useDeferredValue(typed.trim());
	const query = useInfiniteQuery({
		queryKey: [...validatorKeys.verdicts, q, status],
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam: cursor, signal }) =>
			validator.listVerdicts({ query: { q, cursor, status: status === "all" ? undefined : status } }, { signal }),
		getNextPageParam: (page) => page.nextCursor ?? undefined,
		placeholderData: (previous) => previous,
	});
	const rows = query.data?.pages.flatMap(({ items }) => items);
	const count = query.data?.pages[0]?.emailsValidated ?? 0;
	const isFiltered = q !== "" || status !== "all";
	return (
		<div className="flex min-w-0 flex-col gap-3">
			<div className="flex flex-wrap items-center gap-2">
				<span className="w-full sm:w-72">
					<Input
						type="search"
						aria-label={t.history.search}
						placeholder={t.history.search}
						icon={<Search size={16} />}
						value={typed}
						onChange={(event) => setTyped(event.target.value)}
					/>
				</span>
				<span className="w-full sm:w-48">
					<Select label={t.history.status} options={choices} value={status} onChange={setStatus} />
				</span>
				<span className="ml-auto flex items-center gap-3 text-13 text-ink-3">
					{count > 0 && t.history.note(count)}
					{rows !== undefined && rows.length > 0 && <ClearButton />}
				</span>
			</div>
			<DataGrid
				label={t.history.title}
				rows={rows}
				rowKey={(row) => row.id}
				error={query.error}
				onRetry={() => void query.refetch()}
				isFetching={query.isPlaceholderData}
				empty={
					isFiltered ? (
						<EmptyState icon={Search} title={t.history.nothing} />
					) : (
						<EmptyState icon={History} title={t.history.empty} description={t.history.emptyDescription} />
					)
				}
				columns={verdictColumns(setOpened)}
			/>
			{query.hasNextPage && (
				<div className="flex justify-center">
					<Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
						{t.history.more}
					</Button>
				</div>
			)}
			<ResultDetails email={opened?.email ?? ""} verdict={opened} onClose={() => setOpened(null)} />
		</div>
	);
}

function verdictColumns(onOpen: (verdict: StoredVerdict) => void): Column<StoredVerdict>[] {
	return [
		{
			...{ id: "email", header: t.history.email, width: "320px" },
			cell: (row) => (
				<button
					type="button"
					aria-label={t.results.details(row.email)}
					onClick={() => onOpen(row)}
					className="max-w-full truncate font-mono text-13 underline-offset-2 hover:underline"
				>
					{row.email}
				</button>
			),
		},
		{ id: "verdict", header: t.history.verdict, cell: (row) => <StatusBadge verdict={row} />, width: "110px" },
		{ id: "reason", header: t.history.reason, cell: (row) => meaningOf(row.reason).text, width: "260px" },
		{
			...{ id: "score", header: t.history.score, align: "end", width: "80px", from: "md" },
			cell: (row) => formatNumber(row.score),
		},
		{ id: "checked", header: t.history.checked, cell: (row) => formatAgo(row.checkedAt), width: "130px" },
	];
}

function StatusBadge({ verdict }: { verdict: StoredVerdict }) {
	const { status } = verdict;
	return <Badge tone={statusTones[status]}>{statusLabels[status].toUpperCase()}</Badge>;
}

function ClearButton() {
	const client = useQueryClient();
	const clear = useMutation({
		mutationFn: () => validator.deleteVerdicts(),
		onSuccess: async () => {
			toast({ title: t.history.cleared });
			await client.invalidateQueries({ queryKey: validatorKeys.verdicts });
		},
		onError: (error) => toast({ title: t.history.couldntClear, description: error.message, tone: "destructive" }),
	});
	const ask = async () => {
		const isSure = await confirm({
			title: t.history.clearTitle,
			description: t.history.clearDescription,
			confirm: t.history.clear,
			danger: true,
		});
		if (isSure) clear.mutate();
	};
	return (
		<Button size="small" variant="ghost" busy={clear.isPending} onClick={() => void ask()}>
			{t.history.clear}
		</Button>
	);
}
