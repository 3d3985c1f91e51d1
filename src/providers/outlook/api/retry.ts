import { AuthExpired, RateLimited, Unavailable } from "#server/mail/provider/errors.ts";
import type { pause } from "#shared/pause.ts";
import { randomBetween } from "#shared/random-between.ts";
import type { Failure } from "./errors.ts";

const MAX = { waits: 8, failures: 6, renewals: 2 };
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_SECONDS = 32;
/** Longer waits are passed to the kernel, which informs the user. */
const MAX_WAIT_SECONDS = 60;

/** A request whose outcome is unknown. */
export class OutcomeUnknown extends Unavailable {
	override name = "OutcomeUnknown";
}

/** Retry state of a request. */
export interface RetryState {
	/** Waits before the next attempt. @throws when there is none */
	after(failure: Failure, how: { renew(): void; quiet(seconds: number): Promise<void> }): Promise<void>;
}

/** @param isOnce not idempotent: no retry when the outcome is unknown */
export function createRetryState(wait: typeof pause, signal: AbortSignal, isOnce = false): RetryState {
	let waits = 0;
	let failures = 0;
	let renewals = 0;
	return {
		async after(failure, { renew, quiet }) {
			if (failure.kind === "final") throw failure.error;
			if (failure.kind === "token") {
				if (++renewals > MAX.renewals) throw new AuthExpired("Microsoft no longer accepts the sign-in.");
				return renew();
			}
			if (failure.kind === "wait") {
				const seconds = failure.seconds ?? Math.min(2 ** waits, MAX_PAUSE_SECONDS);
				await quiet(seconds);
				if (seconds > MAX_WAIT_SECONDS || ++waits > MAX.waits) throw new RateLimited(Math.ceil(seconds));
				// Jitter: requests refused together do not return together.
				return wait((seconds + randomBetween(0, Math.min(1, seconds / 4))) * 1000, signal);
			}
			const { cause } = failure;
			if (isOnce) throw new OutcomeUnknown("Outlook did not say whether it was done.", { cause });
			// A timeout counts twice, because it has already taken long.
			failures += cause instanceof Error && cause.name === "TimeoutError" ? 2 : 1;
			if (failures >= MAX.failures) throw new Unavailable("Outlook cannot be reached.", { cause });
			return wait(FIRST_PAUSE_MS * 2 ** failures * randomBetween(0.5, 1.5), signal);
		},
	};
}
