import { describe, expect, it } from "vitest";
import { reported, reportedFiles } from "../../../../fixtures/reported.ts";
import { parseAddress } from "../../mail/addresses/syntax.ts";
import { readVcards as readBytes } from "./read-vcards.ts";

const readVcards = (bytes: Uint8Array) => [...readBytes(bytes)];

const bytesOf = (text: string, encoding: BufferEncoding = "utf8") =>
	Buffer.from(text.replaceAll("\n", "\r\n"), encoding);
const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:2.1", ...lines, "END:VCARD", ""].join("\n");

describe("kind 22: vCards as programs write them", () => {
	it.each([
		["v01-qp-soft-break", [{ name: "Jürgen Müller", emails: ["juergen@example.org"] }]],
		[
			"v03-outlook-windows-1252",
			[{ name: "Jürgen Müller", company: "Café Größe GmbH", emails: ["j.w1252@example.org"] }],
		],
		["v04-qp-latin1", [{ name: "Jürgen Müller", emails: ["j@example.org"] }]],
		["v05-photo-v21-base64-no-indent", [{ name: "Nia Park", emails: ["nia@example.org"] }]],
		[
			"v06-group-and-multi-type",
			[
				{
					...{ name: "Albert", emails: ["albert@example.org", "home@example.org"], company: "Road;Runner, Inc." },
					...{ faxes: ["+45 1234 1234"], addresses: [{ line: "Main St 1, 2nd, 12345 Town, Germany" }] },
				},
			],
		],
		["v07-n-with-photo-junk", [{ name: "Max Stiff", emails: ["max@example.org"] }]],
		[
			"v08-no-email-phone-only",
			[
				{ name: "Only Phone", emails: [] },
				{ name: "With Mail", emails: ["with@example.org"] },
			],
		],
		["v09-lowercase-and-lf", [{ name: "Lower Case", emails: ["lower@example.org"] }]],
		[
			"v11-qp-value-with-equals-sign-url",
			[{ urls: ["https://example.org/?a="], note: "Line one\nLine two = fine", emails: ["nia2@example.org"] }],
		],
		["v12-agent-nested", [{ name: "Boss Person", emails: ["boss@example.org"], phones: ["+4912345"] }]],
		["v13-idn-email-and-angle", [{ name: "Idn", emails: ["info@müller.example"] }, { name: "Angle" }]],
	])("%s", (name, expected) => {
		const cards = readVcards(reported(`vcf/${name}.vcf`));
		expect(cards).toMatchObject(expected);
		for (const email of cards.flatMap(({ emails }) => emails)) expect(parseAddress(email)).toBeTypeOf("object");
	});

	it("tries every file", () => expect(reportedFiles("vcf")).toHaveLength(11));

	it.each(["utf16le", "utf16be"])("%s, with and without a mark", (order) => {
		for (const mark of ["\ufeff", ""]) {
			const file = bytesOf(mark + card("FN;CHARSET=UTF-16:Zoë 王", "EMAIL:zoe@example.org"), "utf16le");
			expect(readVcards(order === "utf16le" ? file : Buffer.from(file).swap16())).toMatchObject([
				{ name: "Zoë 王", emails: ["zoe@example.org"] },
			]);
		}
	});

	it("a character set that nothing names", () => {
		expect(readVcards(bytesOf(card("FN:Jürgen Groß", "EMAIL:a@example.org"), "latin1"))[0]?.name).toBe("Jürgen Groß");
		expect(readVcards(bytesOf(card("FN:\x8eR\x93c\x91\xbe\x98Y", "EMAIL:a@example.org"), "latin1"))[0]?.name).toBe(
			"山田太郎",
		);
	});

	it.each([
		["SHIFT_JIS", "=8ER=93c=91=BE=98Y", "山田太郎"],
		["KOI8-R", "=E9=D7=C1=CE", "Иван"],
		["ISO-2022-JP", "=1B=24B=3B3=45D=1B=28B", "山田"],
	])("CHARSET=%s in Quoted-Printable", (charset, value, name) => {
		const file = bytesOf(card(`FN;CHARSET=${charset};ENCODING=QUOTED-PRINTABLE:${value}`, "EMAIL:a@example.org"));
		expect(readVcards(file)[0]?.name).toBe(name);
	});

	it("a fold inside of a letter's bytes", () => {
		expect(readVcards(bytesOf(card("FN:J\xc3\n \xbcrgen"), "latin1"))[0]?.name).toBe("Jürgen");
		expect(readVcards(bytesOf(card("FN:\xe7\x8e\n \x8b\xe5\xb0\x8f"), "latin1"))[0]?.name).toBe("王小");
	});

	it.each([
		["FN;ENCODING=QUOTED-PRINTABLE:J=C3=BCrgen M=C3=BCl=\n ler", { name: "Jürgen Müller" }],
		["FN;QUOTED-PRINTABLE:J=C3=\n\t=BCrgen", { name: "Jürgen" }],
		["NOTE;ENCODING=QUOTED-PRINTABLE:one=0D=0A=\n two", { note: "one\ntwo" }],
		["NOTE;ENCODING=QUOTED-PRINTABLE:some words=\n that go on", { note: "some words that go on" }],
		["ORG;ENCODING=QUOTED-PRINTABLE:Caf=C3=A9=", { company: "Café", emails: ["a@example.org"] }],
	])("soft breaks: %j", (line, expected) => {
		expect(readVcards(bytesOf(card(line, "EMAIL:a@example.org")))).toMatchObject([expected]);
	});

	it("agents inside of cards and of agents", () => {
		const agent = (...lines: string[]) => `AGENT:\n${card(...lines)}`.trim();
		const file = card(
			"FN:Boss",
			agent("FN:Agent", agent("FN:Agent's agent"), "EMAIL:agent@example.org"),
			"EMAIL:b@example.org",
		);
		expect(readVcards(bytesOf(file + card("FN:Next")))).toMatchObject([
			{ name: "Boss", emails: ["b@example.org"] },
			{ name: "Next", emails: [] },
		]);
		const inline = card("AGENT:BEGIN:VCARD\\nFN:Agent\\nEMAIL:x@example.org\\nEND:VCARD\\n", "FN:Boss");
		expect(readVcards(bytesOf(inline))).toMatchObject([{ name: "Boss", emails: [] }]);
	});

	it("text in base64", () => {
		const file = card("FN;ENCODING=BASE64;CHARSET=UTF-8:SsO8cmdlbg==", "EMAIL:a@example.org");
		expect(readVcards(bytesOf(file))[0]?.name).toBe("Jürgen");
	});
});
