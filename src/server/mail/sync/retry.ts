import { pause } from "#shared/pause.ts";
import { RateLimited, Unavailable } from "../provider/errors.ts";

/** If a mail server asks for a longer wait, the job's next attempt retries instead. */
export const LONGEST_WAIT_SECONDS = 900;
const UNAVAILABLE_TRIES = 4;

export interface RetryPolicy {
	signal: AbortSignal;
	/** Called before each wait, with seconds. */
	onWait(seconds: number): void;
}

/** Calls the provider; waits as long as it asks, and with increasing delays when it cannot be reached. */
export async function withRetry<T>(retryPolicy: RetryPolicy, call: () => Promise<T>): Promise<T> {
	for (let failures = 0; ; ) {
		try {
			return await call();
		} catch (cause) {
			let seconds = 0;
			if (cause instanceof RateLimited && cause.retryAfter <= LONGEST_WAIT_SECONDS) seconds = cause.retryAfter;
			else if (cause instanceof Unavailable && failures < UNAVAILABLE_TRIES) seconds = 2 ** failures++;
			else throw cause;
			retryPolicy.onWait(seconds);
			await pause(seconds * 1000, retryPolicy.signal);
		}
	}
}
