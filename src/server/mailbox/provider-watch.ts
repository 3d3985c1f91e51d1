/** Watching mailboxes whose providers keep no connection open for news: they are looked at from time to time. */

import { pause } from "#shared/pause.ts";
import { CursorExpired, RateLimited, Unavailable } from "./provider-errors.ts";

const LONGEST_PAUSE_SECONDS = 300;

/** What a look found. */
export interface Look {
	hasNews: boolean;
	/** Until the next one. */
	seconds: number;
}

/**
 * Looks again and again, and calls back when a look found something. While the provider does not answer, or asks to wait,
 * the looks get seldom. Lasts until the signal aborts.
 * @param usualSeconds between two looks
 * @throws whatever else ends a look: AuthExpired
 */
export async function watchByLooking(
	look: () => Promise<Look>,
	usualSeconds: number,
	onChange: () => void,
	signal: AbortSignal,
): Promise<void> {
	let failures = 0;
	while (!signal.aborted) {
		let next: number;
		try {
			const { hasNews, seconds } = await look();
			if (hasNews) onChange();
			next = seconds;
			failures = 0;
		} catch (cause) {
			if (signal.aborted) return;
			if (!isPassing(cause)) throw cause;
			// A sync will tell what is wrong.
			if (failures++ === 0) onChange();
			next = Math.min(LONGEST_PAUSE_SECONDS, usualSeconds * 2 ** failures);
		}
		// Jitter: the watchers of a server that was restarted do not stay in step.
		await pause(next * 1000 * (0.8 + Math.random() * 0.4), signal).catch(() => undefined);
	}
}

function isPassing(cause: unknown): boolean {
	return cause instanceof RateLimited || cause instanceof Unavailable || cause instanceof CursorExpired;
}
