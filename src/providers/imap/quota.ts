import { Unsupported } from "#server/mail/provider/errors.ts";
import type { ImapSession } from "./session.ts";

/** Bytes, from INBOX's quota root (RFC 9208). @throws Unsupported when the server has no QUOTA */
export async function quota(session: ImapSession): Promise<{ usedBytes: number; limitBytes: number | null }> {
	const found = await session.work.use((client) => client.getQuota("INBOX"));
	if (!found) throw new Unsupported("The mail server doesn't report its quota");
	const { usage, limit } = found.storage ?? {};
	// No STORAGE resource means no limit, and no usage either.
	return { usedBytes: usage ?? 0, limitBytes: limit ?? null };
}
