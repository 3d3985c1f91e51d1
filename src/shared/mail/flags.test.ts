import { expect, test } from "vitest";
import {
	FLAG_NAMES,
	FLAGS,
	flagFields,
	flagOperation,
	flagsOf,
	packFlags,
	SETTABLE_FLAGS,
	unpackFlags,
} from "./flags.ts";

test("every combination of flags is packed into its own number", () => {
	for (let bits = 0; bits < 2 ** FLAG_NAMES.length; bits++) {
		expect(packFlags(unpackFlags(bits))).toBe(bits);
		expect(flagsOf(flagFields(unpackFlags(bits)))).toEqual(unpackFlags(bits));
	}
	// Stored by earlier versions.
	expect(packFlags({ read: true })).toBe(1);
	expect(packFlags({ starred: true })).toBe(2);
	expect(packFlags({ important: true })).toBe(4);
	expect(packFlags({ answered: true })).toBe(8);
});

test("no two flags share an IMAP flag, a letter or an action", () => {
	const all = FLAG_NAMES.map((flag) => FLAGS[flag]);
	const imap = all.flatMap((flag) => flag.imap.map((name) => name.toLowerCase()));
	const letters = all.map(({ letter }) => letter);
	const actions = SETTABLE_FLAGS.map((flag) => FLAGS[flag].change.action);
	for (const names of [imap, letters, actions]) expect(new Set(names).size).toBe(names.length);
});

test("names what is done with a flag", () => {
	expect(flagOperation({ type: "star", value: false })).toMatchObject({ label: "Remove star", done: "Removed star" });
	expect(flagOperation({ type: "mark_read", value: true }).past("2 emails")).toBe("Marked 2 emails as read");
	expect(flagOperation({ type: "important", value: false }).planned("1 email")).toBe("Mark 1 email as not important");
});
