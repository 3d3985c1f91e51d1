import { queryOptions } from "@tanstack/react-query";
import { ApiError, api } from "#web/lib/api.ts";
import { worthAnotherTry } from "#web/lib/query-client.ts";
import { threadsKey } from "../changes/cache.ts";
import { compare } from "../list/list-model.ts";

/** A message's content never changes, so no event asks for it again. A mail server out of reach has been asked twice. */
export const messageQuery = (id: string) =>
	queryOptions({
		queryKey: ["message", id],
		queryFn: ({ signal }) => api.getEmail({ params: { id } }, { signal }),
		retry: (failures, error) => !isAway(error) && worthAnotherTry(failures, error),
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 5 * 60_000,
		// It may be 10 MB of formatting, and it is the same text every time.
		structuralSharing: false,
	});

function isAway(error: unknown): boolean {
	return error instanceof ApiError && error.code === "text-unavailable";
}

/** The messages of a conversation, oldest first. */
export const threadQuery = (threadId: string) =>
	queryOptions({
		queryKey: [...threadsKey, threadId],
		queryFn: async ({ signal }) => {
			const { items } = await api.listEmails({ query: { thread: threadId, limit: 200 } }, { signal });
			return items.toSorted((a, b) => compare(b, a));
		},
	});
