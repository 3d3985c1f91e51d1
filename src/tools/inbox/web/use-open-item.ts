import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { EmailItem } from "./mail.ts";
import { messageQuery, threadQuery } from "./message/use-message.ts";

/**
 * The open message as a list item. It may not be in the current list: opened by a link, further down, or moved while
 * it was open.
 */
export function useOpenItem(id: string | null, items: readonly EmailItem[]) {
	const listed = useMemo(() => (id === null ? undefined : items.find((item) => item.id === id)), [id, items]);
	const message = useQuery({ ...messageQuery(id ?? ""), enabled: id !== null });
	const threadId = listed?.threadId ?? message.data?.threadId;
	const thread = useQuery({ ...threadQuery(threadId ?? ""), enabled: threadId !== undefined });
	const inThread = thread.data?.find((item) => item.id === id);
	// The thread is updated by events and changes; the message's own copy dates from when it was opened.
	return {
		item: id === null ? null : (listed ?? inThread ?? message.data ?? null),
		error: message.error,
		retry: message.refetch,
	};
}
