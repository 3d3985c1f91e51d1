import { type PollResult, watchByPolling } from "#providers/shared/polling.ts";
import { CursorExpired, Unavailable } from "#server/mail/provider/errors.ts";
import { NoProgress, requireProgress } from "#server/progress.ts";
import { changes } from "./api/resources.ts";
import type { OutlookSession } from "./session.ts";
import { maintainSubscription } from "./subscriptions.ts";

/** Seconds between polls, each of which is one request. */
const POLL_SECONDS = 15;
/** Poll interval with notifications, which may be lost. */
const SAFETY_SECONDS = 300;
const FOLDERS = "/mailFolders/delta";

/**
 * Calls back when a folder's content or counts have changed. Graph offers no push connection: its delta of folders is
 * polled four times a minute, or rarely when a webhook is active, which then triggers the sync. Runs until the signal
 * aborts.
 * @param pollSeconds seconds between polls
 * @throws AuthExpired
 */
export async function watch(
	session: OutlookSession,
	onChange: () => void,
	signal: AbortSignal,
	pollSeconds = POLL_SECONDS,
): Promise<void> {
	const within = session.signal(signal);
	const isNotified = session.webhookUrl === null ? null : maintainSubscription(session, session.webhookUrl);
	let link: string | null = null;

	async function pollAgain(): Promise<PollResult> {
		const seconds = (await isNotified?.(within)) ? SAFETY_SECONDS : pollSeconds;
		try {
			const result = await poll(session, link, within);
			// Also reports changes made before the watch began.
			const hasNewMail = result.hasChanged || link === null;
			link = result.link;
			return { hasNewMail, seconds };
		} catch (cause) {
			if (cause instanceof CursorExpired || cause instanceof NoProgress) link = null;
			throw cause;
		}
	}

	await watchByPolling(pollAgain, pollSeconds, onChange, within);
}

/** @param link null: from now on */
async function poll(
	session: OutlookSession,
	link: string | null,
	signal: AbortSignal,
): Promise<{ link: string; hasChanged: boolean }> {
	let path = link ?? `${FOLDERS}?$select=totalItemCount,unreadItemCount`;
	const progress = requireProgress("Polling Outlook's folders");
	for (let hasChanged = false; ; ) {
		const reply = changes.parse(await session.client.call({ verb: "GET", path, pageSize: 100 }, signal));
		const { value, "@odata.nextLink": next, "@odata.deltaLink": last } = reply;
		hasChanged ||= value.length > 0;
		const following = next ?? last;
		if (following === undefined) throw new Unavailable("Outlook returned no link to its next changes.");
		path = FOLDERS + new URL(following).search;
		if (next === undefined) return { link: path, hasChanged };
		progress(path);
	}
}
