/**
 * Throttling of one mailbox (https://learn.microsoft.com/graph/throttling-limits#outlook-service-limits): four
 * concurrent requests, 10,000 in ten minutes; requests within batches count individually.
 */

import { throttled } from "./errors.ts";

/** One answered request. */
export interface GraphRequest {
	/** Epoch milliseconds, by the emulator's clock. */
	at: number;
	/** Empty when the token was invalid. */
	email: string;
	/** Method name, such as `messages.delta`. */
	method: string;
	/** Decoded path with query. */
	path: string;
	status: number;
}

export interface GraphLimit {
	atOnce?: number;
	perTenMinutes?: number;
	/** Seconds in Retry-After; absent: no header. */
	retryAfter?: number;
}

export type Throttle = ReturnType<typeof createThrottle>;

const WINDOW_MS = 600_000;

export function createThrottle(now: () => number) {
	const requests: GraphRequest[] = [];
	let limit: GraphLimit = {};
	const running = new Map<string, number>();
	const peaks = new Map<string, number>();
	const starts = new Map<string, number[]>();
	return {
		requests,
		setLimit(next: GraphLimit) {
			limit = next;
		},
		/** The maximum of concurrent requests of this mailbox. */
		peakConcurrency: (email: string) => peaks.get(email) ?? 0,
		/** The maximum of requests that this mailbox started within any window of this length. */
		requestsIn(seconds: number, email: string): number {
			const times = requests.filter((request) => request.email === email && request.status !== 429).map(({ at }) => at);
			let first = 0;
			let found = 0;
			for (const [index, at] of times.entries()) {
				while ((times[first] ?? 0) <= at - seconds * 1000) first++;
				found = Math.max(found, index - first + 1);
			}
			return found;
		},
		/** @returns releases the slot @throws GraphError when throttled */
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
			peaks.set(email, Math.max(peaks.get(email) ?? 0, others + 1));
			return () => void running.set(email, (running.get(email) ?? 1) - 1);
		},
	};
}
