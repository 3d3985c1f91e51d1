import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";

/** Until the browser has the session that replaces one, in milliseconds. */
export const SESSION_REPLACED_MS = 300;

/** Retries only when the server is unreachable or overloaded, or once without a session; other errors would occur again. */
export function shouldRetry(failures: number, error: unknown): boolean {
	if (failures >= 2) return false;
	if (isUnauthenticated(error)) return failures === 0;
	return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/**
 * Confirming one's identity replaces the session: a request on its way with the previous one is refused, although the
 * user is signed in. The server refuses it before it does anything, so it can be sent again.
 */
function isUnauthenticated(error: unknown): boolean {
	return error instanceof ApiError && error.code === "unauthenticated";
}

function retryDelay(failures: number, error: unknown): number {
	return isUnauthenticated(error) ? SESSION_REPLACED_MS : 1_000 * 2 ** failures;
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
			queries: { retry: shouldRetry, retryDelay, staleTime: 30_000, refetchOnWindowFocus: true },
			mutations: { retry: (failures, error) => failures === 0 && isUnauthenticated(error), retryDelay },
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
