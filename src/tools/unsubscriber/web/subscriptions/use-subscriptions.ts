import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { wholeList } from "#web/lib/api/all-pages.ts";
import { listsKey, unsubscriber, type View } from "../base/api.ts";

export interface ListsQuery {
	/** Absent: all mailboxes. */
	account: string | undefined;
	from?: string;
	until?: string;
	view: View;
}

/** All subscriptions with counts of the requested range: the screen searches and sorts them itself. */
export function useSubscriptions(query: ListsQuery) {
	return useQuery({
		queryKey: [...listsKey, "list", query],
		queryFn: async ({ signal }) => {
			const startedAt = performance.now();
			const reply = await wholeList((cursor) =>
				unsubscriber.listSubscriptions({ query: { ...query, cursor } }, { signal }),
			);
			return { ...reply, tookMs: performance.now() - startedAt };
		},
		placeholderData: keepPreviousData,
	});
}
