import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";

/** Retries only when the server is unreachable or overloaded; a client error would occur again. */
export function shouldRetry(failures: number, error: unknown): boolean {
	if (failures >= 2) return false;
	return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** @param onSignedOut called when the server reports that the session has ended */
export function createQueryClient(onSignedOut: () => void): QueryClient {
	const watch = (error: unknown) => {
		if (error instanceof ApiError && error.status === 401) onSignedOut();
	};
	return new QueryClient({
		queryCache: new QueryCache({ onError: watch }),
		mutationCache: new MutationCache({ onError: watch }),
		defaultOptions: {
			// Server-sent events report changes, so cached data stays valid for a while.
			queries: { retry: shouldRetry, staleTime: 30_000, refetchOnWindowFocus: true },
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
	batch: ["batch"],
	/** The user's sessions. */
	sessions: ["sessions"],
	webhooks: ["webhooks"],
} as const;
