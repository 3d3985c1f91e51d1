import { describe, expect, test } from "vitest";
import { parseFull } from "#server/mail/parse/parse-message.ts";
import { readRtf } from "#server/mail/provider/rtf.ts";
import { reported, reportedFiles } from "../../../../fixtures/reported.ts";
import { ansiCodePage, codePageName } from "./code-pages.ts";
import { mailOfMsg } from "./msg-mail.ts";
import { BINARY, msgFile, UNICODE, type Values } from "./msg-testing.ts";

async function read(file: Uint8Array) {
	const { message, html } = await parseFull(await mailOfMsg(file));
	return { ...message, words: message.text.replace(/\s+/g, " ").trim(), html };
}

const files = new Map(reportedFiles("msg").map((name) => [name.slice(0, 3), name]));
const reportedMsg = (key: string) => read(reported(`msg/${files.get(key)}`));

const packed = (rtf: string) => {
	const head = Buffer.alloc(16);
	head.writeUInt32LE(rtf.length + 12, 0);
	head.writeUInt32LE(rtf.length, 4);
	head.write("MELA", 8, "latin1");
	return Buffer.concat([head, Buffer.from(rtf, "latin1")]);
};

/** A message of one person to another. */
const letter = (values: Values, recipient: Values = [["39FE", UNICODE, "sam@example.org"]], attachment: Values = []) =>
	read(msgFile([["001A", UNICODE, "IPM.Note"], ["0C1A", UNICODE, "Ann Example"], ...values], recipient, attachment));

describe("kind 14: Outlook's files", () => {
	test.each<[string, object]>([
		["o01", { from: { name: "Ann Example", email: "" } }],
		["o03", { words: "Please find the offer attached. Grüße, Ann" }],
		["o05", { subject: "Angebot für Müller", from: { name: "Jürgen Groß", email: "j@example.net" } }],
		["o06", { subject: "Привет", words: "Привет", from: { name: "Иван", email: "i@example.net" } }],
		["o07", { attachments: [{ filename: "Übersicht 2025.pdf" }] }],
		["o09", { from: { email: "ann@example.net" } }],
		["o10", { words: "Schöne Grüße" }],
		["o11", { words: "Schöne Grüße" }],
		["o12", { cc: [{ name: "Lee, Bo", email: "bo@example.org" }], bcc: [{ email: "h@example.org" }] }],
		["o13", { from: { name: "Ann" }, subject: "o13 Meeting" }],
		["o14", { subject: "o14 Contact" }],
		["o15", { from: { email: "ann@example.net" }, to: [{ email: "sam@example.org" }] }],
	])("%s", async (key, expected) => expect(await reportedMsg(key)).toMatchObject(expected));

	test("HTML in RTF is the body, beside a text that lost it", async () => {
		const rtf =
			"{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 \\deff0{\\fonttbl{\\f0\\fswiss Arial;}}{\\*\\htmltag64 <p>}\\htmlrtf {\\htmlrtf0 Gr\\'fc\\'dfe{\\*\\htmltag72 </p>}\\htmlrtf }\\htmlrtf0 }";
		const { html } = await letter([
			["1000", UNICODE, "Text"],
			["1009", BINARY, packed(rtf)],
		]);
		expect(html).toContain("<p>Grüße</p>");
	});

	test.each([
		["its code page", "{\\rtf1\\ansi\\ansicpg1251\\deff0 \\'cf\\'f0\\'e8\\'e2\\'e5\\'f2}", "Привет"],
		[
			"its font",
			"{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}{\\f1\\fnil\\fcharset204 Arial;}}\\f1 \\'cf\\'f0\\'e8\\'e2\\'e5\\'f2\\f0  \\'fc}",
			"Привет ü",
		],
		["Unicode with what stands for it", "{\\rtf1\\ansi\\uc1 \\u1055?\\u1088\\'3f\\u1080? x}", "При x"],
		["Unicode with more of it", "{\\rtf1\\ansi\\uc2 \\u1055\\'3f\\'3f\\u1088??!}", "Пр!"],
	])("words of RTF by %s", (_, rtf, words) => expect(readRtf(Buffer.from(rtf, "latin1")).text).toBe(words));

	test.each([
		["EX:/O=ORG/CN=ANN", ""],
		["/o=Org/ou=First/cn=Recipients/cn=ann", ""],
		["IMCEAEX-_O=ORG_CN=ANN@example.net", ""],
		["smtp:ann@example.net", "ann@example.net"],
		["'ann@example.net'", "ann@example.net"],
	])("the sender %s", async (address, email) => {
		expect((await letter([["0C1F", UNICODE, address]])).from).toEqual({ name: "Ann Example", email });
	});

	test("whoever saved the file is not its sender", async () => {
		const owner: Values = [
			["0C1F", UNICODE, "/O=ORG/CN=ANN"],
			["5D0A", UNICODE, "sam@example.org"],
		];
		expect((await letter(owner)).from.email).toBe("");
		expect(
			(await letter([...owner, ["3FF8", UNICODE, "Sam"]], [["39FE", UNICODE, "team@example.org"]])).from.email,
		).toBe("");
	});

	test.each<[string, Values, string]>([
		["only what is displayed", [["3001", UNICODE, "Plan für März.docx"]], "Plan für März.docx"],
		[
			"a name of DOS beside it",
			[
				["3704", UNICODE, "PLANFR~1.DOC"],
				["3001", UNICODE, "Plan für März.docx"],
			],
			"Plan für März.docx",
		],
		[
			"a title and an extension",
			[
				["3001", UNICODE, "Plan"],
				["3703", UNICODE, ".pdf"],
			],
			"Plan.pdf",
		],
		[
			"a name of DOS and a title",
			[
				["3704", UNICODE, "PLAN.PDF"],
				["3001", UNICODE, "The plan"],
			],
			"PLAN.PDF",
		],
	])("an attachment with %s", async (_, values, name) => {
		const attachment: Values = [...values, ["3701", BINARY, "x"]];
		const { attachments } = await letter([["1000", UNICODE, "x"]], undefined, attachment);
		expect(attachments.map(({ filename }) => filename)).toEqual([name]);
	});

	test.each([
		[{ messageCodepage: 932 }, "shift_jis"],
		[{ messageCodepage: 1200, internetCodepage: 28592 }, "iso-8859-2"],
		[{ internetCodepage: 65001, messageLocaleId: 0x0419 }, "windows-1251"],
		[{ messageLocaleId: 0x0404 }, "big5"],
		[{ messageLocaleId: 0x0407 }, null],
	])("code page of %j", (fields, name) => {
		expect(codePageName(ansiCodePage({ dataType: "msg", ...fields }))).toBe(name);
	});
});
