import { useQuery } from "@tanstack/react-query";
import type { Operation } from "#shared/contracts/plans.ts";
import { api } from "#web/lib/api.ts";
import { formatBytes, formatFullTime, formatNumber } from "#web/lib/format.ts";
import { keys } from "#web/lib/query-client.ts";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { QueryView } from "#web/ui/query-view.tsx";
import { StatStrip } from "#web/ui/stat-strip.tsx";
import { type Column, Table } from "#web/ui/table.tsx";

interface Touched {
	emailId: string;
	subject: string;
	senderEmail: string;
	state: string;
	reason: string | null;
}

const results: Record<string, { text: string; tone: Tone }> = {
	pending: { text: "Waiting", tone: "neutral" },
	local: { text: "Changed here", tone: "blue" },
	done: { text: "Changed", tone: "green" },
	skipped: { text: "Skipped", tone: "amber" },
	failed: { text: "Failed", tone: "red" },
};
const columns: Column<Touched>[] = [
	{ id: "subject", header: "Subject", cell: (row) => row.subject || "(No subject)" },
	{
		id: "sender",
		header: "Sender",
		from: "sm",
		cell: (row) => <span className="font-mono text-12 break-all">{row.senderEmail}</span>,
	},
	{
		id: "state",
		header: "Result",
		cell: (row) => (
			<>
				<Badge tone={results[row.state]?.tone}>{results[row.state]?.text ?? row.state}</Badge>
				{row.reason && <span className="block text-12 text-ink-3">{row.reason}</span>}
			</>
		),
	},
];

/** Details of one operation with its messages. Null: closed. */
export function ActivityDetail({
	operation,
	open,
	onClose,
}: {
	operation: Operation | null;
	open: boolean;
	onClose: () => void;
}) {
	return (
		<Dialog
			open={open}
			onClose={onClose}
			size="large"
			title={operation?.title ?? "Change"}
			description={operation ? formatFullTime(operation.createdAt) : undefined}
		>
			{operation && <Detail id={operation.id} />}
		</Dialog>
	);
}

function Detail({ id }: { id: string }) {
	const query = useQuery({
		queryKey: [...keys.operations, "one", id],
		queryFn: ({ signal }) => api.getOperation({ params: { id } }, { signal }),
	});
	return (
		<QueryView query={query} errorTitle="This change could not be loaded">
			{(operation) => (
				<div className="flex flex-col gap-4">
					<StatStrip
						label="Counts"
						stats={[
							{ label: "Changed", value: formatNumber(operation.applied), note: formatBytes(operation.bytes) },
							{ label: "Skipped", value: formatNumber(operation.skipped) },
							{ label: "Failed", value: formatNumber(operation.failed), tone: operation.failed > 0 ? "red" : "plain" },
						]}
					/>
					{operation.query !== null && operation.query !== "" && (
						<p className="text-13 text-ink-2">
							Search: <span className="font-mono">{operation.query}</span>
						</p>
					)}
					{operation.skipped > 0 && (
						<p className="text-13 text-ink-2">
							Skipped emails had changed since the plan was made, so they were left alone.
						</p>
					)}
					{operation.items.length > 0 && (
						<Table
							label="Emails of this change"
							columns={columns}
							rows={operation.items}
							rowKey={(row) => row.emailId}
							maxHeight="40dvh"
						/>
					)}
					{operation.items.length === 0 && operation.count > 0 && (
						<p className="text-13 text-ink-2">Which emails these were is kept for 90 days, as is the way back.</p>
					)}
					{operation.items.length > 0 && operation.items.length < operation.count && (
						<p className="text-12 text-ink-3">
							{formatNumber(operation.items.length)} of {formatNumber(operation.count)} emails.
						</p>
					)}
				</div>
			)}
		</QueryView>
	);
}
