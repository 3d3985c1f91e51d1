import { describe, expect, it } from "vitest";
import task from "./read-vcard.task.ts";

const read = (text: string, limits = { cards: 10, values: 10 }) => task(Buffer.from(text), limits);
const vcf = (...lines: string[]) => ["BEGIN:VCARD", "FN:Ann", ...lines, "END:VCARD"].join("\r\n");

describe("an uploaded vCard file", () => {
	it("becomes contacts: the first address and page, and phone numbers before fax numbers", () => {
		const file = vcf(
			...["TEL;TYPE=fax:1", "TEL:2", "EMAIL:ann@cards.test", "ORG:Cards", "TITLE:Owner", "NOTE:a\\nb"],
			...["ADR:;;Road 1;Oslo;;;", "ADR:;;Road 2;Bergen;;;", "URL:https://ann.test", "URL:https://cards.test"],
		);
		expect(read(file)).toEqual([
			{
				...{ name: "Ann", emails: ["ann@cards.test"], phones: ["2", "1"], company: "Cards", position: "Owner" },
				...{ postalAddress: "Road 1, Oslo", website: "https://ann.test", note: "a\nb", birthday: "", tags: [] },
				...{ firstName: "", middleName: "", lastName: "", customFields: [], types: [{ value: "1", type: "fax" }] },
			},
		]);
	});

	it("has limits", () => {
		const phones = Array.from({ length: 3 }, (_, i) => `TEL:+49301234${i}`);
		const emails = Array.from({ length: 3 }, (_, i) => `EMAIL:a${i}@cards.test`);
		const limits = { cards: 10, values: 2 };
		expect(read(vcf(...phones.slice(1), ...emails.slice(1)), limits)).toHaveLength(1);
		expect(() => read(vcf(...phones, ...emails), limits)).toThrow(
			"A contact in this file has more than 2 phone numbers.",
		);
		expect(() => read(vcf(...emails), limits)).toThrow("more than 2 email addresses.");
		expect(() => read(`${vcf()}\n${vcf()}`, { cards: 1, values: 10 })).toThrow("more than 1 contacts.");
	});

	it("is refused without contacts", () => {
		for (const text of ["", "name,email\na,b@c.test", "BEGIN:VCALENDAR\nEND:VCALENDAR"])
			expect(() => read(text)).toThrow("This file has no contacts.");
	});
});
