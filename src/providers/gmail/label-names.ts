import { CursorExpired } from "#server/mail/provider/errors.ts";
import type { RequestOptions } from "./api.ts";
import type { GmailSession } from "./session.ts";

/** Where the names are kept under which messages were told: labels by id. */
const KEY = "labels";

/** A listing begins: messages are told under the names that labels have now. */
export async function keepNames({ environment, labels }: GmailSession, requestOptions: RequestOptions): Promise<void> {
	await labels.refresh(requestOptions);
	await environment.state.put([[KEY, Object.fromEntries(await labels.own(requestOptions))]]);
}

/**
 * Gmail's history does not tell that a label was renamed or deleted, while all its messages have another name then.
 * @throws CursorExpired: comparing everything costs little
 */
export async function checkNames({ environment, labels }: GmailSession, requestOptions: RequestOptions): Promise<void> {
	const now = await labels.own(requestOptions);
	const told = ((await environment.state.get([KEY])).get(KEY) ?? {}) as Record<string, string>;
	if (Object.entries(told).some(([id, name]) => now.get(id) !== name))
		throw new CursorExpired("Labels have other names now");
	if (now.size > Object.keys(told).length) await environment.state.put([[KEY, Object.fromEntries(now)]]);
}
