import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { History, Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { formatAgo } from "#web/lib/base/format.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Input } from "#web/ui/form/field.tsx";
import { Section } from "#web/ui/page/card.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { ShowMore } from "#web/ui/state/show-more.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { DataGrid } from "#web/ui/table/data-grid.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { Enrichment } from "../contract.ts";
import { enrichmentApi, enrichmentKeys } from "./base/api.ts";
import { t } from "./base/text.ts";

/** Stored results with their age, and the people who opted out. */
export function HistoryView({ onOpen }: { onOpen: (result: Enrichment) => void }) {
	const [typed, setTyped] = useState("");
	const q = useDeferredValue(typed.trim());
	const query = useInfiniteQuery({
		queryKey: [...enrichmentKeys.results, q],
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam: cursor, signal }) => enrichmentApi.listEnrichments({ query: { q, cursor } }, { signal }),
		getNextPageParam: (page) => page.nextCursor ?? undefined,
		placeholderData: (previous) => previous,
	});
	return (
		<div className="flex min-w-0 flex-col gap-6">
			<div className="flex min-w-0 flex-col gap-3">
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
				<DataGrid
					label={t.history.title}
					rows={query.data?.pages.flatMap(({ items }) => items)}
					rowKey={(row) => row.id}
					error={query.error}
					onRetry={() => void query.refetch()}
					isFetching={query.isPlaceholderData}
					empty={
						q === "" ? (
							<EmptyState icon={History} title={t.history.empty} description={t.history.emptyDescription} />
						) : (
							<EmptyState icon={Search} title={t.history.nothing} />
						)
					}
					columns={[
						{
							...{ id: "person", header: t.history.person, width: "320px" },
							cell: (row) => <Person row={row} onOpen={() => onOpen(row)} />,
						},
						{ id: "company", header: t.history.company, cell: (row) => row.company ?? "–", width: "240px" },
						{ id: "position", header: t.history.position, cell: (row) => row.position ?? "–", from: "md" },
						{
							...{ id: "confidence", header: t.history.confidence, align: "end", width: "110px" },
							cell: (row) => (row.found ? t.result.sure(row.confidence) : "–"),
						},
						{ id: "updated", header: t.history.updated, cell: (row) => formatAgo(row.checkedAt), width: "130px" },
					]}
				/>
				{query.hasNextPage && (
					<div className="flex justify-center">
						<Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
							{t.history.more}
						</Button>
					</div>
				)}
			</div>
			<OptOuts />
		</div>
	);
}

function Person({ row, onOpen }: { row: Enrichment; onOpen: () => void }) {
	return (
		<button
			type="button"
			aria-label={t.history.open(row.email)}
			onClick={onOpen}
			className="flex max-w-full min-w-0 items-baseline gap-2 text-left underline-offset-2 hover:underline"
		>
			{row.fullName !== null && <span className="shrink-0 truncate font-medium">{row.fullName}</span>}
			<span className="min-w-0 truncate font-mono text-12 text-ink-3">{row.email}</span>
		</button>
	);
}

function OptOuts() {
	const client = useQueryClient();
	const query = useInfiniteQuery({
		queryKey: enrichmentKeys.optOuts,
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam: cursor, signal }) => enrichmentApi.listOptOuts({ query: { cursor } }, { signal }),
		getNextPageParam: (page) => page.nextCursor ?? undefined,
	});
	const shown = query.data?.pages.flatMap(({ items }) => items) ?? [];
	const optIn = useMutation({
		mutationFn: (email: string) => enrichmentApi.optIn({ query: { email } }),
		onSuccess: () => client.invalidateQueries({ queryKey: enrichmentKeys.optOuts }),
		onError: (error) => toast({ title: t.result.couldntOptOut, description: error.message, tone: "destructive" }),
	});
	if (query.error && !query.data) return <Notice tone="red">{t.optOuts.couldntLoad}</Notice>;
	if (shown.length === 0) return null;
	return (
		<Section title={t.optOuts.title} note={t.optOuts.note}>
			<ul className="divide-y divide-line rounded-3 border border-line bg-surface">
				{shown.map(({ email, createdAt }) => (
					<li key={email} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-13">
						<span className="min-w-0 flex-1 truncate font-mono">{email}</span>
						<span className="text-ink-3">{formatAgo(createdAt)}</span>
						<Button
							size="small"
							aria-label={t.optOuts.optInNamed(email)}
							busy={optIn.isPending && optIn.variables === email}
							onClick={() => optIn.mutate(email)}
						>
							{t.optOuts.optIn}
						</Button>
					</li>
				))}
			</ul>
			<ShowMore query={query} shown={shown.length} total={query.data?.pages[0]?.total ?? 0} />
		</Section>
	);
}
