import { Unsupported } from "#server/mail/provider/errors.ts";
import type { ImapSession } from "./session.ts";

/** Bytes, by the inbox's quota root (RFC 9208). @throws Unsupported where the server does not tell */
export async function quota(session: ImapSession): Promise<{ usedBytes: number; limitBytes: number | null }> {
	const found = await session.work.use((client) => client.getQuota("INBOX"));
	if (!found) throw new Unsupported("The mail server does not tell how much space there is");
	const { usage, limit } = found.storage ?? {};
	// No STORAGE resource means no limit; then the server does not count either.
	return { usedBytes: usage ?? 0, limitBytes: limit ?? null };
}
