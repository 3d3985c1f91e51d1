import { CursorExpired } from "#server/mailbox/provider-errors.ts";
import type { Manner } from "./api.ts";
import type { GmailSession } from "./session.ts";

/** Where the names are kept under which messages were told: labels by id. */
const KEY = "labels";

/** A listing begins: messages are told under the names that labels have now. */
export async function keepNames({ environment, labels }: GmailSession, manner: Manner): Promise<void> {
	await labels.refresh(manner);
	await environment.state.put([[KEY, Object.fromEntries(await labels.own(manner))]]);
}

/**
 * Gmail's history does not tell that a label was renamed or deleted, while all its messages have another name then.
 * @throws CursorExpired: comparing everything costs little
 */
export async function checkNames({ environment, labels }: GmailSession, manner: Manner): Promise<void> {
	const now = await labels.own(manner);
	const told = ((await environment.state.get([KEY])).get(KEY) ?? {}) as Record<string, string>;
	if (Object.entries(told).some(([id, name]) => now.get(id) !== name))
		throw new CursorExpired("Labels have other names now");
	if (now.size > Object.keys(told).length) await environment.state.put([[KEY, Object.fromEntries(now)]]);
}
