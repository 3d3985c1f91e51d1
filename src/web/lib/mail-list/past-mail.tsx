import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { EmailItem } from "#shared/contracts/emails.ts";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { useDensity } from "./density.ts";
import { noSelection, useListCursor } from "./list-cursor.ts";
import { MailList } from "./mail-list.tsx";
import { MailRow } from "./mail-row.tsx";
import { type RowShape, rowHeight } from "./row-height.ts";

const PAGE = 100;
/** Pixels. */
const MAX_HEIGHT = 420;
/** Pixels of both borders. */
const BORDERS = 2;

interface PastMailProps {
	queryKey: readonly unknown[];
	load: (
		page: { limit: number; cursor: string | undefined },
		signal: AbortSignal,
	) => Promise<{ items: EmailItem[]; total: number; nextCursor: string | null }>;
	/** Names the list for screen readers. */
	label: string;
	/** Above the list: "12 emails". */
	count: (total: number) => string;
	empty: { title: string; description: string };
	isOneLine?: boolean;
	/** Replaces the sender's name. */
	senderOf: (item: EmailItem) => string | undefined;
}

/** Emails that belong to what is shown, newest first; each opens in the inbox, in a new tab. */
export function PastMail({ queryKey, load, label, count, empty, isOneLine = false, senderOf }: PastMailProps) {
	const shape: RowShape = { size: "small", isOneLine };
	const query = useInfiniteQuery({
		queryKey,
		queryFn: ({ pageParam: cursor, signal }) => load({ limit: PAGE, cursor }, signal),
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
			empty={<EmptyState title={empty.title} description={empty.description} />}
		>
			{() => (
				<>
					<p className="pb-2 text-13 text-ink-3">{count(total)}</p>
					<div
						className="flex max-h-[50dvh] flex-col overflow-hidden rounded-2 border border-line"
						style={{ height: Math.min(MAX_HEIGHT, items.length * height + BORDERS) }}
					>
						<MailList
							label={label}
							items={items}
							total={total}
							rowHeight={height}
							cursor={cursor}
							onEndNear={() => query.hasNextPage && !query.isFetching && void query.fetchNextPage()}
							moreFailed={query.isFetchNextPageError}
							onOpen={(item) => open(`/inbox/${item.id}`, "_blank", "noreferrer")}
							row={(item, state) => (
								<MailRow
									mail={item}
									sender={senderOf(item)}
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
