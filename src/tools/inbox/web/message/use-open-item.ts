import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ListItem } from "../base/mail.ts";
import { messageIn, rowWith } from "../base/rows.ts";
import { messageQuery } from "./use-message.ts";
import { useThread } from "./use-thread.ts";

/**
 * The open message as a list item. It may not be in the current list: opened by a link, further down, or moved while
 * it was open.
 */
export function useOpenItem(id: string | null, items: readonly ListItem[], isListFetching: boolean) {
	const row = useMemo(() => rowWith(items, id), [id, items]);
	// A conversation knows its newest message; the others are items of the thread.
	const listed = useMemo(() => (row === undefined || row.id !== id ? undefined : messageIn(row, id)), [row, id]);
	const message = useQuery({ ...messageQuery(id ?? ""), enabled: id !== null });
	const threadId = row?.threadId ?? message.data?.threadId;
	const thread = useThread(threadId, id);
	const inThread = thread.items.find((item) => item.id === id);
	// The thread is updated by events and changes; the message's own copy dates from when it was opened.
	return {
		item: id === null ? null : (listed ?? inThread ?? message.data ?? null),
		/** Whether its flags are the server's, not those of a copy that is being fetched again. */
		isSettled: listed ? !isListFetching : inThread !== undefined && !thread.isFetching,
		error: message.error,
		retry: message.refetch,
	};
}
