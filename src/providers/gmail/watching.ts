import { AuthExpired, RateLimited, Unavailable } from "#server/mailbox/provider-errors.ts";
import { pause } from "./pause.ts";
import { profile } from "./resources.ts";
import type { GmailSession } from "./session.ts";

/** Seconds between looks, each of which costs one unit. */
const LOOK_SECONDS = 15;
const LONGEST_PAUSE_SECONDS = 300;

/**
 * Calls back when Gmail's history has gone on. Gmail keeps no connection open for news: it is looked at four times a
 * minute. Lasts until the signal aborts.
 * @throws AuthExpired
 */
export async function watch(session: GmailSession, onChange: () => void, signal: AbortSignal): Promise<void> {
	let known: string | null = null;
	let failures = 0;
	while (!signal.aborted) {
		let seconds = LOOK_SECONDS;
		try {
			const call = { method: "getProfile", verb: "GET", path: "/profile" } as const;
			const { historyId } = profile.parse(await session.api.call(call, session.manner("hand", signal)));
			// What came while nobody looked, too.
			if (historyId !== known) onChange();
			known = historyId;
			failures = 0;
		} catch (cause) {
			if (signal.aborted) return;
			if (cause instanceof AuthExpired) throw cause;
			if (!(cause instanceof RateLimited) && !(cause instanceof Unavailable)) throw cause;
			// Looking will tell what is wrong.
			if (failures++ === 0) onChange();
			seconds = Math.min(LONGEST_PAUSE_SECONDS, LOOK_SECONDS * 2 ** failures);
		}
		// Jitter: the watchers of a server that was restarted do not stay in step.
		await pause(seconds * 1000 * (0.8 + Math.random() * 0.4), signal).catch(() => undefined);
	}
}
