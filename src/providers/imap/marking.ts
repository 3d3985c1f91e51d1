import type { ImapFlow } from "imapflow";
import type { ChangeResult, FlagChange } from "#server/mailbox/provider.ts";
import { Unsupported } from "#server/mailbox/provider-errors.ts";
import { atom, command, sequence } from "./command.ts";
import { IMPORTANT } from "./flags.ts";
import { atPlaces } from "./places.ts";
import type { ImapSession } from "./session.ts";
import { sequences, type UidSet } from "./uids.ts";

const NAMES = { read: "\\Seen", starred: "\\Flagged", important: IMPORTANT } as const;

/** Adds flags to messages in the selected folder, or takes them off (RFC 9051 §6.4.6). */
export async function store(client: ImapFlow, uids: UidSet, sign: "+" | "-", flags: readonly string[]): Promise<void> {
	if (flags.length === 0) return;
	for (const range of sequences(uids))
		await command(client, "UID STORE", [sequence(range), atom(`${sign}FLAGS.SILENT`), flags.map(atom)]);
}

/** @throws Unsupported where the server keeps no mark for important messages */
export async function setFlags(
	session: ImapSession,
	ids: readonly string[],
	change: FlagChange,
): Promise<ChangeResult> {
	const named = (value: boolean): string[] =>
		(Object.keys(NAMES) as (keyof typeof NAMES)[]).filter((flag) => change[flag] === value).map((flag) => NAMES[flag]);
	const added = named(true);
	const missing = await atPlaces(session, ids, "write", async (client, { found, box }) => {
		const isKept = box.keeps(IMPORTANT);
		if (!isKept && added.includes(IMPORTANT))
			throw new Unsupported("This mail server cannot keep a mark for important messages");
		await store(client, found, "+", added);
		await store(client, found, "-", isKept ? named(false) : named(false).filter((name) => name !== IMPORTANT));
	});
	return { missing, renamed: {} };
}
