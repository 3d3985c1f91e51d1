import { AuthExpired, RateLimited, Unavailable } from "#server/mailbox/provider-errors.ts";
import { pause } from "#shared/pause.ts";
import { profile, watched } from "./resources.ts";
import type { GmailSession } from "./session.ts";

/** Seconds between looks, each of which costs one unit. */
const LOOK_SECONDS = 15;
/** And where Gmail tells by itself, which it does not promise to do each time. */
const SAFETY_SECONDS = 300;
const LONGEST_PAUSE_SECONDS = 300;
/** A watch lasts seven days; Google advises to ask anew every day. */
const RENEW_SECONDS = 86_400;

/**
 * Calls back when Gmail's history has gone on. Gmail keeps no connection open for news. With a Pub/Sub topic it tells this
 * server by a call (https://developers.google.com/workspace/gmail/api/guides/push); without one it is looked at four times
 * a minute. Lasts until the signal aborts.
 * @param topic null: there is none
 * @throws AuthExpired
 */
export async function watch(
	session: GmailSession,
	topic: string | null,
	onChange: () => void,
	signal: AbortSignal,
): Promise<void> {
	const manner = session.manner("hand", signal);
	const { now } = session.environment;
	let known: string | null = null;
	let failures = 0;
	let renewAt = 0;
	let isTold = false;
	while (!manner.signal.aborted) {
		let seconds = LOOK_SECONDS;
		try {
			if (topic !== null && now() >= renewAt) {
				isTold = await subscribe(session, topic, signal);
				renewAt = now() + RENEW_SECONDS * 1000;
			}
			if (isTold) seconds = SAFETY_SECONDS;
			const call = { method: "getProfile", verb: "GET", path: "/profile" } as const;
			const { historyId } = profile.parse(await session.api.call(call, manner));
			// What came while nobody looked, too.
			if (historyId !== known) onChange();
			known = historyId;
			failures = 0;
		} catch (cause) {
			if (manner.signal.aborted) return;
			if (cause instanceof AuthExpired) throw cause;
			if (!(cause instanceof RateLimited) && !(cause instanceof Unavailable)) throw cause;
			// Looking will tell what is wrong.
			if (failures++ === 0) onChange();
			seconds = Math.min(LONGEST_PAUSE_SECONDS, LOOK_SECONDS * 2 ** failures);
		}
		// Jitter: the watchers of a server that was restarted do not stay in step.
		await pause(seconds * 1000 * (0.8 + Math.random() * 0.4), manner.signal).catch(() => undefined);
	}
}

/** @returns false when Gmail may not write to the topic, or there is none: then it is looked at as without one */
async function subscribe(session: GmailSession, topic: string, signal: AbortSignal): Promise<boolean> {
	const call = { method: "watch", verb: "POST", path: "/watch", body: { topicName: topic } } as const;
	try {
		watched.parse(await session.api.call(call, session.manner("hand", signal)));
		return true;
	} catch (cause) {
		if (cause instanceof RateLimited || cause instanceof Unavailable) throw cause;
		return false;
	}
}
