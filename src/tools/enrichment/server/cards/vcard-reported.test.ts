import { expect, it } from "vitest";
import { reported } from "../../../../../fixtures/reported.ts";
import { readCards } from "./vcard.ts";

it("kind 22: vCards in other character sets, and with agents, are read as the contacts import reads them", () => {
	expect(readCards(reported("vcf/v03-outlook-windows-1252.vcf"))).toMatchObject([
		{ fullName: "Jürgen Müller", company: "Café Größe GmbH", emails: ["j.w1252@example.org"] },
	]);
	expect(readCards(reported("vcf/v04-qp-latin1.vcf"))).toMatchObject([{ fullName: "Jürgen Müller" }]);
	expect(readCards(reported("vcf/v01-qp-soft-break.vcf"))).toMatchObject([{ fullName: "Jürgen Müller" }]);
	expect(readCards(reported("vcf/v12-agent-nested.vcf"))).toMatchObject([
		{ fullName: "Boss Person", emails: ["boss@example.org"] },
	]);
});
