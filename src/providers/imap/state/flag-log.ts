import type { ProviderEnvironment } from "#server/mail/provider/provider.ts";
import type { Cursor, FolderMark } from "./cursor.ts";
import { eachUid, parseSequence, sequences, type UidSet } from "./uids.ts";

/**
 * The messages whose flags the product has set, on servers that do not report changed flags. The cursor has the flags that
 * were listed before: a flag that another client sets back until the next listing would look unchanged.
 */
export interface FlagLog {
	/** Call it before the flags are set. Sequence numbers follow the last one: pushes hold the account's lock. */
	add(messages: LoggedMessages): Promise<void>;
	/** Forgets the listed flags of messages logged since the cursor's last page, so that the next listing has them. */
	forgetIn(cursor: Cursor): Promise<void>;
}

export interface LoggedMessages {
	key: string;
	validity: string;
	uids: UidSet;
}

const LOG = "set-flags/log/";
const HEAD = "set-flags/head";
/** Long after the kernel has stored the pages that were listed with an entry. */
const RETENTION_MS = 24 * 3_600_000;
/** Entries read per query. */
const CHUNK = 1_000;

type Entry = [key: string, validity: string, uids: string, at: number];

const entryKey = (seq: number): string => LOG + String(seq).padStart(16, "0");

/** @param chunk entries read per query */
export function createFlagLog({ state, now }: Pick<ProviderEnvironment, "state" | "now">, chunk = CHUNK): FlagLog {
	const readHead = async (): Promise<number> => Number((await state.get([HEAD])).get(HEAD) ?? 0);

	return {
		async add({ key, validity, uids }) {
			const seq = (await readHead()) + 1;
			const entry: Entry = [key, validity, sequences(uids).join(","), now()];
			await state.put([
				[entryKey(seq), entry],
				[HEAD, seq],
			]);
		},
		async forgetIn(cursor) {
			const marks = [...cursor.folders.values()];
			if (marks.length > 0 && marks.every(({ flags }) => flags === undefined)) return;
			const head = await readHead();
			if (head <= cursor.flagSeq) return;
			const old: [string, null][] = [];
			for (let after = ""; ; ) {
				const entries = await state.list(LOG, after, chunk);
				for (const [name, value] of entries) {
					const [key, validity, uids, at] = value as Entry;
					after = name;
					if (name > entryKey(cursor.flagSeq)) forget(cursor, { key, validity, uids: parseSequence(uids) });
					else if (at < now() - RETENTION_MS) old.push([name, null]);
				}
				if (entries.length < chunk) break;
			}
			if (old.length > 0) await state.put(old);
			cursor.flagSeq = head;
		},
	};
}

function forget({ folders }: Cursor, { key, validity, uids }: LoggedMessages): void {
	for (const [path, mark] of folders)
		if (mark.key === key && mark.validity === validity && mark.flags !== undefined)
			folders.set(path, { ...mark, flags: without(mark.flags, uids) });
}

function without(flags: NonNullable<FolderMark["flags"]>, uids: UidSet): Map<number, number> {
	const rest = new Map(flags);
	for (const uid of eachUid(uids)) rest.delete(uid);
	return rest;
}
