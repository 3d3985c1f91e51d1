import { AuthExpired, RateLimited, Unavailable } from "#server/mail/provider/errors.ts";
import { randomBetween } from "#shared/random-between.ts";
import type { Failure } from "./errors.ts";
import type { Transport } from "./transport.ts";

const MAX = { waits: 7, failures: 4, renewals: 2 };
const FIRST_PAUSE_MS = 250;
const MAX_WAIT_SECONDS = 32;
/** Retry delay when Gmail keeps refusing without a Retry-After. */
const LATER_SECONDS = 60;

/** Retry state of a request. */
export interface RetryState {
	/** Waits before the next attempt. @throws when there is none */
	after(failure: Failure): Promise<void>;
}

/** @param isOnce not idempotent: no retry when the outcome is unknown */
export function createRetryState(
	{ rateLimiter, pause }: Pick<Transport, "rateLimiter" | "pause">,
	signal: AbortSignal,
	isOnce: boolean,
): RetryState {
	let waits = 0;
	let failures = 0;
	let renewals = 0;
	return {
		async after(failure) {
			if (failure.kind === "final") throw failure.error;
			if (failure.kind === "token") {
				if (++renewals > MAX.renewals) throw new AuthExpired("Google no longer accepts the sign-in.");
				return;
			}
			if (failure.kind === "wait") {
				// Jitter: requests refused together do not return together.
				const seconds = (failure.seconds ?? Math.min(2 ** waits, MAX_WAIT_SECONDS)) + randomBetween(0, 1);
				await rateLimiter.pause(seconds, failure.by);
				if (++waits > MAX.waits) throw new RateLimited(Math.ceil(failure.seconds ?? LATER_SECONDS));
				return;
			}
			if (isOnce) throw new Unavailable("Gmail did not say whether it was done.", { cause: failure.cause });
			if (++failures >= MAX.failures) {
				if (failure.cause instanceof RateLimited) throw failure.cause;
				throw new Unavailable("Gmail cannot be reached.", { cause: failure.cause });
			}
			await pause(FIRST_PAUSE_MS * 2 ** failures * randomBetween(0.5, 1.5), signal);
		},
	};
}
