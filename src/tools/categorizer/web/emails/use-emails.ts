import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { CategorizedEmail } from "../../contract.ts";
import type { Group } from "../../groups.ts";
import { categorizer } from "../base/api.ts";
import { categorizerKey, type Scope } from "../base/use-scope.ts";

export interface EmailsQuery extends Scope {
	category: Group | undefined;
	/** Key of one sender or list. */
	sender: string | undefined;
}

export interface Emails {
	items: readonly CategorizedEmail[];
	/** All matches, loaded or not. */
	total: number;
}

/** Categorized emails, newest first, page by page. */
export function useEmails(query: EmailsQuery) {
	const pages = useInfiniteQuery({
		queryKey: [...categorizerKey, "emails", query],
		queryFn: ({ pageParam, signal }) =>
			categorizer.listCategorizedEmails({ query: { ...query, limit: 100, cursor: pageParam } }, { signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page) => page.nextCursor ?? undefined,
		placeholderData: keepPreviousData,
	});
	const data = useMemo<Emails | undefined>(() => {
		const [first] = pages.data?.pages ?? [];
		if (pages.data === undefined || first === undefined) return undefined;
		// Deduplicates a message that moved between two requests.
		const known = new Map(pages.data.pages.flatMap((page) => page.items).map((item) => [item.id, item]));
		return { items: [...known.values()], total: first.total };
	}, [pages.data]);
	const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
	return {
		...pages,
		data,
		loadMore: () => {
			if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
		},
	};
}
