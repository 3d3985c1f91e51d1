import { describe, expect, it } from "vitest";
import type { Category } from "#shared/mail/categories.ts";
import { messages } from "../../../../fixtures/categories/messages.ts";
import { classify } from "./classify.ts";
import type { ClassifierInput } from "./features/facts.ts";
import { featuresOf } from "./features/features.ts";
import { factsOfRaw, factsWith } from "./testing.ts";
import { tokensOf } from "./tokens.ts";
import { fitTrainingData } from "./training.ts";

describe("the built-in model", () => {
	it("classifies our own test messages in nearly all languages", async () => {
		const wrong: string[] = [];
		const all = messages();
		for (const { raw, category } of all) {
			const facts = await factsOfRaw(raw);
			const found = classify(facts, null);
			if (found.category !== category)
				wrong.push(`${facts.subject}: ${category}, found ${found.category}. ${found.reason}`);
		}
		expect(all.length).toBeGreaterThan(100);
		expect(wrong.length, wrong.join("\n")).toBeLessThanOrEqual(2);
	});

	it("names the strongest reasons, and quotes nothing from the mail", () => {
		const offer = factsWith({
			from: { name: "Lantern Shop", email: "offers@lantern.example" },
			subject: "20 % off all lamps",
			listUnsubscribe: { urls: ["https://x.example/u"], mailtos: [], links: [], oneClick: true, listId: null },
		});
		expect(classify(offer, null)).toEqual({
			category: "promotions",
			reason: "It is from an address for offers and mentions an offer in the subject.",
		});
		expect(classify(factsWith({}), null)).toEqual({
			category: "primary",
			reason: "No sign of another category.",
		});
	});
});

describe("the whole message", () => {
	const listUnsubscribe = { urls: ["https://x.example/u"], mailtos: [], links: [], oneClick: false, listId: null };

	it("counts: what a mailing asks for at its end decides", () => {
		const mailing = { from: { name: "Fern Valley", email: "info@fern.example" }, subject: "A word", listUnsubscribe };
		const news = factsWith({ ...mailing, contentFeatures: ["names-research", "reads-on", "body-long"] });
		const appeal = factsWith({
			...mailing,
			contentFeatures: ["asks-for-money", "asks-repeatedly-for-money", "links-to-donate"],
		});
		expect(classify(news, null).category).toBe("updates");
		expect(classify(appeal, null).category).toBe("promotions");
		expect(classify(appeal, null).reason).toMatch(/asks|leads/);
	});

	it("of a person may name a deadline, an invoice or a sale", () => {
		const person = factsWith({
			from: { name: "Ann Lee", email: "ann.lee@fern.example" },
			subject: "Reminder: invoice due on 2026-03-01",
			preview: "The payment is overdue, please confirm the order.",
			contentFeatures: ["names-deadline", "names-order", "names-prices", "body-short"],
		});
		expect(classify(person, null).category).toBe("primary");
	});

	it("of a public body is an update, also from a mailing host", () => {
		const office = factsWith({
			from: { name: "Town Council", email: "council@mail.town.gov.uk" },
			subject: "This week in town",
			listUnsubscribe,
		});
		expect(featuresOf(office)).toContain("host-government");
		expect(featuresOf(office)).not.toContain("host-sending");
		expect(classify(office, null).category).toBe("updates");
	});
});

describe("a mailing of a service for newsletters", () => {
	const listUnsubscribe = { urls: ["https://x.example/u"], mailtos: [], links: [], oneClick: false, listId: null };
	const mailing = (name: string, subject: string, text: string) =>
		factsOfRaw(
			Buffer.from(
				[
					`From: ${name} <info@fern.example>`,
					`Subject: ${subject}`,
					"Return-Path: <bounce-12@mcsv.net>",
					"List-Unsubscribe: <https://fern.example/u>",
					"Content-Type: text/plain; charset=utf-8",
					"",
					text,
				].join("\r\n"),
			),
		);
	const NEWS = "The committee met on Tuesday and spoke about the new road. ".repeat(8);

	it.each([
		["Fern Valley", "One night", `${NEWS}Will you give $20 tonight?`, "promotions"],
		["Fern Valley", "One night", `${NEWS}Add your name to the letter.`, "promotions"],
		[
			"Fern Valley",
			"Thank you for your donation",
			"Thank you for your donation of $20.00. This is your receipt.",
			"updates",
		],
		["Fern Valley", "Welcome", "Thank you for joining Fern Valley. We write to you each Friday.", "updates"],
		["Fern Valley", "Please confirm", "Please confirm your subscription by the link below.", "updates"],
		["City of Fern", "This week", `${NEWS}Take the survey and get free compost while supplies last.`, "updates"],
	] as const)("of %s, %s, is filed by what it asks for", async (name, subject, text, category) => {
		expect(classify(await mailing(name, subject, text), null).category).toBe(category);
	});

	it("of a public body asks for nothing, whatever it offers", () => {
		const found = featuresOf(
			factsWith({
				from: { name: "Stadt Lindental", email: "newsletter@lindental.example" },
				listUnsubscribe,
				contentFeatures: ["offers-discount", "asks-plainly-for-money"],
			}),
		);
		expect(found).toContain("host-government");
		expect(found).not.toContain("mailing-with-appeal");
	});

	it.each(["Fwd: please give generously", "[walkers] FW: please give", "Please give (fwd)"])(
		"that somebody forwards is no mailing of theirs: %s",
		(subject) => {
			const appeal = (named: string) =>
				featuresOf(factsWith({ listUnsubscribe, contentFeatures: ["asks-plainly-for-money"], subject: named }));
			expect(appeal(subject)).not.toContain("mailing-with-appeal");
			expect(appeal("Please give generously")).toContain("mailing-with-appeal");
		},
	);

	it.each(["Ministry of Sound", "Village Bakery", "Landrover Club"])(
		"of %s does not come from a public body",
		(name) => {
			expect(featuresOf(factsWith({ from: { name, email: "news@fern.example" } }))).not.toContain("host-government");
		},
	);
});

