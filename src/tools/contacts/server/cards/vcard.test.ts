import { describe, expect, it } from "vitest";
import { readVcards as readBytes } from "./read-vcard.ts";
import { VCARD_LIMITS } from "./vcard-limits.ts";
import { type VcardContact, vcardOf } from "./write-vcard.ts";

const readVcards = (text: string, limits = VCARD_LIMITS) => readBytes(Buffer.from(text), limits);
const NOW = Date.parse("2026-11-20T10:11:12.345Z");
const plain: VcardContact = {
	...{ id: "0199f0aa-0000-7000-8000-000000000001", name: "Ada Lovelace", emails: ["ada@example.org"], company: "" },
	...{ position: "", phones: [], postalAddress: "", urls: [], note: "" },
};

describe("vCard 4.0", () => {
	it("has the properties that RFC 6350 requires, in lines that end with CRLF", () => {
		expect(vcardOf(plain, NOW)).toBe(
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
		expect(vcardOf({ ...plain, name: "" }, NOW)).toContain("\r\nFN:ada@example.org\r\n");
	});

	it("escapes backslash, comma, semicolon and line breaks (§3.4), so that no value starts a property", () => {
		const card = vcardOf(
			{ ...plain, name: "A\\B, C; D", note: "one\r\ntwo\nEND:VCARD", urls: ["https://a.test/\r\nX:1"] },
			NOW,
		);
		expect(card).toContain("\r\nFN:A\\\\B\\, C\\; D\r\n");
		expect(card).toContain("\r\nNOTE:one\\ntwo\\nEND:VCARD\r\n");
		expect(card).toContain("\r\nURL:https://a.test/X:1\r\n");
		expect(card.match(/^END:VCARD/gm)).toHaveLength(1);
	});

	it("marks the preferred address, writes international numbers as tel: URIs and others as text", () => {
		const card = vcardOf(
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
		const card = vcardOf({ ...plain, name }, NOW);
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
		const [card] = readVcards(vcardOf(contact, NOW));
		expect(card).toEqual({
			...{ name: contact.name, emails: contact.emails, company: contact.company, position: contact.position },
			...{ phones: contact.phones, postalAddress: contact.postalAddress, website: contact.urls[0], note: contact.note },
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
				postalAddress: "Lange Straße 1, 50667 Köln",
			},
			{ name: "Carl Card", emails: ["carl@cards.test"], company: "Cards, Inc.", note: "a\nb" },
		]);
	});

	it("reads every phone number and address, and the beginning of a long note", () => {
		const of = (n: number) => [
			...Array.from({ length: n }, (_, i) => `TEL:+49301234${i}`),
			...Array.from({ length: n }, (_, i) => `EMAIL:a${i}@cards.test`),
		];
		const vcf = (lines: string[]) => ["BEGIN:VCARD", "FN:Ann", ...lines, "END:VCARD"].join("\r\n");
		const [ann] = readVcards(vcf([...of(30), `NOTE:${"long ".repeat(2_500)}`]));
		expect([ann?.phones?.length, ann?.emails.length]).toEqual([30, 30]);
		expect(ann?.note).toMatch(/^(?:long ){700}/);
		const limits = { ...VCARD_LIMITS, values: 2 };
		expect(readVcards(vcf(of(2)), limits)).toHaveLength(1);
		expect(() => readVcards(vcf(of(3)), limits)).toThrow("A contact in this file has more than 2 phone numbers.");
		expect(() => readVcards(vcf(of(3).slice(3)), limits)).toThrow("more than 2 email addresses.");
	});

	it("refuses other files", () => {
		for (const text of ["", "name,email\na,b@c.test", "BEGIN:VCALENDAR\nEND:VCALENDAR"])
			expect(() => readVcards(text)).toThrow("This file has no contacts.");
	});
});
