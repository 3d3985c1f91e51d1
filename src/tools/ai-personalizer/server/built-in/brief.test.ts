import { describe, expect, it } from "vitest";
import { slotsIn } from "#shared/slots.ts";
import type { Language } from "../../options.ts";
import { isBrief, sentencesOfBrief } from "./brief.ts";
import { writeDraft } from "./write-draft.ts";

describe("a brief becomes sentences to its recipient", () => {
	it.each<[Language, string, string]>([
		[
			"en",
			"tell Anna that we move the meeting to Thursday and ask whether she can send the deck",
			"We are moving the meeting to Thursday. Can you send the deck?",
		],
		["en", "write them that we're not renewing the licence, be polite", "We're not renewing the licence."],
		[
			"en",
			"can you write to my landlord that the heating is broken, he needs to send somebody today",
			"The heating is broken. You need to send somebody today.",
		],
		[
			"en",
			"thank her for the intro to Arvid. say I owe her a coffee",
			"Thank you for the intro to Arvid. I owe you a coffee.",
		],
		[
			"en",
			"ask my accountant if the costs can go into 2026 and by when she needs the receipts",
			"Can the costs go into 2026? By when do you need the receipts?",
		],
		["en", "ask him to sign the form by Friday", "Could you please sign the form by Friday?"],
		["en", "let her know that her parcel is here", "Your parcel is here."],
		[
			"en",
			"congratulate Ines on her promotion, short, and say we miss her",
			"Congratulations on your promotion. We miss you.",
		],
		["en", "invite my uncle to the opening on 4 May", "I would like to invite you to the opening on 4 May."],
		["en", "remind Paul that we need the keys, don't sound annoyed, never mention the rent", "We need the keys."],
		[
			"de",
			"sag Herrn Overbeck, dass die Rechnung 2026-1187 heute überwiesen wurde und entschuldige dich für die Verspätung",
			"Die Rechnung 2026-1187 wurde heute überwiesen. Bitte entschuldigen Sie die Verspätung.",
		],
		["de", "frag ihn, ob er am Montag Zeit hat", "Haben Sie am Montag Zeit?"],
		["de", "bitte sie, mir die Folien zu schicken", "Könnten Sie mir bitte die Folien schicken?"],
		[
			"fr",
			"dis à Julien que nous prenons les brochures et demande-lui si la livraison tient toujours",
			"Nous prenons les brochures. Est-ce que la livraison tient toujours ?",
		],
		[
			"es",
			"dile a Carmen que hemos recibido la factura y que la pagamos el 9 de abril",
			"Hemos recibido la factura. La pagamos el 9 de abril.",
		],
		["es", "pregúntale si puede venir el lunes", "¿Puede venir el lunes?"],
	])("in %s: %s", (language, brief, text) => {
		expect(isBrief(brief, language)).toBe(true);
		expect(sentencesOfBrief(brief, language).join(" ")).toBe(text);
	});
});

it.each<[Language, string, string[]]>([
	[
		"en",
		"tell him no discount beyond 7%, but payment in two instalments is fine",
		["what you want to say about discount beyond 7%"],
	],
	["en", "tell Anna that Priya says she can come", ["what you want to say"]],
	["de", "sag ihm, dass er kommen soll, weil wir ihn brauchen", ["was Sie schreiben möchten"]],
	["en", "bitte auf Englisch: die Lieferung ist zu spät für uns", ["what you want to say"]],
])("leaves a place for what is not certain, and never pastes it: %s %s", (language, brief, slots) => {
	const { body } = writeDraft({
		...{ goal: brief, facts: [], tone: "professional", length: "medium", language },
		profile: { offer: "", proof: "", signature: "Leo" },
	});
	expect(slotsIn(body)).toEqual(slots);
	expect(body).not.toContain(brief);
	expect(body).not.toMatch(/interested|15 minutes|call next week/);
});

it.each([
	"Introduce our scheduling software and ask for a short call",
	"Ask if they are hiring",
	"to invite them to our webinar on Friday",
])("does not take the goal of a cold email for a brief: %s", (goal) => expect(isBrief(goal, "en")).toBe(false));
