/** One answered request. */
export interface GmailRequest {
	/** Epoch milliseconds, by the emulator's clock. */
	at: number;
	/** Empty when the token was invalid. */
	email: string;
	/** The method's name in Gmail's documentation, such as `messages.list`. */
	method: string;
	/** Path with query. */
	path: string;
	/** Quota units spent; 0 for a rejected request. */
	units: number;
	status: number;
}

/** Quota per minute, and how requests beyond it are rejected. */
export interface GmailLimit {
	perUser?: number;
	perProject?: number;
	/** Default: 429. */
	status?: 403 | 429;
	/** Seconds in Retry-After; absent: no header, as with Gmail. */
	retryAfter?: number;
}

const WINDOW_MS = 60_000;

export function createQuota(now: () => number) {
	const requests: GmailRequest[] = [];
	let limit: GmailLimit = {};
	/** Index of the first request still in the window. */
	let from = 0;
	return {
		requests,
		limit: () => limit,
		setLimit(next: GmailLimit) {
			limit = next;
		},
		/** The limit this request would exceed; null: allowed. */
		broken(email: string, units: number): "user" | "project" | null {
			const since = now() - WINDOW_MS;
			while (from < requests.length && (requests[from]?.at ?? 0) <= since) from++;
			let user = units;
			let project = units;
			for (let index = from; index < requests.length; index++) {
				const request = requests[index];
				project += request?.units ?? 0;
				if (request?.email === email) user += request.units;
			}
			if (user > (limit.perUser ?? Number.POSITIVE_INFINITY)) return "user";
			return project > (limit.perProject ?? Number.POSITIVE_INFINITY) ? "project" : null;
		},
		/** The maximum of units spent within any window of this length. @param email of one user; absent: all */
		unitsIn(seconds: number, email?: string): number {
			const counted = requests.filter((request) => email === undefined || request.email === email);
			let first = 0;
			let sum = 0;
			let max = 0;
			for (const request of counted) {
				sum += request.units;
				while ((counted[first]?.at ?? 0) <= request.at - seconds * 1000) sum -= counted[first++]?.units ?? 0;
				max = Math.max(max, sum);
			}
			return max;
		},
	};
}
