import { pause } from "#shared/pause.ts";
import { RateLimited, Unavailable } from "./errors.ts";

/** If a mail server asks for a longer wait, the job's next attempt retries instead. */
const MAX_WAIT_SECONDS = 300;

export interface RetryPolicy {
	signal: AbortSignal;
	/** Called before each wait, with seconds. */
	onWait(seconds: number): void;
	/** Longest wait that the provider may ask for; 300 by default. */
	longestWaitSeconds?: number;
	/** Retries, with increasing delays, when it cannot be reached; 0 by default. */
	unavailableTries?: number;
	/** Waits; absent: for that long. */
	pause?: typeof pause | undefined;
}

/**
 * Calls the provider; waits as long as it asks, then retries.
 * @throws the signal's reason when it aborts during a wait
 */
export async function withRetry<T>(retryPolicy: RetryPolicy, call: () => Promise<T>): Promise<T> {
	for (let failures = 0; ; ) {
		try {
			return await call();
		} catch (cause) {
			let seconds = 0;
			if (isShortWait(cause, retryPolicy)) seconds = cause.retryAfter;
			else if (cause instanceof Unavailable && failures < (retryPolicy.unavailableTries ?? 0))
				seconds = 2 ** failures++;
			else throw cause;
			retryPolicy.onWait(seconds);
			await (retryPolicy.pause ?? pause)(seconds * 1000, retryPolicy.signal);
		}
	}
}

/** Whether the provider asks for a wait that the policy allows. */
export function isShortWait(
	cause: unknown,
	{ longestWaitSeconds = MAX_WAIT_SECONDS }: Pick<RetryPolicy, "longestWaitSeconds">,
): cause is RateLimited {
	return cause instanceof RateLimited && cause.retryAfter <= longestWaitSeconds;
}
