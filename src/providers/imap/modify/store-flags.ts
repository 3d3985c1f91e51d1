import type { ImapFlow } from "imapflow";
import { atom, command, sequence, text } from "../connection/command.ts";
import { sequences, type UidSet } from "../state/uids.ts";

/** Adds or removes flags of messages in the selected folder (RFC 9051 §6.4.6). */
export async function store(client: ImapFlow, uids: UidSet, sign: "+" | "-", flags: readonly string[]): Promise<void> {
	if (flags.length === 0) return;
	for (const range of sequences(uids))
		await command(client, "UID STORE", [sequence(range), atom(`${sign}FLAGS.SILENT`), flags.map(atom)]);
}

/** Adds or removes Gmail labels. */
export async function storeLabels(client: ImapFlow, uids: UidSet, sign: "+" | "-", labels: string[]): Promise<void> {
	for (const range of sequences(uids))
		await command(client, "UID STORE", [sequence(range), atom(`${sign}X-GM-LABELS.SILENT`), labels.map(text)]);
}
