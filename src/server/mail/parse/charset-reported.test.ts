import { describe, expect, test } from "vitest";
import { decodeCharset } from "#shared/mail/charsets.ts";
import { reported, reportedFiles } from "../../../../fixtures/reported.ts";
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
	test("short text of two bytes keeps its label", () =>
		expect(decodeCharset(Buffer.from([0xc1, 0xaa, 0xcd, 0xa8]), "gb2312").text).toBe("联通"));
});
