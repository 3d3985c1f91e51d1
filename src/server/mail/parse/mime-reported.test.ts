import { describe, expect, test } from "vitest";
import { reported, reportedFiles } from "../../../../fixtures/reported.ts";
import { parseForStore, parseFull } from "./parse-message.ts";

function bytesOf(name: string) {
	return reported(`mime/${reportedFiles("mime").find((path) => path.startsWith(`${name}-`))}`);
}

describe("the rest of the inputs for MIME", () => {
	test.each([
		["m04", "東京㈱①② end\n"],
		["m21", "before\n\nafter the picture"],
		["m22", "plain body\n_______________\nlist footer"],
		["m24", "Grüße\n"],
		["m25", "long line c3é "],
		["m26", "Liebe Grüße aus dem Büro, bis morgen um zehn Uhr.\n"],
	])("%s: text", async (name, text) => expect((await parseFull(bytesOf(name))).text).toBe(text));

	test.each([
		["m11", ["r!example.org!1!2.zip"]],
		["m16", ["plan.png"]],
		["m18", ["message.eml", "x.eml"]],
		["m20", ["contract.pdf.p7s"]],
		["m21", ["a.pdf"]],
		["m27", ["a.csv"]],
	])("%s: attachments", async (name, names) => {
		const { attachments } = (await parseFull(bytesOf(name))).message;
		expect(attachments.map(({ filename }) => filename)).toEqual(names);
	});

	test("m02: bytes of a file with equals signs", async () =>
		expect((await parseFull(bytesOf("m02"))).content(0)?.toString()).toContain("a=b,b"));
	test("m17: pictures are shown where the HTML has them", async () => {
		const { attachments } = (await parseFull(bytesOf("m17"))).message;
		expect(attachments.map(({ isInline }) => isInline)).toEqual([true, true]);
	});
	test("m18: attached messages are found by their subject and text", async () => {
		const { attachedText } = await parseForStore(bytesOf("m18"));
		expect(attachedText.match(/Original über alles\ninner text walrus/g)).toHaveLength(2);
	});
	test("m27: text and file of an unusual boundary", async () => {
		const full = await parseFull(bytesOf("m27"));
		expect([full.text, full.message.damage]).toEqual(["first", []]);
	});
});
