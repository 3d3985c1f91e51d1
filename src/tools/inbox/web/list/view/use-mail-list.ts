import { keepPreviousData, type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { api } from "#web/lib/api/api.ts";
import { appendPage, listOf, listsKey, type MailList, mergeHead, type Page } from "../../base/list-model.ts";
import { withReturningRows } from "../../changes/cache.ts";
import { type ListQuery, overlay } from "../../changes/pending.ts";
import { pendingChanges } from "../../changes/pending-store.ts";

/** Page sizes: the first page is small to load quickly, later ones cover a few screens each. */
const firstPage = 50;
const nextPages = 200;

async function fetchPage(
	client: QueryClient,
	query: ListQuery,
	cursor: string | null,
	signal?: AbortSignal,
): Promise<Page> {
	const { view, mode, sort, ...scope } = query;
	const limits = { limit: cursor === null ? firstPage : nextPages, cursor: cursor ?? undefined };
	const page =
		view === "conversations"
			? await api.listConversations({ query: { ...scope, ...limits } }, { signal })
			: await api.listEmails({ query: { ...scope, mode, sort, ...limits } }, { signal });
	const items = overlay(page.items, pendingChanges(client), query);
	return { ...page, items, isRanked: sort !== undefined };
}

/** The loaded part of a list. Refetching updates the first page and keeps what is below. */
export const listQuery = (client: QueryClient, query: ListQuery) => {
	const queryKey = [...listsKey, query] as const;
	return queryOptions({
		queryKey,
		queryFn: async ({ signal }): Promise<MailList> => {
			const page = await fetchPage(client, query, null, signal);
			const before = client.getQueryData<MailList>(queryKey);
			const list = before ? mergeHead(before, page) : listOf(page);
			return withReturningRows(list, pendingChanges(client), query);
		},
		// Comparing a hundred thousand rows would cost more than rendering the thirty in view.
		structuralSharing: false,
	});
};

/** A list and a function to load its next page. */
export function useMailList(query: ListQuery, enabled: boolean) {
	const client = useQueryClient();
	const options = listQuery(client, query);
	const result = useQuery({ ...options, enabled, placeholderData: keepPreviousData });
	const loading = useRef<string | null>(null);
	const [moreError, setMoreError] = useState<unknown>(null);

	const loadMore = useCallback(async () => {
		const list = client.getQueryData<MailList>(options.queryKey);
		const cursor = list?.nextCursor ?? null;
		if (cursor === null || loading.current === cursor) return;
		loading.current = cursor;
		setMoreError(null);
		try {
			const page = await fetchPage(client, query, cursor);
			client.setQueryData<MailList>(options.queryKey, (now) =>
				now && now.nextCursor === cursor ? appendPage(now, page) : now,
			);
		} catch (error) {
			setMoreError(error);
		} finally {
			loading.current = null;
		}
	}, [client, query, options.queryKey]);

	return { ...result, loadMore, moreError };
}
