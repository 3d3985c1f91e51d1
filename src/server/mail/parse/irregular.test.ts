import { describe, expect, test } from "vitest";
import { cleanName } from "./mime/attachments.ts";
import { parseFull, parseMessage } from "./parse-message.ts";

/** Mail that bends the rules, read as its sender meant it. */

const multipart = (boundary: string, written = boundary, parameters = "") =>
	Buffer.from(
		[
			"From: Ann <ann@example.org>",
			`Content-Type: multipart/related; boundary="${boundary}"${parameters}`,
			"",
			`--${written}`,
			"Content-Type: image/png",
			"Content-ID: <picture@example.org>",
			"",
			"png",
			`--${written}`,
			"Content-Type: text/html",
			"Content-ID: <page@example.org>",
			"",
			"<p>Hello</p>",
			`--${written}--`,
			"",
		].join("\r\n"),
	);

describe("boundaries", () => {
	test("of 700 characters", async () => {
		const { message } = await parseFull(multipart("b".repeat(700), "b".repeat(700), '; start="<page@example.org>"'));
		expect(message.text.trim()).toBe("Hello");
		expect(message.damage).toEqual([]);
	});

	test("that end in blanks", async () => {
		for (const written of ["two words  ", "two words"]) {
			const { message } = await parseFull(multipart("two words  ", written, "; start=page@example.org"));
			expect(message.attachments).toHaveLength(1);
			expect(message.text.trim()).toBe("Hello");
			expect(message.damage).toEqual([]);
		}
	});
});

test("the root of a multipart/related is the part that start= names", async () => {
	const { html, message } = await parseFull(multipart("b", "b", '; type="text/html"; start="<page@example.org>"'));
	expect(html?.trim()).toBe("<p>Hello</p>");
	expect(message.attachments.map(({ contentType }) => contentType)).toEqual(["image/png"]);
	const unknown = await parseFull(multipart("b", "b", "; start=other@example.org"));
	expect(unknown.message.attachments.length).toBeGreaterThan(0);
});

test.each([
	["Minutes 3/2021.pdf", "Minutes 3_2021.pdf"],
	["and\\or.txt", "and_or.txt"],
	["/etc/passwd", "passwd"],
	["C:\\Users\\ann\\plan.doc", "plan.doc"],
	["../../secret.txt", "secret.txt"],
	["a/../b.txt", "b.txt"],
	["//", ""],
	["..", ""],
])("the file name %s is saved as %s", (name, saved) => {
	expect(cleanName(name)).toBe(saved);
});

test("lines that end in CR alone", async () => {
	const raw = Buffer.from(
		"From: Ann <ann@example.org>\rSubject: Old\rContent-Type: multipart/mixed; boundary=b\r\r--b\r\rHello\r--b\rContent-Type: text/plain; name=a.txt\rContent-Disposition: attachment\r\rfile\r--b--\r",
	);
	const full = await parseFull(raw);
	expect(full.message).toMatchObject({ subject: "Old", from: { email: "ann@example.org" } });
	expect(full.message.text.trim()).toBe("Hello");
	expect(full.content(0)?.toString()).toBe("file");
});

test("In-Reply-To and References without angle brackets", async () => {
	const header = (value: string) => parseMessage(Buffer.from(`In-Reply-To: ${value}\r\nReferences: ${value}\r\n\r\nx`));
	expect(await header("20210104100000.1234@mail.example.org")).toMatchObject({
		inReplyTo: ["20210104100000.1234@mail.example.org"],
		references: ["20210104100000.1234@mail.example.org"],
	});
	for (const words of ["ann@example.org", "Your message of 4 Jan 2021 <ann lee", "mail from bob12345678@example.org"])
		expect((await header(words)).inReplyTo).not.toContain("ann@example.org");
	expect((await header("ann@example.org")).inReplyTo).toEqual([]);
	expect((await header("mail from bob12345678@example.org")).inReplyTo).toEqual([]);
});

test.each([
	["Mon, 5 Jan 04 10:00:00 +0000", "2004-01-05T10:00:00.000Z"],
	["Tue, 5 Jan 99 10:00:00 GMT", "1999-01-05T10:00:00.000Z"],
	["05-Jan-99 10:00:00 GMT", "1999-01-05T10:00:00.000Z"],
	["Mon Jan  5 10:00:00 04", "2004-01-05T10:00:00.000Z"],
	["1/5/04 10:00 AM", "2004-01-05T10:00:00.000Z"],
	["25/1/2004 10:00", "2004-01-25T10:00:00.000Z"],
	["99/99/99 10:00", null],
])("the date %s", async (date, time) => {
	const message = await parseMessage(Buffer.from(`Date: ${date}\r\n\r\nx`));
	expect(message.date).toBe(time === null ? null : Date.parse(time));
});
