import type { ImapFlow } from "imapflow";
import { atom, command, sequence } from "../connection/command.ts";
import { search } from "../messages/search.ts";
import { sequences, subtract, type UidSet } from "../state/uids.ts";
import { store } from "./store-flags.ts";

const DELETED = ["\\Deleted"];

/**
 * Expunges exactly these messages of the selected folder. Without UID EXPUNGE (RFC 4315 §2.1), EXPUNGE removes every message
 * with \Deleted: the flag is temporarily removed from messages that another client marked.
 */
export async function expungeMessages(client: ImapFlow, uids: UidSet): Promise<void> {
	if (client.capabilities.has("UIDPLUS")) {
		await store(client, uids, "+", DELETED);
		for (const range of sequences(uids)) await command(client, "UID EXPUNGE", [sequence(range)]);
		return;
	}
	const others = subtract(await search(client, [atom("DELETED")]), uids);
	await store(client, others, "-", DELETED);
	try {
		await store(client, uids, "+", DELETED);
		await command(client, "EXPUNGE", []);
	} finally {
		if (client.usable) await store(client, others, "+", DELETED);
	}
}
