import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Search, Users } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { formatAgo, formatMoment, formatNumber } from "#web/lib/base/format.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Input } from "#web/ui/form/field.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { DataGrid } from "#web/ui/table/data-grid.tsx";
import type { Column } from "#web/ui/table/table.tsx";
import { Chips } from "#web/ui/workbench/chips.tsx";
import type { Campaign, Recipient } from "../../contract.ts";
import { type Exclusion, type RecipientState, recipientStates } from "../../states.ts";
import { campaignKeys, campaigns } from "../base/api.ts";
import { recipientTones, replyTones } from "../base/labels.ts";
import { t } from "../base/text.ts";
import { RecipientDialog } from "./recipient-dialog.tsx";

type Filter = RecipientState | "all";

/** Recipients with their state; one opens with its timeline and messages. */
export function RecipientTable({ campaign }: { campaign: Campaign }) {
	const { id, states, recipientCount } = campaign;
	const [filter, setFilter] = useState<Filter>("all");
	const [typed, setTyped] = useState("");
	const [opened, setOpened] = useState<Recipient | null>(null);
	const q = useDeferredValue(typed.trim());
	const query = useInfiniteQuery({
		queryKey: [...campaignKeys.recipients(id), filter, q, campaign.recipientCount, states],
		initialPageParam: undefined as number | undefined,
		queryFn: ({ pageParam: cursor, signal }) =>
			campaigns.listRecipients(
				{ params: { id }, query: { q, cursor, ...(filter !== "all" && { state: filter }) } },
				{ signal },
			),
		getNextPageParam: (page) => page.nextCursor ?? undefined,
		placeholderData: keepPreviousData,
	});
	const chips = [
		{ value: "all" as const, label: t.details.all, count: recipientCount },
		...recipientStates.map((value) => ({
			...{ value, count: states[value] ?? 0 },
			label: campaign.state === "draft" && value === "waiting" ? t.recipient.included : t.recipient.states[value],
		})),
	];
	return (
		<div className="flex min-w-0 flex-col gap-3">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<div className="min-w-0 overflow-x-auto p-1">
					<Chips label={t.details.filter} options={chips} value={filter} onChange={setFilter} all="all" />
				</div>
				<span className="w-full sm:w-64">
					<Input
						type="search"
						aria-label={t.details.search}
						placeholder={t.details.search}
						icon={<Search size={16} />}
						value={typed}
						onChange={(event) => setTyped(event.target.value)}
					/>
				</span>
			</div>
			<DataGrid
				label={t.details.people}
				rows={query.data?.pages.flatMap(({ items }) => items)}
				rowKey={(row) => row.id}
				error={query.error}
				onRetry={() => void query.refetch()}
				isFetching={query.isPlaceholderData}
				empty={<EmptyState icon={Users} title={t.details.nobody} />}
				columns={recipientColumns(campaign.state === "draft", setOpened)}
			/>
			{query.hasNextPage && (
				<div className="flex justify-center">
					<Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
						{t.details.more}
					</Button>
				</div>
			)}
			<RecipientDialog campaign={campaign} recipient={opened} onClose={() => setOpened(null)} />
		</div>
	);
}

function recipientColumns(isDraft: boolean, onOpen: (recipient: Recipient) => void): Column<Recipient>[] {
	return [
		{
			...{ id: "email", header: t.details.email, width: "300px" },
			cell: (row) => (
				<button
					type="button"
					aria-label={t.details.openNamed(row.email)}
					onClick={() => onOpen(row)}
					className="max-w-full truncate text-left font-mono text-13 underline-offset-2 hover:underline"
				>
					{row.email}
				</button>
			),
		},
		{
			id: "status",
			header: t.details.status,
			width: "300px",
			cell: (row) => <Status row={row} isDraft={isDraft} />,
		},
		{
			...{ id: "sent", header: t.details.messagesSent, align: "end", from: "md", width: "96px" },
			cell: (row) => formatNumber(row.sentSteps),
		},
		{
			...{ id: "next", header: t.details.next, from: "md", width: "180px" },
			cell: (row) => (row.nextAt === null ? "–" : formatMoment(row.nextAt)),
		},
		{
			...{ id: "changed", header: t.details.changed, from: "lg", width: "130px" },
			cell: (row) => formatAgo(row.changedAt),
		},
	];
}

function Status({ row, isDraft }: { row: Recipient; isDraft: boolean }) {
	const { state, reason, warning, awayUntil, tone } = row;
	const why =
		awayUntil !== null
			? t.details.away(awayUntil)
			: state === "excluded"
				? (t.review.exclusions[reason as Exclusion] ?? reason)
				: (reason ?? warning);
	return (
		<span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
			<Badge tone={recipientTones[state]}>
				{isDraft && state === "waiting" ? t.recipient.included : t.recipient.states[state]}
			</Badge>
			{tone !== null && <Badge tone={replyTones[tone]}>{t.recipient.tones[tone]}</Badge>}
			{why !== null && <span className="min-w-0 text-12 break-words text-ink-3">{why}</span>}
		</span>
	);
}
