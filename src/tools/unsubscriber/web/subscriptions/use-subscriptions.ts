import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { listsKey, unsubscriber, type View } from "../api.ts";

export interface ListsQuery {
	/** Absent: all mailboxes. */
	account: string | undefined;
	from?: string;
	until?: string;
	view: View;
}

/** Subscriptions with counts of the requested range. They come from rollups, so there is no paging. */
export function useSubscriptions(query: ListsQuery) {
	return useQuery({
		queryKey: [...listsKey, "list", query],
		queryFn: async ({ signal }) => {
			const startedAt = performance.now();
			const reply = await unsubscriber.listSubscriptions({ query }, { signal });
			return { ...reply, tookMs: performance.now() - startedAt };
		},
		placeholderData: keepPreviousData,
	});
}
