import type { ChangeResult } from "#server/mail/provider/provider.ts";
import type { ImapSession } from "../session.ts";
import { expungeMessages } from "./expunge.ts";
import { destroyInGmail } from "./gmail.ts";
import { atLocations } from "./locations.ts";

/** Permanently deletes messages. */
export async function destroy(session: ImapSession, ids: readonly string[]): Promise<ChangeResult> {
	const gmail = await session.gmail();
	if (gmail !== null) return destroyInGmail(session, gmail, ids);
	const missing = await atLocations(session, ids, "write", (client, { found }) => expungeMessages(client, found));
	return { missing, renamed: {} };
}
