/** Watching mailboxes whose providers keep no connection open for news: they are looked at from time to time. */

import { CursorExpired, RateLimited, Unavailable } from "#server/mail/provider/errors.ts";
import { pause } from "#shared/pause.ts";

const LONGEST_PAUSE_SECONDS = 300;

/** What a look found. */
export interface PollResult {
	hasNewMail: boolean;
	/** Until the next one. */
	seconds: number;
}

/**
 * Looks again and again, and calls back when a look found something. While the provider does not answer, or asks to wait,
 * the looks get seldom. Lasts until the signal aborts.
 * @param usualSeconds between two looks
 * @throws whatever else ends a look: AuthExpired
 */
export async function watchByPolling(
	look: () => Promise<PollResult>,
	usualSeconds: number,
	onChange: () => void,
	signal: AbortSignal,
): Promise<void> {
	let failures = 0;
	while (!signal.aborted) {
		let next: number;
		try {
			const { hasNewMail, seconds } = await look();
			if (hasNewMail) onChange();
			next = seconds;
			failures = 0;
		} catch (cause) {
			if (signal.aborted) return;
			if (!usesEventTransport(cause)) throw cause;
			// A sync will tell what is wrong.
			if (failures++ === 0) onChange();
			next = Math.min(LONGEST_PAUSE_SECONDS, usualSeconds * 2 ** failures);
		}
		// Jitter: the watchers of a server that was restarted do not stay in step.
		await pause(next * 1000 * (0.8 + Math.random() * 0.4), signal).catch(() => undefined);
	}
}

function usesEventTransport(cause: unknown): boolean {
	return cause instanceof RateLimited || cause instanceof Unavailable || cause instanceof CursorExpired;
}
