import { useInfiniteQuery } from "@tanstack/react-query";
import { Download, ScrollText } from "lucide-react";
import { useState } from "react";
import { urlOf } from "#shared/client.ts";
import { formatFullTime, formatMoment } from "#web/lib/base/format.ts";
import { useWide } from "#web/lib/base/use-wide.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button, DownloadLink } from "#web/ui/button/button.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { type Column, Table } from "#web/ui/table/table.tsx";
import { unsubscriberContract as routes } from "../../contract.ts?routes";
import { type Attempt, listsKey, unsubscriber } from "../base/api.ts";
import { methods, responseLine, states } from "../base/labels.ts";
import { t } from "../base/text.ts";
import { AttemptEntry } from "./attempt-entry.tsx";

const filters = [
	{ value: "all", label: t.attempts.allStatuses },
	...(["requested", "confirmed", "failed", "needs_action", "still_sending"] as const).map((value) => ({
		value,
		label: states[value]?.label ?? value,
	})),
] as const;
type Filter = "all" | Attempt["state"];

const columns: Column<Attempt>[] = [
	{
		id: "when",
		header: t.attempts.when,
		width: "130px",
		cell: (row) => (
			<time dateTime={row.at} title={formatFullTime(row.at)} className="text-13 whitespace-nowrap">
				{formatMoment(row.at)}
			</time>
		),
	},
	{
		id: "list",
		header: t.attempts.list,
		cell: (row) => (
			<>
				<span className="font-medium">{row.name}</span>
				<span className="block font-mono text-12 break-all text-ink-3">{row.senderEmail}</span>
			</>
		),
	},
	{ id: "method", header: t.attempts.method, cell: (row) => methods[row.method].label },
	{
		id: "response",
		header: t.attempts.responseHeader,
		width: "42%",
		cell: (row) => {
			const response = responseLine(row);
			return (
				<>
					<span className="text-13">{row.explanation}</span>
					{row.address && <span className="block font-mono text-12 break-all text-ink-3">{row.address}</span>}
					{response && <span className="block font-mono text-12 break-words text-ink-3">{response}</span>}
				</>
			);
		},
	},
	{
		id: "state",
		header: t.attempts.status,
		cell: (row) => {
			const state = states[row.state];
			return state && <Badge tone={state.tone}>{state.label}</Badge>;
		},
	},
];

function Tries({ items }: { items: readonly Attempt[] }) {
	const label = t.attempts.unsubscribeAttemptsNewestFirst;
	if (useWide()) return <Table label={label} columns={columns} rows={items} rowKey={(row) => row.id} />;
	return (
		<ol aria-label={label} className="divide-y divide-line rounded-3 border border-line bg-surface">
			{items.map((attempt) => (
				<AttemptEntry key={attempt.id} attempt={attempt} named />
			))}
		</ol>
	);
}

/** The attempt log of one mailbox or all, with CSV export. */
export function AttemptsTab({ account }: { account: string | undefined }) {
	const [filter, setFilter] = useState<Filter>("all");
	const state = filter === "all" ? undefined : filter;
	const query = useInfiniteQuery({
		queryKey: [...listsKey, "attempts", account, filter],
		queryFn: ({ pageParam, signal }) =>
			unsubscriber.listAttempts({ query: { account, state, limit: 100, cursor: pageParam } }, { signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page) => page.nextCursor ?? undefined,
	});
	return (
		<div className="flex flex-col gap-3">
			<div className="flex flex-wrap items-center justify-between gap-2">
				<span className="w-40">
					<Select<Filter> label={t.attempts.status} options={filters} value={filter} onChange={setFilter} />
				</span>
				<DownloadLink href={urlOf(routes.exportAttempts, { query: { account } })} download icon={Download}>
					{t.attempts.exportCsv}
				</DownloadLink>
			</div>
			<QueryView
				query={query}
				errorTitle={t.attempts.couldntLoadLog}
				isEmpty={({ pages }) => pages[0]?.items.length === 0}
				empty={
					filter === "all" ? (
						<EmptyState
							icon={ScrollText}
							title={t.attempts.noAttemptsYet}
							description={t.attempts.noAttemptsYetDescription}
						/>
					) : (
						<EmptyState
							title={t.attempts.noAttempts}
							description={t.attempts.noAttemptsStatus}
							action={<Button onClick={() => setFilter("all")}>{t.attempts.showAll}</Button>}
						/>
					)
				}
			>
				{({ pages }) => (
					<>
						<Tries items={pages.flatMap((page) => page.items)} />
						{query.hasNextPage && (
							<div className="flex justify-center">
								<Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
									{t.attempts.earlier}
								</Button>
							</div>
						)}
					</>
				)}
			</QueryView>
		</div>
	);
}
