import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { formatBytes, formatCount, formatFullTime, formatMailTime } from "#web/lib/format.ts";
import { QueryView } from "#web/ui/query-view.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { VirtualList } from "#web/ui/virtual-list.tsx";
import { listsKey, type Subscription, unsubscriber } from "../api.ts";

/** Stored messages of a list, newest first; each opens in the inbox. */
export function PastMail({ list }: { list: Subscription }) {
	const query = useInfiniteQuery({
		queryKey: [...listsKey, "mail", list.id],
		queryFn: ({ pageParam, signal }) =>
			unsubscriber.listSubscriptionEmails(
				{ query: { subscription: list.id, limit: 100, cursor: pageParam } },
				{ signal },
			),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page) => page.nextCursor ?? undefined,
		placeholderData: keepPreviousData,
	});
	const items = query.data?.pages.flatMap((page) => page.items) ?? [];
	const total = query.data?.pages[0]?.total ?? 0;
	return (
		<QueryView
			query={query}
			isEmpty={({ pages }) => pages[0]?.items.length === 0}
			empty={<EmptyState title="No mail left" description="What it sent is in the trash, or gone." />}
		>
			{() => (
				<>
					<p className="pb-2 text-13 text-ink-3">{formatCount(total, "email")} here, whatever the range</p>
					<div className="flex h-[min(300px,40dvh)] flex-col overflow-hidden rounded-2 border border-line">
						<VirtualList
							label={`Mail of ${list.name}`}
							count={items.length}
							total={total}
							rowHeight={36}
							fixedRows
							rowKey={(index) => items[index]?.id ?? index}
							onEndNear={() => query.hasNextPage && !query.isFetching && void query.fetchNextPage()}
							row={(index) => {
								const item = items[index];
								if (!item) return null;
								return (
									<a
										href={`/inbox/${item.id}`}
										target="_blank"
										rel="noreferrer"
										className="flex h-full items-center gap-3 border-b border-line px-3 text-13 hover:bg-sunken"
									>
										<span
											className={
												item.isRead ? "min-w-0 flex-1 truncate text-ink-2" : "min-w-0 flex-1 truncate font-semibold"
											}
										>
											{item.subject || "(No subject)"}
										</span>
										<span className="shrink-0 text-12 text-ink-3 tabular-nums max-sm:hidden">
											{formatBytes(item.sizeBytes)}
										</span>
										<time
											dateTime={item.receivedAt}
											title={formatFullTime(item.receivedAt)}
											className="w-24 shrink-0 text-right text-12 text-ink-3"
										>
											{formatMailTime(item.receivedAt)}
										</time>
									</a>
								);
							}}
						/>
					</div>
				</>
			)}
		</QueryView>
	);
}
