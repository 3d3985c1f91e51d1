import { AuthExpired, RateLimited, Unavailable } from "#server/mail/provider/errors.ts";
import { pause } from "#shared/pause.ts";
import type { Failure } from "./errors.ts";
import type { Governor } from "./governor.ts";

const MOST = { waits: 7, failures: 4, renewals: 2 };
const FIRST_PAUSE_MS = 250;
const LONGEST_WAIT_SECONDS = 32;
/** Retry delay when Gmail keeps refusing without a Retry-After. */
const LATER_SECONDS = 60;

/** Retry state of a request. */
export interface RetryState {
	/** Waits before the next attempt. @throws when there is none */
	after(refusal: Failure): Promise<void>;
}

/** @param isOnce not idempotent: no retry when the outcome is unknown */
export function createRetryState(governor: Governor, signal: AbortSignal, isOnce: boolean): RetryState {
	let waits = 0;
	let failures = 0;
	let renewals = 0;
	return {
		async after(refusal) {
			if (refusal.kind === "final") throw refusal.error;
			if (refusal.kind === "token") {
				if (++renewals > MOST.renewals) throw new AuthExpired("Google does not accept the sign-in any more.");
				return;
			}
			if (refusal.kind === "wait") {
				// Jitter: requests refused together do not return together.
				const seconds = (refusal.seconds ?? Math.min(2 ** waits, LONGEST_WAIT_SECONDS)) + Math.random();
				await governor.pause(seconds, refusal.by);
				if (++waits > MOST.waits) throw new RateLimited(Math.ceil(refusal.seconds ?? LATER_SECONDS));
				return;
			}
			if (isOnce) throw new Unavailable("Gmail did not say whether it was done.", { cause: refusal.cause });
			if (++failures >= MOST.failures) {
				if (refusal.cause instanceof RateLimited) throw refusal.cause;
				throw new Unavailable("Gmail cannot be reached.", { cause: refusal.cause });
			}
			await pause(FIRST_PAUSE_MS * 2 ** failures * (0.5 + Math.random()), signal);
		},
	};
}
