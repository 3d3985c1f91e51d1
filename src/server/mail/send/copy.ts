import type { MailContext } from "../context/context.ts";
import type { ProviderSession } from "../provider/session.ts";
import { openSession } from "../sessions/session.ts";
import { type OutgoingKey, type OutgoingRow, postponeCopy, readRaw, recordCopy } from "./store.ts";

const RETRY_MS = 5 * 60_000;
/** Then the message remains without a copy in Sent. */
const GIVE_UP_MS = 24 * 3_600_000;

/**
 * Saves the copy in Sent, unless it is there. The message has been sent: failing to save its copy is not an error, and is
 * retried for a day.
 * @param sent the message just sent, with the session that sent it; absent: it is read, and a session opened
 */
export async function saveCopy(
	ctx: MailContext,
	key: OutgoingKey,
	row: OutgoingRow,
	sent?: { raw: Buffer; session: ProviderSession },
): Promise<void> {
	const raw = sent?.raw ?? (await readRaw(ctx.database, key));
	if (raw === null) return recordCopy(ctx.database, key, null);
	const save = async (session: ProviderSession): Promise<void> => {
		const isFirstAttempt = sent !== undefined && row.sent_at === null;
		const saved = await session.sender?.saveSent?.({ raw, messageId: row.message_id, isFirstAttempt });
		await recordCopy(ctx.database, key, saved?.id ?? null);
	};
	try {
		if (sent !== undefined) return await save(sent.session);
		const { session } = await openSession(ctx, key.ownerId, key.accountId);
		try {
			await save(session);
		} finally {
			await session.close();
		}
	} catch (cause) {
		ctx.log.warn({ event: "send.copy_failed", err: cause, outgoing: key.id }, "The copy in Sent could not be saved");
		if (row.sent_at !== null && ctx.now() - row.sent_at.getTime() > GIVE_UP_MS)
			await recordCopy(ctx.database, key, null);
		else await postponeCopy(ctx.database, key, new Date(ctx.now() + RETRY_MS));
	}
}
