/** Polls mailboxes whose providers offer no push connection. */

import { CursorExpired, RateLimited, Unavailable } from "#server/mail/provider/errors.ts";
import { NoProgress } from "#server/progress.ts";
import { pause } from "#shared/pause.ts";
import { randomBetween } from "#shared/random-between.ts";

const MAX_PAUSE_SECONDS = 300;

/** Result of one poll. */
export interface PollResult {
	hasNewMail: boolean;
	/** Seconds until the next poll. */
	seconds: number;
}

/**
 * Polls until the signal aborts and calls back when there is new mail. Backs off while the provider is unavailable or
 * rate-limits.
 * @param usualSeconds usual interval between polls
 * @throws any other error of a poll, such as AuthExpired
 */
export async function watchByPolling(
	poll: () => Promise<PollResult>,
	usualSeconds: number,
	onChange: () => void,
	signal: AbortSignal,
): Promise<void> {
	let failures = 0;
	while (!signal.aborted) {
		let next: number;
		try {
			const { hasNewMail, seconds } = await poll();
			if (hasNewMail) onChange();
			next = seconds;
			failures = 0;
		} catch (cause) {
			if (signal.aborted) return;
			if (!isTransient(cause)) throw cause;
			// A sync will report what is wrong.
			if (failures++ === 0) onChange();
			next = Math.min(MAX_PAUSE_SECONDS, usualSeconds * 2 ** failures);
		}
		// Jitter: keeps watchers from polling in step after a restart.
		await pause(next * 1000 * randomBetween(0.8, 1.2), signal).catch(() => undefined);
	}
}

function isTransient(cause: unknown): boolean {
	return [RateLimited, Unavailable, CursorExpired, NoProgress].some((kind) => cause instanceof kind);
}
