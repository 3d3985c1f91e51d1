import { describe, expect, it } from "vitest";
import { readVcards as readBytes } from "./read-vcards.ts";
import { type VcardContact, writeVcard } from "./write-vcard.ts";

const readVcards = (text: string) => [...readBytes(Buffer.from(text))];
const NOW = Date.parse("2026-11-20T10:11:12.345Z");
const plain: VcardContact = {
	...{ id: "0199f0aa-0000-7000-8000-000000000001", name: "Ada Lovelace", emails: ["ada@example.org"], company: "" },
	...{ position: "", phones: [], postalAddress: "", urls: [], note: "" },
};

describe("vCard 4.0", () => {
	it("has the properties that RFC 6350 requires, in lines that end with CRLF", () => {
		expect(writeVcard(plain, NOW)).toBe(
			[
				"BEGIN:VCARD",
				"VERSION:4.0",
				"UID:urn:uuid:0199f0aa-0000-7000-8000-000000000001",
				"FN:Ada Lovelace",
				"EMAIL:ada@example.org",
				"REV:20261120T101112Z",
				"END:VCARD",
				"",
			].join("\r\n"),
		);
	});

	it("names contacts without a name by their address (FN is required)", () => {
		expect(writeVcard({ ...plain, name: "" }, NOW)).toContain("\r\nFN:ada@example.org\r\n");
	});

	it("escapes backslash, comma, semicolon and line breaks (§3.4), so that no value starts a property", () => {
		const card = writeVcard(
			{ ...plain, name: "A\\B, C; D", note: "one\r\ntwo\nEND:VCARD", urls: ["https://a.test/\r\nX:1"] },
			NOW,
		);
		expect(card).toContain("\r\nFN:A\\\\B\\, C\\; D\r\n");
		expect(card).toContain("\r\nNOTE:one\\ntwo\\nEND:VCARD\r\n");
		expect(card).toContain("\r\nURL:https://a.test/X:1\r\n");
		expect(card.match(/^END:VCARD/gm)).toHaveLength(1);
	});

	it("marks the preferred address, writes international numbers as tel: URIs and others as text", () => {
		const card = writeVcard(
			{
				...plain,
				emails: ["a@b.test", "c@d.test"],
				phones: ["+49 30 90-1820", "ext. 5; ask"],
				postalAddress: "Road 1, Town",
			},
			NOW,
		);
		expect(card).toContain("\r\nEMAIL;PREF=1:a@b.test\r\nEMAIL:c@d.test\r\n");
		expect(card).toContain("\r\nTEL;VALUE=uri:tel:+4930901820\r\nTEL;VALUE=text:ext. 5\\; ask\r\n");
		expect(card).toContain("\r\nADR:;;Road 1\\, Town;;;;\r\n");
	});

	it("folds lines at 75 octets between characters (§3.2)", () => {
		const name = "Łukasz 日本語 👩‍👩‍👧 ".repeat(12).trim();
		const card = writeVcard({ ...plain, name }, NOW);
		for (const line of card.split("\r\n")) {
			expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
			expect(line).not.toContain("\ufffd");
		}
		expect(card.replaceAll("\r\n ", "")).toContain(`\r\nFN:${name}\r\n`);
	});

	it("is read as it was written", () => {
		const contact: VcardContact = {
			...{ ...plain, name: "Doe; Jane, \\ Dr.", emails: ["jane@doe.test", "j@home.test"], company: "Doe, Sons; Co" },
			...{ position: "Head of R&D", phones: ["+4930901820"], postalAddress: "Hauptstraße 5, Berlin" },
			...{ urls: ["https://doe.test/a?b=c;d,e"], note: "Met in Oslo.\nLikes tea; and: colons" },
		};
		const [card] = readVcards(writeVcard(contact, NOW));
		expect(card).toEqual({
			...{ name: contact.name, emails: contact.emails, company: contact.company, position: contact.position },
			...{ phones: contact.phones, faxes: [], urls: contact.urls, profiles: [], note: contact.note },
			addresses: [{ line: contact.postalAddress, street: contact.postalAddress, location: "" }],
		});
	});
});

