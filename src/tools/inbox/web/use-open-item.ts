import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { EmailItem } from "./mail.ts";
import { messageQuery, threadQuery } from "./message/use-message.ts";

/**
 * The open message as lists know it. It may not be in the list on the screen: a link leads to it, it lies further
 * down, or it was moved while it was open.
 */
export function useOpenItem(id: string | null, items: readonly EmailItem[]) {
	const listed = useMemo(() => (id === null ? undefined : items.find((item) => item.id === id)), [id, items]);
	const message = useQuery({ ...messageQuery(id ?? ""), enabled: id !== null });
	const threadId = listed?.threadId ?? message.data?.threadId;
	const thread = useQuery({ ...threadQuery(threadId ?? ""), enabled: threadId !== undefined });
	const inThread = thread.data?.find((item) => item.id === id);
	// The thread is kept up to date by events and by changes; the message's own copy is as old as its opening.
	return {
		item: id === null ? null : (listed ?? inThread ?? message.data ?? null),
		error: message.error,
		retry: message.refetch,
	};
}