describe("a user's corrections", () => {
	const mail = (email: string, subject: string, more: Partial<Parameters<typeof factsWith>[0]> = {}) =>
		factsWith({ from: { name: "", email }, subject, headers: { precedence: "bulk" }, ...more });
	const moved = (facts: ClassifierInput, category: Category) => ({
		tokens: tokensOf(facts, featuresOf(facts)),
		category,
	});
	const where = (facts: ClassifierInput, ...corrected: ReturnType<typeof moved>[]) =>
		classify(facts, fitTrainingData(corrected));

	it("move the next message of the same sender after one correction, and other senders hardly", () => {
		const first = mail("offers@lantern.example", "20 % off lamps");
		expect(classify(first, null).category).toBe("promotions");
		const overrides = moved(first, "primary");
		expect(where(mail("offers@lantern.example", "Sale, 30 % off"), overrides)).toEqual({
			category: "primary",
			reason: "You moved other mail from this sender there.",
		});
		expect(where(mail("deals@stranger.example", "20 % off lamps"), overrides).category).toBe("promotions");
	});

	it("tell a sender's kinds of mail apart by their subjects", () => {
		const corrected = [1, 2, 3].flatMap((n) => [
			moved(mail("hello@lantern.example", `Workshop evening ${n}`), "forums"),
			moved(mail("hello@lantern.example", `Parcel ${n} despatched`), "updates"),
		]);
		expect(where(mail("hello@lantern.example", "Workshop evening 9"), ...corrected).category).toBe("forums");
		expect(where(mail("hello@lantern.example", "Parcel 9 despatched"), ...corrected).category).toBe("updates");
	});

	it("follow a list through all its senders, and an organization through its addresses", () => {
		const listUnsubscribe = { urls: [], mailtos: [], links: [], oneClick: false, listId: "talk.x.example" };
		const post = (email: string) =>
			mail(email, "Hello", { listUnsubscribe, headers: { "list-post": "<mailto:t@x.example>" } });
		expect(where(post("b@b.example"), moved(post("a@a.example"), "primary"))).toEqual({
			category: "primary",
			reason: "You moved other mail of this list there.",
		});
		const some = ["a", "b", "c", "d"].map((name) => moved(mail(`${name}@big.example`, `Note ${name}`), "social"));
		expect(where(mail("e@big.example", "Something else"), ...some).category).toBe("social");
		expect(where(mail("e@other.example", "Something else"), ...some).category).not.toBe("social");
	});

	it("teach about other senders of the same kind of mail", () => {
		const newsletter = (email: string, subject: string): ClassifierInput =>
			mail(email, subject, {
				listUnsubscribe: { urls: ["https://x.example/u"], mailtos: [], links: [], oneClick: false, listId: null },
				headers: { "feedback-id": "1:2:3:mailer" },
				hasHtml: true,
				contentFeatures: ["asks-to-sign", "links-many", "links-coded", "image-invisible", "view-in-browser"],
			});
		const some = ["a", "b", "c", "d", "e", "f", "g", "h"].map((name) =>
			moved(newsletter(`news@${name}.example`, `Letter ${name}`), "updates"),
		);
		expect(where(newsletter("news@z.example", "Our week")).category).toBe("promotions");
		expect(where(newsletter("news@z.example", "Our week"), ...some)).toEqual({
			category: "updates",
			reason: "You moved similar mail there.",
		});
	});

	it("do not treat all addresses at a shared mail service as one sender", () => {
		const some = ["a", "b", "c", "d"].map((name) => moved(mail(`${name}@gmail.com`, `Note ${name}`), "social"));
		expect(where(factsWith({ from: { name: "", email: "e@gmail.com" } }), ...some).category).toBe("primary");
	});
});
