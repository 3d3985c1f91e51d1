import { expect, test } from "vitest";
import { memoryEnvironment } from "#providers/memory-environment.ts";
import type { Cursor } from "./cursor.ts";
import { createFlagLog } from "./flag-log.ts";

const HOUR = 3_600_000;

function cursorAt(flagSeq: number): Cursor {
	const flags = new Map([1, 2, 3, 4, 5, 6].map((uid) => [uid, 0]));
	const mark = { key: "abcdefgh", validity: "1", next: 7, modseq: null, known: [[1, 6]] as const, flags };
	return { folders: new Map([["INBOX", mark]]), leftovers: [], flagSeq };
}

const listed = ({ folders }: Cursor): number[] => [...(folders.get("INBOX")?.flags?.keys() ?? [])];

test("flags set since the cursor are forgotten, and their entries are kept for a day", async () => {
	let now = 0;
	const environment = { ...memoryEnvironment(), now: () => now };
	const log = createFlagLog(environment, 2);
	const entry = { key: "abcdefgh", validity: "1" };
	for (const uid of [1, 2, 3, 4]) await log.add({ ...entry, uids: [[uid, uid]] });
	await log.add({ ...entry, validity: "2", uids: [[6, 6]] });
	const first = cursorAt(0);
	await log.forgetIn(first);
	expect(listed(first)).toEqual([5, 6]);
	expect(first.flagSeq).toBe(5);
	now = 23 * HOUR;
	await log.add({ ...entry, uids: [[5, 6]] });
	const second = cursorAt(first.flagSeq);
	await log.forgetIn(second);
	expect(listed(second)).toEqual([1, 2, 3, 4]);
	// Its page was not stored.
	const again = cursorAt(0);
	await log.forgetIn(again);
	expect(listed(again)).toEqual([]);
	now = 25 * HOUR;
	await log.add({ ...entry, uids: [[1, 1]] });
	const third = cursorAt(second.flagSeq);
	await log.forgetIn(third);
	expect(listed(third)).toEqual([2, 3, 4, 5, 6]);
	expect([...environment.inspect().entries.keys()]).toEqual([
		"set-flags/head",
		"set-flags/log/0000000000000006",
		"set-flags/log/0000000000000007",
	]);
});
