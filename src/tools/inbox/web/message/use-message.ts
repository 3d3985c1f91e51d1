import { queryOptions } from "@tanstack/react-query";
import { ApiError, api } from "#web/lib/api/api.ts";
import { shouldRetry } from "#web/lib/api/query-client.ts";

/** Message content is immutable, so no event invalidates it. A failed fetch from the mail server was already retried. */
export const messageQuery = (id: string) =>
	queryOptions({
		queryKey: ["message", id],
		queryFn: ({ signal }) => api.getEmail({ params: { id } }, { signal }),
		retry: (failures, error) => !isAway(error) && shouldRetry(failures, error),
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 5 * 60_000,
		// It may be 10 MB of HTML, and never changes.
		structuralSharing: false,
	});

function isAway(error: unknown): boolean {
	return error instanceof ApiError && error.code === "text-unavailable";
}
