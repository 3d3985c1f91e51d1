import { type PollResult, watchByPolling } from "#providers/shared/polling.ts";
import { RateLimited, Unavailable } from "#server/mail/provider/errors.ts";
import { profile, watched } from "./api/resources.ts";
import type { GmailSession } from "./session.ts";

/** Seconds between polls, each of which costs one unit. */
const POLL_SECONDS = 15;
/** Poll interval with Pub/Sub, whose delivery Google does not guarantee. */
const SAFETY_SECONDS = 300;
/** A watch lasts seven days; Google recommends renewing it daily. */
const RENEW_SECONDS = 86_400;

/**
 * Calls back when Gmail's history id has advanced. Gmail offers no push connection: with a Pub/Sub topic it calls this
 * server (https://developers.google.com/workspace/gmail/api/guides/push); without one the mailbox is polled four times a
 * minute. Runs until the signal aborts.
 * @param topic null: no Pub/Sub topic
 * @throws AuthExpired
 */
export async function watch(
	session: GmailSession,
	topic: string | null,
	onChange: () => void,
	signal: AbortSignal,
): Promise<void> {
	const requestOptions = session.requestOptions("interactive", signal);
	const { now } = session.environment;
	let known: string | null = null;
	let renewAt = 0;
	let isNotified = false;

	async function poll(): Promise<PollResult> {
		if (topic !== null && now() >= renewAt) {
			isNotified = await subscribe(session, topic, signal);
			renewAt = now() + RENEW_SECONDS * 1000;
		}
		const call = { method: "getProfile", verb: "GET", path: "/profile" } as const;
		const { historyId } = profile.parse(await session.api.call(call, requestOptions));
		// Also reports changes made before the watch began.
		const hasNewMail = historyId !== known;
		known = historyId;
		return { hasNewMail, seconds: isNotified ? SAFETY_SECONDS : POLL_SECONDS };
	}

	await watchByPolling(poll, POLL_SECONDS, onChange, requestOptions.signal);
}

/** @returns false when there is no topic or Gmail may not publish to it: the mailbox is then polled */
async function subscribe(session: GmailSession, topic: string, signal: AbortSignal): Promise<boolean> {
	const call = { method: "watch", verb: "POST", path: "/watch", body: { topicName: topic } } as const;
	try {
		watched.parse(await session.api.call(call, session.requestOptions("interactive", signal)));
		return true;
	} catch (cause) {
		if (cause instanceof RateLimited || cause instanceof Unavailable) throw cause;
		return false;
	}
}
