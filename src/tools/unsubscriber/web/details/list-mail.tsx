import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDensity } from "#web/lib/mail-list/density.ts";
import { noSelection, useListCursor } from "#web/lib/mail-list/list-cursor.ts";
import { MailList } from "#web/lib/mail-list/mail-list.tsx";
import { MailRow } from "#web/lib/mail-list/mail-row.tsx";
import { type RowShape, rowHeight } from "#web/lib/mail-list/row-height.ts";
import { QueryView } from "#web/ui/query-view.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { listsKey, type Subscription, unsubscriber } from "../api.ts";
import { t } from "../text.ts";

const shape: RowShape = { size: "small", isOneLine: true };

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
	const items = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
	const cursor = useListCursor(items, noSelection);
	const height = rowHeight(shape, useDensity());
	const total = query.data?.pages[0]?.total ?? 0;
	return (
		<QueryView
			query={query}
			isEmpty={({ pages }) => pages[0]?.items.length === 0}
			empty={<EmptyState title={t.details.noEmailsLeft} description={t.details.noEmailsLeftDescription} />}
		>
			{() => (
				<>
					<p className="pb-2 text-13 text-ink-3">{t.details.total(total)}</p>
					<div className="flex h-[min(300px,40dvh)] flex-col overflow-hidden rounded-2 border border-line">
						<MailList
							label={t.details.emailsOf(list.name)}
							items={items}
							total={total}
							rowHeight={height}
							cursor={cursor}
							onEndNear={() => query.hasNextPage && !query.isFetching && void query.fetchNextPage()}
							moreFailed={query.isFetchNextPageError}
							onOpen={({ id }) => open(`/inbox/${id}`, "_blank", "noreferrer")}
							row={(item, state) => (
								<MailRow
									mail={{ ...item, senderName: list.name, senderEmail: "" }}
									state={state}
									shape={shape}
									link={(subject, className) => (
										<a
											href={`/inbox/${item.id}`}
											target="_blank"
											rel="noreferrer"
											tabIndex={state.active ? 0 : -1}
											className={className}
										>
											{subject}
										</a>
									)}
								/>
							)}
						/>
					</div>
				</>
			)}
		</QueryView>
	);
}
