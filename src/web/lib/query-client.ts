import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";

/** Refusals stay refusals however often one asks; only an unreachable or overloaded server is asked again. */
export function worthAnotherTry(failures: number, error: unknown): boolean {
	if (failures >= 2) return false;
	return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** @param onSignedOut called when the server says that there is no session any more */
export function createQueryClient(onSignedOut: () => void): QueryClient {
	const watch = (error: unknown) => {
		if (error instanceof ApiError && error.status === 401) onSignedOut();
	};
	return new QueryClient({
		queryCache: new QueryCache({ onError: watch }),
		mutationCache: new MutationCache({ onError: watch }),
		defaultOptions: {
			// Server-sent events say when something changed, so what was fetched stays good for a while.
			queries: { retry: worthAnotherTry, staleTime: 30_000, refetchOnWindowFocus: true },
			mutations: { retry: false },
		},
	});
}

/** The first part of every query's key, so that events can invalidate by subject. */
export const keys = {
	session: ["session"],
	providers: ["providers"],
	accounts: ["accounts"],
	jobs: ["jobs"],
	/** Messages, folders, labels and counts. */
	mail: ["mail"],
	operations: ["operations"],
	/** Where the person is signed in. */
	sessions: ["sessions"],
} as const;
