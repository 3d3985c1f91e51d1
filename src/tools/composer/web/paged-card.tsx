import type { InfiniteData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { t } from "./text.ts";

/** A list that is loaded page by page: the result of `useInfiniteQuery`. */
export interface PagedQuery<T> {
	data: InfiniteData<{ items: T[]; total: number }> | undefined;
	hasNextPage: boolean;
	isFetchingNextPage: boolean;
	isFetchNextPageError: boolean;
	fetchNextPage: () => unknown;
}

interface PagedCardProps<T> {
	title: string;
	note?: string;
	actions?: ReactNode;
	query: PagedQuery<T>;
	/** A list item. */
	children: (item: T) => ReactNode;
}

/** A list with its title; nothing where it is empty. */
export function PagedCard<T>({ title, note, actions, query, children }: PagedCardProps<T>) {
	const { data, hasNextPage } = query;
	const items = data?.pages.flatMap((page) => page.items) ?? [];
	const total = data?.pages.at(-1)?.total ?? 0;
	if (items.length === 0) return null;
	return (
		<Card title={title} note={note} actions={actions} flush>
			<ul className="divide-y divide-line">{items.map(children)}</ul>
			{hasNextPage && (
				<div className="flex items-center justify-center gap-3 border-t border-line p-3 text-13 text-ink-3 tabular-nums">
					{query.isFetchNextPageError && !query.isFetchingNextPage
						? t.page.couldntLoadMore
						: t.page.shown(items.length, total)}
					<Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
						{t.page.showMore}
					</Button>
				</div>
			)}
		</Card>
	);
}
