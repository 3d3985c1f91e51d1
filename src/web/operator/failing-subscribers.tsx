import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import type { FailingSubscriber } from "#shared/contracts/operator.ts";
import { allPages } from "#web/lib/api/all-pages.ts";
import { formatAgo, formatFullTime, formatNumber } from "#web/lib/base/format.ts";
import { useChange } from "#web/settings/use-change.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { IconButton } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Table } from "#web/ui/table/table.tsx";
import { operatorApi, operatorKeys } from "./api.ts";
import { t } from "./text.ts";

/** Poll interval in milliseconds. */
const POLL_MS = 10_000;

/** Event subscribers that fail, with a button to retry each; nothing while there are none. */
export function FailingSubscribers() {
	const { data } = useQuery({
		queryKey: operatorKeys.subscribers,
		queryFn: ({ signal }) =>
			allPages((cursor) => operatorApi.listFailingSubscribers({ query: { cursor, limit: 200 } }, { signal })),
		refetchInterval: POLL_MS,
	});
	const retry = useChange({
		make: ({ ownerId, subscriber, orderingKey }: FailingSubscriber) =>
			operatorApi.retrySubscriber({ body: { ownerId, subscriber, orderingKey } }),
		failed: t.failingSubscribers.retryFailed,
		refresh: [operatorKeys.subscribers],
	});
	if (data === undefined || data.length === 0) return null;
	return (
		<Card title={t.failingSubscribers.title} flush>
			<Table
				label={t.failingSubscribers.title}
				bare
				rows={data}
				rowKey={(row) => `${row.subscriber} ${row.ownerId} ${row.orderingKey}`}
				columns={[
					{
						id: "subscriber",
						header: t.failingSubscribers.subscriber,
						cell: (row) => (
							<div className="min-w-0">
								<p className="font-medium">{row.subscriber}</p>
								<p className="text-12 break-all text-ink-3">{row.user}</p>
								<p className="mt-0.5 text-13 text-ink-2">{row.error}</p>
							</div>
						),
					},
					{
						id: "state",
						header: t.failingSubscribers.state,
						cell: (row) =>
							row.parkedAt === null ? (
								<Badge tone="amber">{t.failingSubscribers.retrying}</Badge>
							) : (
								<Badge tone="red">{t.failingSubscribers.parked}</Badge>
							),
					},
					{
						id: "waiting",
						header: t.failingSubscribers.eventsWaiting,
						from: "sm",
						align: "end",
						cell: (row) => formatNumber(row.waiting),
					},
					{
						id: "since",
						header: t.failingSubscribers.failingSince,
						from: "md",
						cell: (row) => (
							<span className="text-13 whitespace-nowrap text-ink-2" title={formatFullTime(row.failingSince)}>
								{formatAgo(row.failingSince)}
							</span>
						),
					},
					{
						id: "actions",
						header: t.failingSubscribers.actions,
						hideHeader: true,
						width: "48px",
						cell: (row) => (
							<IconButton
								icon={RotateCw}
								size="small"
								label={t.failingSubscribers.retryNow}
								onClick={() => retry.mutate(row)}
							/>
						),
					},
				]}
			/>
		</Card>
	);
}
