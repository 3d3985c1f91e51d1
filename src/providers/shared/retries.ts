/** Retries of requests to the API of a provider: renewed tokens, back-off, and pauses that the API asks for. */

import { AuthExpired, RateLimited, Unavailable } from "#server/mail/provider/errors.ts";
import type { pause } from "#shared/pause.ts";
import { randomBetween } from "#shared/random-between.ts";

/** Whose limit was exceeded: the account's, or that of all accounts on this server. */
export type LimitOwner = "user" | "project";

/** How to react to a failed request. */
export type Failure =
	/** Rate limited; seconds from Retry-After, null when absent. */
	| { kind: "wait"; seconds: number | null; by: LimitOwner }
	/** The token was rejected. */
	| { kind: "token" }
	/** Transient: retry shortly. */
	| { kind: "again"; cause?: unknown }
	| { kind: "final"; error: Error };

/** A request whose outcome is unknown. */
export class OutcomeUnknown extends Unavailable {
	override name = "OutcomeUnknown";
}

/** How often and how long an API's requests are retried. */
export interface ApiRetries {
	/** For messages: who signs the user in, and what is reached. */
	names: { signIn: string; service: string };
	max: { waits: number; failures: number };
	/** Doubled by each failure. */
	firstPauseMs: number;
	/** Failures that a timeout counts as: it has already taken long. */
	timeoutFailures: number;
	/** Longer waits are passed to the kernel, which informs the user. */
	maxWaitSeconds: number;
	/** What the kernel waits when the API keeps refusing without a Retry-After. */
	laterSeconds: number;
	/** A paused quota makes the next request wait, so that the retry does not. */
	isPacedByQuota: boolean;
}

export interface RetryContext {
	signal: AbortSignal;
	/** Not idempotent: no retry when the outcome is unknown. */
	isOnce: boolean;
	pause: typeof pause;
	/** The API asked for a pause: pauses the quota. */
	pauseQuota(seconds: number, by: LimitOwner): Promise<void>;
}

/** Retry state of a request. */
export interface RetryState {
	/** Waits before the next attempt. @throws when there is none */
	after(failure: Failure): Promise<void>;
}

const MAX_RENEWALS = 2;
const MAX_PAUSE_SECONDS = 32;

export function createRetryState(
	{ names, max, firstPauseMs, timeoutFailures, maxWaitSeconds, laterSeconds, isPacedByQuota }: ApiRetries,
	{ signal, isOnce, pause: wait, pauseQuota }: RetryContext,
): RetryState {
	let waits = 0;
	let failures = 0;
	let renewals = 0;
	return {
		async after(failure) {
			if (failure.kind === "final") throw failure.error;
			if (failure.kind === "token") {
				if (++renewals > MAX_RENEWALS) throw new AuthExpired(`${names.signIn} no longer accepts the sign-in.`);
				return;
			}
			if (failure.kind === "wait") {
				const seconds = failure.seconds ?? Math.min(2 ** waits, MAX_PAUSE_SECONDS);
				await pauseQuota(seconds, failure.by);
				if (seconds > maxWaitSeconds || ++waits > max.waits)
					throw new RateLimited(Math.ceil(failure.seconds ?? laterSeconds));
				if (isPacedByQuota) return;
				// Jitter: requests refused together do not return together.
				return wait((seconds + randomBetween(0, Math.min(1, seconds / 4))) * 1000, signal);
			}
			const { cause } = failure;
			if (isOnce) throw new OutcomeUnknown(`${names.service} did not say whether it was done.`, { cause });
			failures += cause instanceof Error && cause.name === "TimeoutError" ? timeoutFailures : 1;
			if (failures >= max.failures) {
				if (cause instanceof RateLimited) throw cause;
				throw new Unavailable(`${names.service} cannot be reached.`, { cause });
			}
			return wait(firstPauseMs * 2 ** failures * randomBetween(0.5, 1.5), signal);
		},
	};
}

/** Seconds from Retry-After (RFC 9110 §10.2.3), also when it is a date. */
export function readRetryAfter(value: string | null | undefined): number | null {
	if (value === null || value === undefined) return null;
	const seconds = /^\s*\d+\s*$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
	return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
