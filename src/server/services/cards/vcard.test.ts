import { describe, expect, it } from "vitest";
import { readVcards as readBytes } from "./read-vcards.ts";
import { type VcardContact, writeVcard } from "./write-vcard.ts";

const readVcards = (text: string) => [...readBytes(Buffer.from(text))];
const NOW = Date.parse("2026-11-20T10:11:12.345Z");
const plain: VcardContact = {
	...{ id: "0199f0aa-0000-7000-8000-000000000001", name: "Ada Lovelace", emails: ["ada@example.org"], company: "" },
	...{ position: "", phones: [], postalAddress: "", urls: [], note: "", firstName: "", middleName: "", lastName: "" },
	...{ types: [], birthday: "", categories: [], photo: null, fields: [] },
};
/** A picture of one pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

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
			...{ firstName: "Jane; B", middleName: "Q.", lastName: "Doe, Roe", birthday: "--04-12" },
			types: [
				{ value: "j@home.test", type: "home" },
				{ value: "+4930901820", type: "mobile" },
			],
			...{ categories: ["Friends", "Tea, green"], photo: { contentType: "image/png", base64: PIXEL } },
			fields: [{ label: "Shoe size", value: "38; wide" }],
		};
		for (const version of ["4.0", "3.0"] as const)
			expect(readVcards(writeVcard(contact, NOW, version))).toEqual(readVcards(writeVcard(contact, NOW)));
		const [card] = readVcards(writeVcard(contact, NOW));
		const { firstName, middleName, lastName, birthday, types, categories, photo, fields } = contact;
		expect(card).toEqual({
			...{ name: contact.name, emails: contact.emails, company: contact.company, position: contact.position },
			...{ phones: contact.phones, faxes: [], urls: contact.urls, profiles: [], note: contact.note },
			...{ firstName, middleName, lastName, birthday, types, categories, photo, fields },
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
				...{ profiles: ["https://x.com/ann"], urls: ["https://ann.test"], fields: [], photo: null },
				...{ firstName: "", middleName: "", lastName: "", birthday: "", categories: [] },
				types: [
					{ value: "+46 8 999", type: "fax" },
					{ value: "+46 8 123", type: "mobile" },
				],
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

	it("has the parts of a name, and the preferred value of repeated properties first", () => {
		const lines = [
			...["N:Lee;Ann;Mary;Dr.;", "EMAIL;TYPE=INTERNET,HOME:home@cards.test", "EMAIL;TYPE=WORK,pref:work@cards.test"],
			...["TEL;PREF=50;TYPE=home:1", 'TEL;TYPE="work,cell";PREF=1:2', "ORG:Old", "ORG;PREF=1:New;Research"],
			...["URL:https://b.test", "URL;TYPE=pref:https://a.test", "item1.TEL:3", "item1.X-ABLabel:Boat"],
		];
		expect(readVcards(["BEGIN:VCARD", ...lines, "END:VCARD"].join("\n"))).toMatchObject([
			{
				...{ name: "Ann Mary Lee", firstName: "Ann", middleName: "Mary", lastName: "Lee", company: "New" },
				...{ emails: ["work@cards.test", "home@cards.test"], phones: ["2", "1", "3"] },
				types: [
					{ value: "home@cards.test", type: "home" },
					{ value: "work@cards.test", type: "work" },
					{ value: "1", type: "home" },
					{ value: "2", type: "mobile" },
				],
				...{ urls: ["https://a.test", "https://b.test"], fields: [{ label: "Department", value: "Research" }] },
			},
		]);
		expect(readVcards("BEGIN:VCARD\nN:山田;太郎;;;\nEND:VCARD")[0]?.name).toBe("山田太郎");
	});

	it.each([
		["BDAY:19850412", "1985-04-12"],
		["BDAY;VALUE=date:1985-04-12", "1985-04-12"],
		["BDAY:1985-04-12T00:00:00Z", "1985-04-12"],
		["BDAY:--0412", "--04-12"],
		["BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29", "--02-29"],
		["BDAY:1985-02-30", ""],
		["BDAY;VALUE=text:circa 1800", ""],
	])("%s", (line, birthday) => {
		expect(readVcards(`BEGIN:VCARD\n${line}\nEND:VCARD`)[0]?.birthday).toBe(birthday);
	});

	it("has categories, and what other properties say by their labels", () => {
		const lines = [
			...["CATEGORIES:Friends,Tea\\, green", "CATEGORIES:Friends,Work", "NICKNAME:Annie"],
			...["item2.X-ABDATE:2010-05-01", "item2.X-ABLabel:_$!<Anniversary>!$_", "item3.X-ABRELATEDNAMES:Bob"],
			...["item3.X-ABLabel:_$!<Brother>!$_", "IMPP;X-SERVICE-TYPE=Skype:skype:ann.lee", "X-UNKNOWN:x"],
		];
		expect(readVcards(["BEGIN:VCARD", ...lines, "END:VCARD"].join("\n"))).toMatchObject([
			{
				categories: ["Friends", "Tea, green", "Work"],
				fields: [
					{ label: "Nickname", value: "Annie" },
					{ label: "Anniversary", value: "2010-05-01" },
					{ label: "Brother", value: "Bob" },
					{ label: "Skype", value: "ann.lee" },
				],
			},
		]);
	});

	it("has its picture, unless that is elsewhere, a document, or too large", () => {
		const photo = (line: string) => readVcards(`BEGIN:VCARD\nVERSION:3.0\n${line}\nEND:VCARD`)[0]?.photo;
		const png = { contentType: "image/png", base64: PIXEL };
		const folded = PIXEL.replace(/.{40}/g, "$&\n ");
		expect(photo(`PHOTO;ENCODING=b;TYPE=JPEG:${folded}`)).toEqual(png);
		expect(photo(`PHOTO;PNG;ENCODING=BASE64:${folded}\n`)).toEqual(png);
		expect(photo(`PHOTO:data:image/png;base64,${PIXEL}`)).toEqual(png);
		const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>").toString("base64");
		const large = Buffer.concat([Buffer.from(PIXEL, "base64"), Buffer.alloc(300_000)]).toString("base64");
		for (const line of [
			"PHOTO;VALUE=uri:https://tracker.test/1.jpg",
			`PHOTO:data:image/svg+xml;base64,${svg}`,
			`PHOTO;ENCODING=b:${large}`,
			`PHOTO;ENCODING=b:${"A".repeat(1_000_000)}`,
		])
			expect(photo(line), line.slice(0, 40)).toBe(null);
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
