import { expect, test } from "vitest";
import { withoutTakeout } from "./takeout.ts";

const message = "From: a@example.org\r\nSubject: Ärger\r\n\r\nText\r\n";

test("removes what Takeout adds, folded or not", () => {
	expect(withoutTakeout(`X-GM-THRID: 17\r\nX-Gmail-Labels: Inbox,\r\n =?UTF-8?Q?=C3=9Cber?=\r\n${message}`)).toBe(
		message,
	);
});

test("converts line endings to CRLF", () => {
	expect(withoutTakeout(`X-GM-THRID: 17\n${message.replaceAll("\r\n", "\n")}`)).toBe(message);
});

test("leaves other messages and later fields alone", () => {
	expect(withoutTakeout(message)).toBe(message);
	const later = `From: a@example.org\r\nX-GM-THRID: 17\r\n\r\nText\r\n`;
	expect(withoutTakeout(later)).toBe(later);
	expect(withoutTakeout("")).toBe("");
});