describe("reading", () => {
	it("reads versions 2.1 and 3.0, groups, folded lines and several cards", () => {
		const text = [
			...["BEGIN:VCARD", "VERSION:2.1", "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg"],
			...[
				"EMAIL;INTERNET:joerg@old.test",
				"ADR;WORK;ENCODING=QUOTED-PRINTABLE:;;Lange=20Stra=",
				"=C3=9Fe 1;K=C3=B6ln;;50667;",
			],
			...["TEL;CELL:+49 170 1234567", "END:VCARD"],
			...[
				"BEGIN:VCARD",
				"VERSION:3.0",
				"FN:Carl Card",
				"item1.EMAIL;TYPE=pref:carl@",
				" cards.test",
				"ORG:Cards\\, Inc.;Sales",
			],
			...["PHOTO;ENCODING=b:AAAA", " BBBB=", "NOTE:a\\nb", "END:VCARD"],
		].join("\r\n");
		expect(readVcards(text)).toMatchObject([
			{
				name: "Jörg Müller",
				emails: ["joerg@old.test"],
				phones: ["+49 170 1234567"],
				addresses: [{ line: "Lange Straße 1, 50667 Köln", street: "Lange Straße 1", location: "Köln" }],
			},
			{ name: "Carl Card", emails: ["carl@cards.test"], company: "Cards, Inc.", note: "a\nb" },
		]);
	});

	it("reads every phone number and address, and the beginning of a long note", () => {
		const lines = Array.from({ length: 30 }, (_, i) => [`TEL:+49301234${i}`, `EMAIL:a${i}@cards.test`]).flat();
		const note = `NOTE:${"long ".repeat(2_500)}`;
		const [ann] = readVcards(["BEGIN:VCARD", "FN:Ann", ...lines, note, "END:VCARD"].join("\r\n"));
		expect([ann?.phones.length, ann?.emails.length]).toEqual([30, 30]);
		expect(ann?.note).toMatch(/^(?:long ){700}/);
	});

	it("the first of repeated properties counts, a title before a role; fax numbers and profiles are apart", () => {
		const lines = [
			...["FN:Ann Lee", "FN:Annie", "ROLE:Printer", "TITLE:Owner", "TITLE:Boss", "ORG:One", "ORG:Two"],
			...[
				"TEL;TYPE=fax:+46 8 999",
				"TEL;TYPE=cell:+46 8 123",
				"EMAIL:mailto:ann@cards.test",
				"EMAIL:Ann <a@cards.test>",
			],
			...["X-SOCIALPROFILE:https://x.com/ann", "URL:https://ann.test", "ADR:;;;Oslo;;;", "ADR:;;Vei 1;Bergen;;;Norway"],
		];
		expect(readVcards(["BEGIN:VCARD", ...lines, "END:VCARD"].join("\n"))).toEqual([
			{
				...{ name: "Ann Lee", position: "Owner", company: "One", note: "" },
				...{ faxes: ["+46 8 999"], phones: ["+46 8 123"], emails: ["ann@cards.test", "a@cards.test"] },
				...{ profiles: ["https://x.com/ann"], urls: ["https://ann.test"] },
				addresses: [
					{ line: "Oslo", street: "", location: "Oslo" },
					{ line: "Vei 1, Bergen, Norway", street: "Vei 1", location: "Bergen, Norway" },
				],
			},
		]);
		expect(readVcards("BEGIN:VCARD\nN:Lee;Ann\nROLE:Printer\nEND:VCARD")).toMatchObject([
			{ name: "Ann Lee", position: "Printer" },
		]);
	});

	it("refuses a file of too many lines", () => {
		const file = Buffer.from("BEGIN:VCARD\r\nEND:VCARD\r\n");
		expect([...readBytes(file, 2)]).toHaveLength(1);
		expect(() => [...readBytes(file, 1)]).toThrow("The file has more than 1 lines.");
	});

	it("finds no cards in other files", () => {
		for (const text of ["", "name,email\na,b@c.test", "BEGIN:VCALENDAR\nEND:VCALENDAR"])
			expect(readVcards(text)).toEqual([]);
	});
});
