import { pause } from "#shared/pause.ts";
import { AppError } from "../../errors.ts";
import { RateLimited } from "../provider/errors.ts";

/** Longer waits are left to the job's next attempt. */
const LONGEST_WAIT_SECONDS = 300;

/** Waits as long as the provider asks, then retries. */
export async function withRetry<T>(
	options: { signal: AbortSignal; onWait(seconds: number): void },
	call: () => Promise<T>,
): Promise<T> {
	for (;;) {
		try {
			return await call();
		} catch (cause) {
			if (!(cause instanceof RateLimited) || cause.retryAfter > LONGEST_WAIT_SECONDS) throw cause;
			options.onWait(cause.retryAfter);
			await pause(cause.retryAfter * 1000, options.signal);
		}
	}
}

/** The user canceled, as opposed to a process that shuts down and resumes later. */
export function isCancelled(signal: AbortSignal): boolean {
	return signal.aborted && signal.reason instanceof AppError && signal.reason.code === "cancelled";
}
