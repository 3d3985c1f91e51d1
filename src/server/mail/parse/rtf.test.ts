import { describe, expect, test } from "vitest";
import { expectLinear } from "#shared/testing/linear-time.ts";
import { readCompressedRtf, readRtf } from "../provider/rtf.ts";
import { parseFull } from "./parse-message.ts";

const HTML_IN_RTF =
	"{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 \\deff0{\\fonttbl{\\f0\\fswiss Arial;}}{\\*\\htmltag64 <p>}\\htmlrtf {\\htmlrtf0 Gr\\'fc\\'dfe, Ann{\\*\\htmltag72 </p>}\\htmlrtf }\\htmlrtf0 }";

/** A stream of the "uncompressed" kind ([MS-OXRTFCP] §2.1.3.1.2). */
function packed(rtf: string): Buffer {
	const head = Buffer.alloc(16);
	head.writeUInt32LE(rtf.length + 12, 0);
	head.writeUInt32LE(rtf.length, 4);
	head.write("MELA", 8, "latin1");
	return Buffer.concat([head, Buffer.from(rtf, "latin1")]);
}

function tnef(rtf: Buffer): Buffer {
	const value = Buffer.concat([rtf, Buffer.alloc((4 - (rtf.length % 4)) % 4)]);
	const number = (n: number) => {
		const bytes = Buffer.alloc(4);
		bytes.writeUInt32LE(n);
		return bytes;
	};
	const data = Buffer.concat([number(1), number(0x10090102), number(1), number(rtf.length), value]);
	const attribute = Buffer.concat([Buffer.from([1, 3, 0x90, 6, 0]), number(data.length), data, Buffer.alloc(2)]);
	return Buffer.concat([Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0]), attribute]);
}

test("a message whose body is only in winmail.dat shows it", async () => {
	const file = tnef(packed(HTML_IN_RTF)).toString("base64");
	const raw = Buffer.from(
		`From: ann@example.org\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: application/ms-tnef; name=winmail.dat\r\nContent-Transfer-Encoding: base64\r\n\r\n${file}\r\n--b--\r\n`,
	);
	const { html, text, message } = await parseFull(raw);
	expect(html).toContain("<p>Grüße, Ann</p>");
	expect(text).toContain("Grüße, Ann");
	expect(message).toMatchObject({ hasHtml: true, preview: "Grüße, Ann" });
});

test("RTF that encapsulates nothing gives its words", () => {
	const rtf =
		"{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}{\\*\\generator x;}\\f0 Hello \\b Bob\\b0 ,\\par caf\\'e9 \\u8364? \\{x\\}\\par}";
	expect(readRtf(Buffer.from(rtf))).toEqual({ html: null, text: "Hello Bob,\ncafé € {x}" });
});

test("what is no compressed RTF is left alone", () => {
	expect(readCompressedRtf(Buffer.from("short"))).toBe(null);
	const endless = packed("{\\rtf1 x}");
	endless.writeUInt32LE(0x7fffffff, 0);
	expect(readCompressedRtf(endless)).toBe(null);
	endless.write("????????", 0, "latin1");
	expect(readCompressedRtf(endless)).toBe(null);
});

describe("hostile RTF takes linear time", () => {
	test.each([
		["open groups", "{"],
		["closed groups", "{}"],
		["backslashes", "\\"],
		["control words", "\\a1"],
		["hexadecimal characters", "\\'e9"],
		["HTML tags", "{\\*\\htmltag64 <p>}"],
		["line ends", "\r\n"],
	])("%s", async (_, piece) => {
		const make = (size: number) => Buffer.from(`{\\rtf1\\ansi\\fromhtml1 ${piece.repeat(size / piece.length)}`);
		await expectLinear(readRtf, make, { sizes: [20_000, 160_000] });
	});
});
