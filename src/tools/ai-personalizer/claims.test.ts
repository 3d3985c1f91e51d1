import { expect, it } from "vitest";
import { sentencesOf } from "#shared/sentences.ts";
import { claimsOf } from "./claims.ts";
import type { Fact } from "./contract.ts";
import { lint } from "./lint.ts";

const fact = (id: string, kind: Fact["kind"], value: string): Fact => ({
	...{ id, kind, value, emailId: null, url: null, seenAt: "2026-01-01T00:00:00.000Z" },
});
const facts = [
	fact("f1", "name", "Mara Lindqvist"),
	fact("f2", "company", "Orchard Ltd"),
	fact("f3", "position", "Head of Design"),
];
const given = "Introduce our scheduling software. It saves 4 hours a week at Contoso.";

it("points sentences at the facts they rest on", () => {
	const body = "Hello Mara,\n\nI am writing to you as Head of Design at Orchard Ltd. Do you have time next week?";
	expect(claimsOf(body, { facts, given }, "en")).toEqual([
		{ text: "Hello Mara,", factIds: ["f1"], isUnsupported: false },
		{ text: "I am writing to you as Head of Design at Orchard Ltd.", factIds: ["f2", "f3"], isUnsupported: false },
	]);
});

it.each([
	"I loved your recent article on onboarding.",
	"Congratulations on raising a round.",
	"We helped teams at Fabrikam do the same.",
	"It saves 12 hours a week.",
	"I noticed that your team is growing.",
	"As the founder, you know this.",
])("marks what nothing supports: %s", (text) => {
	expect(claimsOf(text, { facts, given }, "en")).toEqual([{ text, factIds: [], isUnsupported: true }]);
});

it.each(["It saves 4 hours a week at Contoso.", "Would a short call suit you?", "The reason: it saves 4 hours."])(
	"does not mark the user's own words and plain sentences: %s",
	(text) => {
		expect(claimsOf(text, { facts, given }, "en")).toEqual([]);
	},
);

it("splits sentences, but not at abbreviations and numbers", () => {
	expect(sentencesOf("Dear Dr. Lin,\nIt costs 4.50 a day. Shall we talk? Yes").map(({ text }) => text)).toEqual([
		"Dear Dr. Lin,",
		"It costs 4.50 a day.",
		"Shall we talk?",
		"Yes",
	]);
});

it.each([
	["Hello Anna,\n\ntell her that we move the meeting.\n\nLeo", "tell her"],
	["Hello Anna,\n\nwe move the meeting. Can she send the deck?\n\nLeo", "she"],
	["Guten Tag,\n\nsag Herrn Overbeck, dass die Rechnung bezahlt ist.\n\nKatrin", "sag herrn"],
	["Bonjour,\n\ndemande-lui si la livraison tient.\n\nClaire", "demande-lui"],
	["Hola,\n\npregúntale si puede venir.\n\nLucía", "pregúntale"],
	["Gentile Paolo,\n\nchiedigli quando possiamo montare.\n\nGiulia", "chiedigli"],
	["Olá,\n\ndiz-lhe que chegámos.\n\nAna", "diz-lhe"],
	["Hallo,\n\nvraag hem of het past.\n\nJan", "vraag hem"],
])("finds words of the brief in an email: %s", (body, words) => {
	expect(lint("A question", body)).toContainEqual({ id: "brief_words", detail: words });
});

it("finds places that are not filled, and nothing where somebody else is spoken of", () => {
	expect(lint("A question", "Hello,\n\nI write about [your topic].\n\nLeo")).toContainEqual({
		id: "empty_slots",
		detail: "your topic",
	});
	const ids = lint("A question", "Hello Anna,\n\nour colleague Priya can join. She sends the deck.\n\nLeo").map(
		({ id }) => id,
	);
	expect(ids).not.toContain("brief_words");
	expect(ids).not.toContain("empty_slots");
});

it("finds what keeps a cold email from being read", () => {
	const bad = lint(
		"ACT NOW: a limited time offer that nobody should miss, ever, at all",
		"Click here https://a.example https://b.example",
	);
	expect(bad.map(({ id }) => id)).toEqual([
		...["spam_words", "too_short", "subject_long", "no_question", "links", "no_opt_out"],
	]);
	const words = "We help small teams plan their week with less effort. ".repeat(6);
	expect(
		lint("A short question", `${words}Do you have time next week? If not, let me know if you are not interested.`),
	).toEqual([]);
});
