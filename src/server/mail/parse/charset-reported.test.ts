import { describe, expect, test } from "vitest";
import { decodeCharset } from "#shared/mail/charsets.ts";
import { reported, reportedFiles } from "../../../../fixtures/reported.ts";
import { decodeText } from "./mime/part-content.ts";
import { parseMessage } from "./parse-message.ts";

describe("kind 18: text whose label is wrong", () => {
	test.each(reportedFiles("mime").filter((name) => name.startsWith("m29")))("%s", async (name) => {
		const { text } = await parseMessage(reported(`mime/${name}`));
		expect(text).toContain("Rechnung für Müller: 請求書をお送りします");
	});

	test("m03", async () =>
		expect((await parseMessage(reported("mime/m03-declared-jis-is-utf8.eml"))).text).toContain("請求書をお送りします"));

	test.each(["cp-850", "ibm-850", "CP850", "cp850 format=flowed"])("%s", (label) =>
		expect(decodeCharset(Buffer.from("R3KU4WUgZIJqhSB2dQ==", "base64"), label).text).toBe("Größe déjà vu"),
	);
	test.each(["iso-8859-1 format=flowed", "=?utf-8?Q?iso-8859-1?=", "'iso-8859-1'", "latin1; x"])("%s", (label) =>
		expect(decodeCharset(Buffer.from("Größe", "latin1"), label).text).toBe("Größe"),
	);
	test.each(["windows-1252", "iso-8859-2", "koi8-r", "iso-2022-jp", "macintosh"])("UTF-8 named %s", (label) =>
		expect(decodeCharset(Buffer.from("Größe der Übung"), label).text).toBe("Größe der Übung"),
	);
	test("UTF-8 in a body named Latin-1", () =>
		expect(decodeText(Buffer.from("Größe"), "iso-8859-1").text).toBe("Größe"));

	test("m28: UTF-16 with its mark", async () =>
		expect((await parseMessage(reported("mime/m28-utf16-header-and-bom-body.eml"))).text).toBe("Größe"));
	test.each(["utf-16", "utf-16le", "utf-8", "iso-8859-1", "us-ascii", "gb2312", ""])(
		"UTF-16 with its mark named %s",
		(label) => {
			const bytes = Buffer.from("\ufeffGröße, 請求書", "utf16le");
			expect(decodeText(Buffer.from(bytes), label)).toEqual({ text: "Größe, 請求書", problem: null });
			expect(decodeText(bytes.swap16(), label)).toEqual({ text: "Größe, 請求書", problem: null });
		},
	);
	test.each(["utf-16", "unicode"])("%s without its mark", (label) => {
		expect(decodeText(Buffer.from("Größe", "utf16le"), label).text).toBe("Größe");
		expect(decodeText(Buffer.from("Größe", "utf16le").swap16(), label).text).toBe("Größe");
	});
	test("UTF-8 with its mark named Shift_JIS", () =>
		expect(decodeCharset(Buffer.from("\ufeffé"), "shift_jis").text).toBe("é"));

	test("m31: GBK named UTF-8 is noted", async () =>
		expect((await parseMessage(reported("mime/m31-declared-utf8-is-gbk.eml"))).damage).toEqual([
			"Text is not in the character set it names (UTF-8)",
		]));
	test("m30: windows-1252 named UTF-8", async () =>
		expect((await parseMessage(reported("mime/m30-declared-utf8-is-cp1252.eml"))).text).toBe(
			"Größe und Café – 10 €\n",
		));
	test.each([
		["Big5", "utf-8", "sXql86rtxao="],
		["Shift_JIS", "utf-8", "kL+LgY+RgvCRl4LogtyCtw=="],
		["EUC-KR", "utf-8", "vsiz58fPvLy/5A=="],
		["windows-1252", "gb2312", "R3L232UgZOlq4CB2dQ=="],
		["windows-1252", "euc-jp", "R3L232UgZOlq4CB2dQ=="],
	])("%s named %s is noted", (_, label, base64) =>
		expect(decodeCharset(Buffer.from(base64, "base64"), label).problem).not.toBeNull(),
	);
	test("a last letter in Latin-1 is no character cut off", () =>
		expect(decodeCharset(Buffer.from("café", "latin1"), "utf-8").text).toBe("café"));
	test("a character cut off at the end is no damage", () =>
		expect(decodeCharset(Buffer.from("Größe é").subarray(0, -1), "utf-8").problem).toBeNull());

	const readable: [string, string][] = [
		["00", "Größe déjà vu"],
		["01", "Größe déjà vu"],
		["02", "Größe déjà vu"],
		["03", "Größe déjà vu"],
		["04", "Größe déjà vu"],
		["05", "Příliš žluťoučký"],
		["06", "日本語のメール"],
		["07", "Größe déjà vu"],
		["08", "Größe déjà vu"],
		["09", "简体中文邮件"],
		["10", "Größe déjà vu"],
		["11", "Größe déjà vu"],
		["13", "Привет мир"],
		["15", "Привет мир"],
		["16", "สวัสดี"],
		["17", "שלום עולם"],
	];
	test.each(readable)("m14-%s", async (number, text) =>
		expect(await parseMessage(reported(`mime/m14-charset-${number}.eml`))).toMatchObject({ text, damage: [] }),
	);
	test.each(["14", "19", "20"])("m14-%s: unknown, and noted", async (number) =>
		expect((await parseMessage(reported(`mime/m14-charset-${number}.eml`))).damage).toHaveLength(1),
	);

	test("short text of two bytes keeps its label", () =>
		expect(decodeCharset(Buffer.from([0xc1, 0xaa, 0xcd, 0xa8]), "gb2312").text).toBe("联通"));
});
