import type { ImapFlow } from "imapflow";
import { parseHeaderBlock } from "#shared/mail/headers.ts";
import { select } from "../connection/command-queue.ts";
import { sequences, type UidSet } from "../state/uids.ts";

/**
 * Identifies messages after a copy or append when the server does not report their new UIDs (no UIDPLUS, RFC 4315): they are
 * among the messages added since, with the same Message-ID and size.
 */

/** A folder's state before messages are added to it. */
export interface FolderUidNext {
	path: string;
	validity: string;
	uidNext: number;
}

export interface IdentifiedMessage {
	uid: number;
	size: number;
	/** The Message-ID field's value; empty without one. */
	messageId: string;
}

/** Reads UIDNEXT with STATUS; the selected folder stays selected. */
export async function readUidNext(client: ImapFlow, path: string): Promise<FolderUidNext> {
	const status = await client.status(path, { uidNext: true, uidValidity: true });
	if (!status) return { path, validity: "0", uidNext: 1 };
	return { path, validity: String(status.uidValidity ?? 0), uidNext: status.uidNext ?? 1 };
}

/** Message-ID and size of messages in the selected folder. */
export async function identities(client: ImapFlow, uids: UidSet): Promise<IdentifiedMessage[]> {
	const found: IdentifiedMessage[] = [];
	for (const range of sequences(uids)) found.push(...(await identify(client, range)));
	return found;
}

/** Messages added since, in UID order. Selects the folder. */
export async function messagesSince(client: ImapFlow, { path, uidNext }: FolderUidNext): Promise<IdentifiedMessage[]> {
	await select(client, path, "read");
	const found = await identify(client, `${uidNext}:*`);
	// `*` matches the last message even when it was there before (RFC 9051 §9, seq-number).
	return found.filter(({ uid }) => uid >= uidNext).sort((a, b) => a.uid - b.uid);
}

async function identify(client: ImapFlow, range: string): Promise<IdentifiedMessage[]> {
	const query = { uid: true, size: true, headers: ["message-id"] };
	const found: IdentifiedMessage[] = [];
	for await (const { uid, size, headers } of client.fetch(range, query, { uid: true }))
		if (headers) found.push({ uid, size: size ?? 0, messageId: messageIdOf(headers) });
	return found;
}

/** @param header RFC 5322 bytes */
export function messageIdOf(header: Buffer): string {
	const { fields } = parseHeaderBlock(header.toString("latin1"));
	return fields.find(({ name }) => name === "message-id")?.raw ?? "";
}
