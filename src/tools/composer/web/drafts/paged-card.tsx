import type { InfiniteData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Card } from "#web/ui/page/card.tsx";
import { ShowMore } from "#web/ui/state/show-more.tsx";

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
	const items = query.data?.pages.flatMap((page) => page.items) ?? [];
	const total = query.data?.pages.at(-1)?.total ?? 0;
	if (items.length === 0) return null;
	return (
		<Card title={title} note={note} actions={actions} flush>
			<ul className="divide-y divide-line">{items.map(children)}</ul>
			<ShowMore query={query} shown={items.length} total={total} inCard />
		</Card>
	);
}
