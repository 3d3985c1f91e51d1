/**
 * What one mailbox bears (https://learn.microsoft.com/graph/throttling-limits#outlook-service-limits): four requests at
 * once, 10,000 in ten minutes, those within batches counted one by one.
 */

import { throttled } from "./errors.ts";

/** One answered request. */
export interface GraphRequest {
	/** Epoch milliseconds, by the double's clock. */
	at: number;
	/** Empty when the token was not good. */
	email: string;
	/** Such as `messages.delta`. */
	method: string;
	/** Decoded, with its query. */
	path: string;
	status: number;
}

export interface GraphLimit {
	atOnce?: number;
	perTenMinutes?: number;
	/** Seconds in Retry-After; absent: no such header. */
	retryAfter?: number;
}

export type Throttle = ReturnType<typeof createThrottle>;

const WINDOW_MS = 600_000;

export function createThrottle(now: () => number) {
	const requests: GraphRequest[] = [];
	let limit: GraphLimit = {};
	const running = new Map<string, number>();
	const most = new Map<string, number>();
	const starts = new Map<string, number[]>();
	return {
		requests,
		setLimit(next: GraphLimit) {
			limit = next;
		},
		/** The most requests of this mailbox that ran at the same time. */
		mostAtOnce: (email: string) => most.get(email) ?? 0,
		/** The most requests that this mailbox began within any window of so many seconds. */
		requestsIn(seconds: number, email: string): number {
			const times = requests.filter((request) => request.email === email && request.status !== 429).map(({ at }) => at);
			let first = 0;
			let found = 0;
			for (const [place, at] of times.entries()) {
				while ((times[first] ?? 0) <= at - seconds * 1000) first++;
				found = Math.max(found, place - first + 1);
			}
			return found;
		},
		/** @returns what lets the next one in @throws GraphError when there are too many */
		enter(email: string): () => void {
			const headers: Record<string, string> =
				limit.retryAfter === undefined ? {} : { "retry-after": String(limit.retryAfter) };
			const times = starts.get(email) ?? [];
			starts.set(email, times);
			while ((times[0] ?? Number.POSITIVE_INFINITY) <= now() - WINDOW_MS) times.shift();
			if (times.length >= (limit.perTenMinutes ?? 10_000))
				throw throttled("Application is over its RequestRate limit.", headers);
			const others = running.get(email) ?? 0;
			if (others >= (limit.atOnce ?? 4)) throw throttled("Application is over its MailboxConcurrency limit.", headers);
			times.push(now());
			running.set(email, others + 1);
			most.set(email, Math.max(most.get(email) ?? 0, others + 1));
			return () => void running.set(email, (running.get(email) ?? 1) - 1);
		},
	};
}
