import type { ImapFlow } from "imapflow";
import { atom, command, sequence } from "./command.ts";
import { search } from "./search.ts";
import { store } from "./store-flags.ts";
import { sequences, subtract, type UidSet } from "./uids.ts";

const DELETED = ["\\Deleted"];

/**
 * Destroys exactly these messages of the selected folder. A server without UID EXPUNGE (RFC 4315 §2.1) destroys
 * whatever has \Deleted: from others, which some other program put it on, the flag is taken off for that moment.
 */
export async function destroyIn(client: ImapFlow, uids: UidSet): Promise<void> {
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
