import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";

/** Retries only when the server is unreachable or overloaded; other errors would occur again. */
export function shouldRetry(failures: number, error: unknown): boolean {
	if (failures >= 2) return false;
	return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

export function createQueryClient(): QueryClient {
	return new QueryClient({
		defaultOptions: {
			// Server-sent events report changes, so cached data stays valid for a while.
			queries: {
				retry: shouldRetry,
				retryDelay: (failures) => 1_000 * 2 ** failures,
				staleTime: 30_000,
				refetchOnWindowFocus: true,
			},
		},
	});
}

/** For a query that creates something, such as a plan: it must not run again. */
export const createsOnce = {
	staleTime: Number.POSITIVE_INFINITY,
	gcTime: 0,
	refetchOnWindowFocus: false,
	refetchOnReconnect: false,
	retry: false,
} as const;

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
