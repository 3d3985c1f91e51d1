import { describe, expect, it } from "vitest";
import { contentFeaturesOf } from "./content-features.ts";

const of = (text: string, html: string | null = null) => contentFeaturesOf({ subject: "", text, html, hasText: true });
const NEWS = "The committee met on Tuesday and spoke about the new road. ".repeat(20);

describe("the whole text", () => {
	it("shows what a message asks for at its end", () => {
		expect(of(`${NEWS}\nPlease chip in $5 now. Donate today.`)).toContain("asks-for-money");
		expect(of(`${NEWS}\nAdd your name: sign the petition.`)).toContain("asks-to-sign");
		expect(of(`${NEWS}\nUse code LAMPS at checkout.`)).toContain("offers-code");
		expect(of(NEWS)).not.toContain("asks-for-money");
	});

	it("tells a message that is an appeal from one with a footer", () => {
		expect(of("Chip in now. Every donation counts, donate today.")).toContain("asks-repeatedly-for-money");
		expect(of(`${NEWS.repeat(4)}\nDonate · Unsubscribe`)).not.toContain("asks-repeatedly-for-money");
	});

	it.each([
		["Will you give tonight? A gift keeps one nurse awake.", "asks-plainly-for-money"],
		["Bitte helfen Sie mit Ihrer Spende.", "asks-plainly-for-money"],
		["Add your name before the council meets.", "asks-to-sign"],
		["Necesitamos tu firma antes del miércoles.", "asks-to-sign"],
	] as const)("shows a plain request that is made once: %s", (text, feature) => {
		expect(of(`${NEWS}\n${text}`)).toContain(feature);
	});

	it("does not take words about donors and petitions for requests", () => {
		const found = of(`${NEWS}\nDonors gave more this year, and the court rejected the petition.`);
		expect(found).not.toContain("asks-plainly-for-money");
		expect(found).not.toContain("asks-to-sign");
	});

	it("welcomes and thanks its reader at its beginning only", () => {
		expect(of(`Welcome to our list. ${NEWS}`)).toContain("welcomes");
		expect(of(`Thank you for your donation of $20. ${NEWS}`)).toContain("thanks-for-payment");
		const found = of(`${NEWS}\nSay welcome to all refugees. To everybody else: thank you for your donation.`);
		expect(found).not.toContain("welcomes");
		expect(found).not.toContain("thanks-for-payment");
	});

	it("does not count what it quotes", () => {
		expect(of("No, thanks.\n> Sign the petition: add your name\n> Donate now")).not.toContain("asks-to-sign");
	});

	it.each([
		["Spenden Sie jetzt: Ihre Spende hilft.", "asks-for-money"],
		["Confirmez votre inscription", "asks-to-confirm"],
		["Ver en el navegador", "view-in-browser"],
	] as const)("is read in other languages: %s", (text, feature) => {
		expect(of(text)).toContain(feature);
	});
});

describe("the page", () => {
	const link = (href: string, words = "here") => `<a href="${href}">${words}</a>`;

	it("shows where its links lead", () => {
		const donate = of("", `${link("https://secure.example.org/donate?refcode=mail")}`);
		expect(donate).toContain("links-to-donate");
		expect(donate).toContain("links-with-campaign");
		expect(donate).toContain("links-few");
		const tracked = Array.from({ length: 16 }, (_, i) => link(`https://click.example.org/ls/${"a1B2".repeat(12)}${i}`));
		expect(of("", tracked.join(""))).toEqual(
			expect.arrayContaining(["links-many", "links-to-one-host", "links-coded", "links-to-articles"]),
		);
	});

	it("shows how it is made", () => {
		const page = `<div style="display:none">Only today</div>${"<table><tr><td>".repeat(12)}${'<img src="x">'.repeat(9)}
			<img src="t" width="1" height="1"><a class="btn" href="https://example.org/">Go</a>`;
		expect(of("Short", page)).toEqual(
			expect.arrayContaining(["preheader", "tables-many", "images-many", "images-mostly", "image-invisible", "button"]),
		);
	});
});
