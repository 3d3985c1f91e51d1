import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { listsKey, unsubscriber, type View } from "../api.ts";

export interface ListsQuery {
	/** Absent: all mailboxes. */
	account: string | undefined;
	from?: string;
	until?: string;
	view: View;
}

/** The lists that write to the person, with counts of the asked range. They come from rollups, so all at once. */
export function useSubscriptions(query: ListsQuery) {
	return useQuery({
		queryKey: [...listsKey, "list", query],
		queryFn: async ({ signal }) => {
			const asked = performance.now();
			const reply = await unsubscriber.listSubscriptions({ query }, { signal });
			return { ...reply, tookMs: performance.now() - asked };
		},
		placeholderData: keepPreviousData,
	});
}
