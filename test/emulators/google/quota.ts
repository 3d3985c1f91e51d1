/** One answered request. */
export interface GmailRequest {
	/** Epoch milliseconds, by the double's clock. */
	at: number;
	/** Empty when the token was not good. */
	email: string;
	/** As Gmail's documentation names it, such as `messages.list`. */
	method: string;
	/** With its query. */
	path: string;
	/** Spent; 0 for one that was turned away. */
	units: number;
	status: number;
}

/** What may be spent in a minute, and how more is turned away. */
export interface GmailLimit {
	perUser?: number;
	perProject?: number;
	/** 429 unless told otherwise. */
	status?: 403 | 429;
	/** Seconds in Retry-After; absent: no such header, as Gmail does. */
	retryAfter?: number;
}

const WINDOW_MS = 60_000;

export function createQuota(now: () => number) {
	const requests: GmailRequest[] = [];
	let limit: GmailLimit = {};
	/** Requests before this one are too old to count. */
	let from = 0;
	return {
		requests,
		limit: () => limit,
		setLimit(next: GmailLimit) {
			limit = next;
		},
		/** Whose limit one more such request would break; null: it may go ahead. */
		broken(email: string, units: number): "user" | "project" | null {
			const since = now() - WINDOW_MS;
			while (from < requests.length && (requests[from]?.at ?? 0) <= since) from++;
			let user = units;
			let project = units;
			for (let place = from; place < requests.length; place++) {
				const request = requests[place];
				project += request?.units ?? 0;
				if (request?.email === email) user += request.units;
			}
			if (user > (limit.perUser ?? Number.POSITIVE_INFINITY)) return "user";
			return project > (limit.perProject ?? Number.POSITIVE_INFINITY) ? "project" : null;
		},
		/** The most units that were spent within any window of so many seconds. @param email of one person; absent: all */
		unitsIn(seconds: number, email?: string): number {
			const counted = requests.filter((request) => email === undefined || request.email === email);
			let first = 0;
			let sum = 0;
			let most = 0;
			for (const request of counted) {
				sum += request.units;
				while ((counted[first]?.at ?? 0) <= request.at - seconds * 1000) sum -= counted[first++]?.units ?? 0;
				most = Math.max(most, sum);
			}
			return most;
		},
	};
}
