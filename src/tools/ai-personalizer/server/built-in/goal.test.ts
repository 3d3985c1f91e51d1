import { expect, it } from "vitest";
import { type DraftTone, type Language, tones } from "../../options.ts";
import { writeDraft } from "./write-draft.ts";

function write(goal: string, language: Language = "en", tone: DraftTone = "professional") {
	const profile = { offer: "", proof: "", signature: "" };
	const { body, subjects } = writeDraft({ goal, facts: [], tone, length: "short", language, profile });
	return { text: body.split("\n\n")[1], subject: subjects[0] };
}

it.each([
	[
		"Introduce our scheduling software and ask for a short call",
		"I would like to introduce our scheduling software and ask for a short call.",
		"Our scheduling software",
	],
	["introducing our tool and asking for a demo", "I would like to introduce our tool and ask for a demo.", "Our tool"],
	["Sell them our CRM", "I would like to tell you about our CRM.", "Our CRM"],
	[
		"to invite them to our webinar on Friday",
		"I would like to invite you to our webinar on Friday.",
		"Our webinar on Friday",
	],
	["Ask if they are hiring", "I would like to ask if you are hiring.", "A short question"],
	["Write a cold email that introduces our agency", "I would like to introduce our agency.", "Our agency"],
	["Email them about our new prices", "I am writing to you about our new prices.", "Our new prices"],
	["A partnership on payments", "I am writing to you about a partnership on payments.", "A partnership on payments"],
	["Link building", "[what you want to say about link building].", "Link building"],
	["We help shops save time. Ask for a call.", "We help shops save time. I would like to ask for a call.", "A call"],
	[
		"Introduce our shop. Offer a discount!",
		"I would like to introduce our shop. I would also like to offer a discount.",
		"Our shop",
	],
	["Do you need a new website?", "Do you need a new website?", "A short question"],
])("says a goal in a sentence: %s", (goal, text, subject) => {
	expect(write(goal)).toEqual({ text, subject });
});

it.each([
	[
		"de",
		"unsere Software vorstellen und um ein Gespräch bitten",
		"Ich möchte gern unsere Software vorstellen und um ein Gespräch bitten.",
		"Unsere Software",
	],
	["de", "Einen Termin vereinbaren", "Ich möchte gern einen Termin vereinbaren.", "Ein Termin"],
	["de", "Wir suchen Partner für den Vertrieb", "Wir suchen Partner für den Vertrieb.", "Eine kurze Frage"],
	[
		"fr",
		"Présenter notre logiciel et demander un rendez-vous",
		"Je souhaite présenter notre logiciel et demander un rendez-vous.",
		"Notre logiciel",
	],
	["fr", "Inviter à une démonstration", "Je souhaite inviter à une démonstration.", "Une démonstration"],
	[
		"es",
		"presentar nuestro software y pedir una llamada",
		"Me gustaría presentar nuestro software y pedir una llamada.",
		"Nuestro software",
	],
] as const)("says it in %s: %s", (language, goal, text, subject) => {
	expect(write(goal, language)).toEqual({ text, subject });
});

it.each(tones)("leaves a place for a goal in another language than the email's, in a %s email", (tone) => {
	const goal = "Introduce our scheduling software and ask for a short call";
	expect(write(goal, "de", tone).text).toBe("[was Sie schreiben möchten].");
});
