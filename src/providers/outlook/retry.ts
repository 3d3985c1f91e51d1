import { AuthExpired, RateLimited, Unavailable } from "#server/mail/provider/errors.ts";
import { pause } from "#shared/pause.ts";
import type { Refusal } from "./errors.ts";

const MOST = { waits: 8, failures: 6, renewals: 2 };
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_SECONDS = 32;
/** Longer waits are told to the kernel, which says so to the person. */
const LONGEST_WAIT_SECONDS = 60;

/** A request of which nobody knows whether it was done. */
export class Unanswered extends Unavailable {
	override name = "Unanswered";
}

/** What became of a request so far, and whether it is made again. */
export interface RetryState {
	/** Waits as long as it takes until another try. @throws when there is to be none */
	after(refusal: Refusal, how: { renew(): void; quiet(seconds: number): Promise<void> }): Promise<void>;
}

/** @param isOnce it is given up when it is not known whether it was done */
export function createRetryState(signal: AbortSignal, isOnce = false): RetryState {
	let waits = 0;
	let failures = 0;
	let renewals = 0;
	return {
		async after(refusal, { renew, quiet }) {
			if (refusal.kind === "final") throw refusal.error;
			if (refusal.kind === "token") {
				if (++renewals > MOST.renewals) throw new AuthExpired("Microsoft does not accept the sign-in any more.");
				return renew();
			}
			if (refusal.kind === "wait") {
				const seconds = refusal.seconds ?? Math.min(2 ** waits, LONGEST_PAUSE_SECONDS);
				await quiet(seconds);
				if (seconds > LONGEST_WAIT_SECONDS || ++waits > MOST.waits) throw new RateLimited(Math.ceil(seconds));
				// Jitter: requests that were turned away together do not come back together.
				return pause((seconds + Math.random() * Math.min(1, seconds / 4)) * 1000, signal);
			}
			const { cause } = refusal;
			if (isOnce) throw new Unanswered("Outlook did not say whether it was done.", { cause });
			// Whoever waits has waited long.
			failures += cause instanceof Error && cause.name === "TimeoutError" ? 2 : 1;
			if (failures >= MOST.failures) throw new Unavailable("Outlook cannot be reached.", { cause });
			return pause(FIRST_PAUSE_MS * 2 ** failures * (0.5 + Math.random()), signal);
		},
	};
}
