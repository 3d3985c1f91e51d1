import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Operation } from "#shared/contracts/plans.ts";
import { api } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import { formatBytes, formatFullTime, formatNumber } from "#web/lib/base/format.ts";
import { titleOf } from "#web/lib/plan/result.ts";
import { useCommands } from "#web/lib/screens/commands.tsx";
import { Badge, type Tone } from "#web/ui/base/badge.tsx";
import { StatStrip } from "#web/ui/page/stat-strip.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { ShowMore } from "#web/ui/state/show-more.tsx";
import { type Column, Table } from "#web/ui/table/table.tsx";
import { WorkPanel } from "#web/ui/workbench/panel.tsx";
import { tool } from "../tool.ts";
import { t } from "./text.ts";

interface Touched {
	emailId: string;
	subject: string;
	senderEmail: string;
	state: string;
	reason: string | null;
}

const results: Record<string, { text: string; tone: Tone }> = {
	pending: { text: t.detail.waiting, tone: "neutral" },
	local: { text: t.detail.changedHere, tone: "blue" },
	done: { text: t.detail.changed, tone: "green" },
	skipped: { text: t.detail.skipped, tone: "amber" },
	failed: { text: t.detail.failed, tone: "red" },
};
const columns: Column<Touched>[] = [
	{ id: "subject", header: t.detail.subject, cell: (row) => titleOf(row) },
	{
		id: "sender",
		header: t.detail.sender,
		from: "sm",
		cell: (row) => <span className="font-mono text-12 break-all">{row.senderEmail}</span>,
	},
	{
		id: "state",
		header: t.detail.result,
		cell: (row) => (
			<>
				<Badge tone={results[row.state]?.tone}>{results[row.state]?.text ?? row.state}</Badge>
				{row.reason && <span className="block text-12 text-ink-3">{row.reason}</span>}
			</>
		),
	},
];

interface ActivityDetailProps {
	/** Null: closed. */
	operation: Operation | null;
	onClose: () => void;
}

/** Details of one operation with its messages, in the panel. */
export function ActivityDetail({ operation, onClose }: ActivityDetailProps) {
	// Keeps the content rendered while the sheet closes.
	const [last, setLast] = useState(operation);
	if (operation !== null && operation !== last) setLast(operation);
	useCommands([
		{
			...{ id: "activity.close", title: t.detail.close, keys: "escape", group: tool.title, hidden: true },
			when: () => operation !== null,
			run: onClose,
		},
	]);
	if (last === null) return null;
	return (
		<WorkPanel open={operation !== null} onClose={onClose} title={last.title} subtitle={formatFullTime(last.createdAt)}>
			<Detail key={last.id} id={last.id} />
		</WorkPanel>
	);
}

function Detail({ id }: { id: string }) {
	const query = useInfiniteQuery({
		queryKey: [...keys.operations, "one", id],
		queryFn: ({ pageParam: cursor, signal }) => api.getOperation({ params: { id }, query: { cursor } }, { signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page) => page.nextCursor ?? undefined,
	});
	const items = query.data?.pages.flatMap((page) => page.items) ?? [];
	return (
		<QueryView query={query} errorTitle={t.detail.couldntLoadChange}>
			{({ pages: [operation] }) =>
				operation !== undefined && (
					<div className="flex flex-col gap-4">
						<StatStrip
							label={t.detail.counts}
							stats={[
								{ label: t.detail.changed, value: formatNumber(operation.applied), note: formatBytes(operation.bytes) },
								{ label: t.detail.skipped, value: formatNumber(operation.skipped) },
								{
									label: t.detail.failed,
									value: formatNumber(operation.failed),
									tone: operation.failed > 0 ? "red" : "plain",
								},
							]}
						/>
						{operation.query !== null && operation.query !== "" && (
							<p className="text-13 text-ink-2">
								{t.detail.selectedBy} <span className="font-mono">{operation.query}</span>
							</p>
						)}
						{operation.skipped > 0 && <p className="text-13 text-ink-2">{t.detail.emailsChangedAfterPlan}</p>}
						{items.length > 0 && (
							<div>
								<Table
									label={t.detail.emailsChange}
									columns={columns}
									rows={items}
									rowKey={(row) => row.emailId}
									maxHeight="40dvh"
								/>
								<ShowMore query={query} shown={items.length} total={operation.total} />
							</div>
						)}
						{items.length === 0 && operation.count > 0 && (
							<p className="text-13 text-ink-2">{t.detail.listEmailsUndoAvailable}</p>
						)}
					</div>
				)
			}
		</QueryView>
	);
}
