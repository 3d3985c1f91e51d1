import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CATEGORIES } from "#shared/mail/categories.ts";
import { CONTENT_FEATURES } from "#shared/mail/content-features.ts";
import type { ParsedMessage } from "#shared/mail/message.ts";
import { classify } from "../classify.ts";
import { factsWith } from "../testing.ts";
import type { ClassifierInput } from "./facts.ts";
import { type Feature, featuresOf } from "./features.ts";

const of = (parsed: Partial<ParsedMessage>): Set<Feature> => featuresOf(factsWith(parsed));
const from = (email: string, name = "") => of({ from: { email, name } });

describe("the sender", () => {
	it.each([
		"no-reply@shop.example",
		"No_Reply@shop.example",
		"ne-pas-repondre@boutique.example",
		"nao.responda@loja.example",
		"noreply-orders@shop.example",
		"nicht-antworten@laden.example",
		"ei-vastata@kauppa.example",
		"MAILER-DAEMON@mx.example",
	])("recognizes %s as a no-reply address", (email) => {
		expect(from(email)).toContain("sender-machine");
	});

	it.each([
		["nieuwsbrief@fiets.example", "sender-news"],
		["ofertas@zapatos.example", "sender-offers"],
		["rechnung@strom.example", "sender-notices"],
		["kontakt@verein.example", "sender-office"],
		["order-update@shop.example", "sender-notices"],
	] as const)("shows by %s what it sends", (email, feature) => {
		expect(from(email)).toContain(feature);
	});

	it("is a person when the address contains the person's name, not when it contains a company's", () => {
		expect(from("henning.sauer@museum.example", "Sauer, Henning")).toContain("name-in-address");
		expect(from("ann@fern.example", "Ann Lee")).toContain("name-person");
		const company = from("hello@lantern-shop.example", "Lantern Shop");
		expect(company).toContain("name-of-domain");
		expect(company).not.toContain("name-in-address");
		expect(company).not.toContain("name-person");
	});

	it("is identified by its organization, whatever host it sends from", () => {
		expect(from("n@mail.notify.linkedin.com")).toContain("host-network");
		expect(from("n@linkedin.com.phish.example")).not.toContain("host-network");
		expect(from("jo@yahoo.co.uk")).toContain("host-free-mail");
		expect(from("hi@news.shop.co.uk")).toContain("host-sending");
		expect(from("hi@news.com")).not.toContain("host-sending");
	});

	it("writes within an organization only where that is not a shared mail service", () => {
		const to = (email: string) => [{ name: "", email }];
		expect(of({ from: { name: "", email: "a@x.example" }, to: to("b@x.example") })).toContain("same-organisation");
		expect(of({ from: { name: "", email: "a@gmail.com" }, to: to("b@gmail.com") })).not.toContain("same-organisation");
	});
});

describe("the header", () => {
	it("shows what a program sent to many", () => {
		const found = of({
			from: { name: "", email: "hi@shop.example" },
			messageId: "1@mail.shop.example",
			headers: {
				"return-path": "<bounces+12-ab-ada=marlow.example@em77.sendgrid.net>",
				precedence: " Bulk",
				"feedback-id": "77:newsletter:shop",
				"x-mailer": "MailChimp Mailer",
			},
		});
		for (const feature of [
			"return-path-bounce",
			"return-path-coded",
			"sent-by-transaction-mailer",
			"precedence-bulk",
			"feedback-campaign",
			"mailer-campaign",
		] as const)
			expect(found).toContain(feature);
	});

	it("tells discussion lists from announcement lists", () => {
		const listUnsubscribe = { urls: [], mailtos: [], links: [], oneClick: false, listId: "talk.x.example" };
		const talk = of({ listUnsubscribe, headers: { "list-post": "<mailto:talk@x.example>" } });
		expect(talk).toContain("list-post");
		expect(talk).not.toContain("list-unanswered");
		// RFC 2369 §3.4
		expect(of({ listUnsubscribe, headers: { "list-post": "NO (posting not allowed)" } })).toContain("list-unanswered");
	});

	it("does not take a person's mail for automated mail", () => {
		expect(of({ headers: { "auto-submitted": "no" } })).not.toContain("auto-generated");
		expect(of({ headers: { "auto-submitted": "auto-generated" } })).toContain("auto-generated");
		expect(of({ headers: { "return-path": "<>" } })).toContain("return-path-empty");
	});
});

describe("the text", () => {
	const subject = (text: string) => of({ subject: text });

	it.each(["Re: x", "AW: x", "SV: x", "RE[2]: x", "回复：x", "Odp: x"])("recognizes %s as a reply", (text) => {
		expect(subject(text)).toContain("subject-answer");
	});

	it.each(["Rest of the year", "Award: x", "Resale 20% off"])("does not take %s for a reply", (text) => {
		expect(subject(text)).not.toContain("subject-answer");
	});

	it.each([
		["Nur heute: 20 % Rabatt", ["subject-offer", "subject-percent"]],
		["Ihre Rechnung Nr. 48120", ["subject-notice", "subject-reference"]],
		["Заказ № 7712045 оплачен", ["subject-notice", "subject-reference"]],
		["【本日限り】新茶セール", ["subject-offer"]],
		["Du har en ny följare", []],
		["Elsa kommenterade din bild", ["subject-social"]],
		["Weekly digest, 2026-03-01", ["subject-news", "subject-date"]],
		["Facture de 61,20 €", ["subject-notice", "subject-money"]],
		["🎁 For you", ["subject-picture"]],
	] as const)("%s", (text, expected) => {
		for (const feature of expected) expect(subject(text)).toContain(feature);
	});
});

const anything = fc.string({ unit: "binary", maxLength: 60 });
const facts: fc.Arbitrary<ClassifierInput> = fc.record({
	senderEmail: anything,
	senderName: anything,
	subject: anything,
	preview: anything,
	headers: fc.dictionary(fc.constantFrom("return-path", "precedence", "feedback-id", "x-mailer", "sender"), anything),
	listUnsubscribe: fc.option(
		fc.record({
			urls: fc.array(anything),
			mailtos: fc.array(anything),
			links: fc.array(anything),
			oneClick: fc.boolean(),
			listId: fc.option(anything),
		}),
	),
	listKey: anything,
	recipients: fc.nat(),
	isToSender: fc.boolean(),
	isToSenderHost: fc.boolean(),
	replyTo: anything,
	messageId: fc.option(anything),
	isReply: fc.boolean(),
	hasHtml: fc.boolean(),
	contentFeatures: fc.subarray([...CONTENT_FEATURES]),
	hasAttachments: fc.boolean(),
});

describe("any input", () => {
	it("has one category and one reason in fixed words", () => {
		fc.assert(
			fc.property(facts, (some) => {
				const { category, reason } = classify(some, null);
				expect(CATEGORIES).toContain(category);
				expect(reason).toMatch(/^[A-Z][A-Za-z', ]{5,200}\.$/);
				expect(classify(some, null)).toEqual({ category, reason });
			}),
		);
	});

	it("is read only up to the length that a person would write", () => {
		fc.assert(
			fc.property(facts, anything, (some, unit) => {
				const cut = (text: string, at: number): string => text.padEnd(at, "a b").slice(0, at);
				const fixed = { ...some, subject: cut(some.subject, 300), preview: cut(some.preview, 300) };
				const long = (text: string): string => text + `${unit}<([{"'@.:-=`.repeat(2_000);
				const longer = { ...fixed, subject: long(fixed.subject), preview: long(fixed.preview) };
				expect(featuresOf(longer)).toEqual(featuresOf(fixed));
			}),
			{ numRuns: 30 },
		);
	});
});
