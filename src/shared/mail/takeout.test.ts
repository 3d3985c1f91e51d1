import { expect, test } from "vitest";
import { withoutTakeout } from "./takeout.ts";

const letter = "From: a@example.org\r\nSubject: Ärger\r\n\r\nText\r\n";

test("removes what Takeout adds, folded or not", () => {
	expect(withoutTakeout(`X-GM-THRID: 17\r\nX-Gmail-Labels: Inbox,\r\n =?UTF-8?Q?=C3=9Cber?=\r\n${letter}`)).toBe(
		letter,
	);
});

test("converts line endings to CRLF", () => {
	expect(withoutTakeout(`X-GM-THRID: 17\n${letter.replaceAll("\r\n", "\n")}`)).toBe(letter);
});

test("leaves other messages and later fields alone", () => {
	expect(withoutTakeout(letter)).toBe(letter);
	const later = `From: a@example.org\r\nX-GM-THRID: 17\r\n\r\nText\r\n`;
	expect(withoutTakeout(later)).toBe(later);
	expect(withoutTakeout("")).toBe("");
});
