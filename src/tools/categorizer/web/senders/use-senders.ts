import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { CategorizedSender } from "../../contract.ts";
import type { Group } from "../../groups.ts";
import { categorizer } from "../base/api.ts";
import { categorizerKey, type Scope } from "../base/use-scope.ts";

export type SenderSort = "count" | "unread" | "bytes";

export interface Senders {
	items: readonly CategorizedSender[];
	/** All senders and lists, loaded or not. */
	total: number;
}

/** Key of a row: its mailbox and its key. */
export function senderId({ accountId, key }: Pick<CategorizedSender, "accountId" | "key">): string {
	return `${accountId} ${key}`;
}

export function senderOf(id: string): { accountId: string; key: string } {
	const at = id.indexOf(" ");
	return { accountId: id.slice(0, at), key: id.slice(at + 1) };
}

/** Senders and lists, the biggest first, page by page. */
export function useSenders(scope: Scope, category: Group | undefined, sort: SenderSort) {
	const pages = useInfiniteQuery({
		queryKey: [...categorizerKey, "senders", scope, category, sort],
		queryFn: ({ pageParam, signal }) =>
			categorizer.listCategorizedSenders(
				{ query: { ...scope, category, sort, limit: 100, cursor: pageParam } },
				{ signal },
			),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page) => page.nextCursor ?? undefined,
		placeholderData: keepPreviousData,
	});
	const data = useMemo<Senders | undefined>(() => {
		const [first] = pages.data?.pages ?? [];
		if (pages.data === undefined || first === undefined) return undefined;
		const known = new Map(pages.data.pages.flatMap((page) => page.items).map((item) => [senderId(item), item]));
		return { items: [...known.values()], total: first.total };
	}, [pages.data]);
	return { ...pages, data };
}
