import { describe, expect, test } from "vitest";
import { decodeWords } from "#shared/mail/encoded-words.ts";
import { parseParameters } from "#shared/mail/parameters.ts";
import { reported, reportedFiles } from "../../../../fixtures/reported.ts";
import { parseMessage } from "./parse-message.ts";

async function read(name: string) {
	const file = reportedFiles("mime").find((path) => path.startsWith(`${name}-`));
	return parseMessage(reported(`mime/${file}`));
}

describe("kind 20: names of attachments", () => {
	test.each([
		["m05", ["Rechnung März 2025 – Übersicht.pdf"]],
		["m06", ["mailer.example.com!averyveryveryverylongdomainname.example.org!1745884800!1745971200.xml.gz"]],
		["m07", ["Offer_(2)_final.pdf", "Scan (3).png"]],
		["m08", ["Tilbud på Byvej 3, 1000 København.pdf"]],
	])("%s", async (name, names) =>
		expect((await read(name)).attachments.map(({ filename }) => filename)).toEqual(names),
	);

	test.each([
		["attachment; filename=(draft) plan.docx", "(draft) plan.docx"],
		["attachment; filename=Plan (v2) of (us).xlsx; size=10", "Plan (v2) of (us).xlsx"],
		["attachment; filename=Minutes (final)", "Minutes (final)"],
		["attachment; filename=offer(1).pdf", "offer(1).pdf"],
		["attachment; filename*0*=utf-8''%C3%9Cber_(; filename*1=2).pdf", "Über_(2).pdf"],
		["attachment; filename=:-(.png", ":-(.png"],
		["attachment (as a file); filename=a(b.txt", "a(b.txt"],
		['attachment; filename="Scan (3).png" (a "scan"; third)', "Scan (3).png"],
		["attachment; filename=report.pdf (Acrobat document)", "report.pdf"],
	])("%s", (header, name) => expect(parseParameters(header).params.filename).toBe(name));

	test.each([
		["text/plain; charset=us-ascii (Plain; text)", { charset: "us-ascii" }],
		["text/plain (a; b=c); charset=us-ascii(Plain text); format=flowed", { charset: "us-ascii", format: "flowed" }],
		['text/plain; (a; b) charset (x) = (y) "utf-8" (Unicode); format=flowed', { charset: "utf-8", format: "flowed" }],
		["multipart/mixed; boundary=--(1)--a (of (two) mixed)", { boundary: "--(1)--a" }],
	])("comments elsewhere: %s", (header, params) => expect(parseParameters(header).params).toEqual(params));
});

describe("kind 20: encoded words", () => {
	test.each([
		["m01", "会議の議事録を送りますのでご確認ください"],
		["m12", "Sveiki pasižadėjimų!"],
		["m13", "Prüfbericht für Übung"],
		["m15", "[SPAM?]Grüße aus Köln end é"],
		["m23", "spaced"],
	])("%s", async (name, subject) => expect((await read(name)).subject).toBe(subject));

	test("m09 and m10: names and addresses", async () => {
		expect((await read("m09")).from).toEqual({ name: "Café Österreich", email: "news@example.org" });
		const { from, cc } = await read("m10");
		expect(from.name).toBe("ops@example.org");
		expect(cc).toHaveLength(2);
	});

	const text = "Prüfbericht für die Übung: 請求書 (März)";
	const base64 = Buffer.from(text).toString("base64");
	test.each([1, 2, 3, 5, 6, 7, 10, 11, 13, 22])("base64 cut after each %i characters", (size) => {
		const words = base64.replace(/=+$/, "").match(new RegExp(`.{1,${size}}`, "g")) ?? [];
		expect(decodeWords(words.map((word) => `=?UTF-8?B?${word}?=`).join(" "))).toBe(text);
	});
	test.each([
		[
			"iso-2022-jp cut inside a group",
			"=?ISO-2022-JP?B?GyRCMnE1RCR?= =?ISO-2022-JP?B?ONUQ7dk8/JHIbKEI=?=",
			"会議の議事録を",
		],
		["Latin-1 cut inside a group", "=?iso-8859-1?B?R3L8332?= =?iso-8859-1?B?lIQ==?=", "Grüß}¥!"],
		["words without their padding", "=?utf-8?B?w7w?= =?utf-8?B?w7w?=", "üü"],
		["base64 and Q", "=?utf-8?B?UHLDvGZiZX?= =?utf-8?B?JpY2h0w?= =?utf-8?B?w?= =?utf-8?Q?=BC?=", "Prüfberichtü"],
	])("%s", (_, words, expected) => expect(decodeWords(words)).toBe(expected));
});
