import { CursorExpired } from "#server/mail/provider/errors.ts";
import type { RequestOptions } from "../api/call.ts";
import type { GmailSession } from "../session.ts";

/** State key of the label names last listed, by label id. */
const KEY = "labels";

/** Stores the current label names when a full listing begins. */
export async function storeLabelNames(
	{ environment, labels }: GmailSession,
	requestOptions: RequestOptions,
): Promise<void> {
	await labels.refresh(requestOptions);
	await environment.state.put([[KEY, Object.fromEntries(await labels.own(requestOptions))]]);
}

/**
 * Gmail's history does not report that a label was renamed or deleted, which affects all its messages.
 * @throws CursorExpired when names changed; listing known messages again costs little quota
 */
export async function checkLabelNames(
	{ environment, labels }: GmailSession,
	requestOptions: RequestOptions,
): Promise<void> {
	const now = await labels.own(requestOptions);
	const stored = ((await environment.state.get([KEY])).get(KEY) ?? {}) as Record<string, string>;
	if (Object.entries(stored).some(([id, name]) => now.get(id) !== name))
		throw new CursorExpired("Labels have other names now");
	if (now.size > Object.keys(stored).length) await environment.state.put([[KEY, Object.fromEntries(now)]]);
}
