import { describe, expect, it } from "vitest";
import type { ReplyTone } from "#shared/contracts/replies.ts";
import { testLinear } from "#shared/testing/linear-time.ts";
import type { Language } from "../summaries/built-in/language.ts";
import { suggestReplies } from "./from-rules.ts";
import { answers, from, me, self, sentAt, source, suggest } from "./testing.ts";

describe("answers in words of the message", () => {
	it.each<[string, string[]]>([
		[
			"Can we meet Thursday at 3?",
			[
				"Thursday at 3 works for me.",
				"Unfortunately, Thursday at 3 does not work for me. Would another time suit you?",
			],
		],
		[
			"Hi Ben,  could we meet on Thursday at 3 pm at the museum to go over the plan?",
			[
				"Thursday at 3 pm at the museum works for me.",
				"Unfortunately, Thursday at 3 pm at the museum does not work for me. Would another time suit you?",
			],
		],
		[
			"Would Tuesday at 2 or Wednesday at 10 work for you?",
			[
				"Tuesday at 2 works for me.",
				"Wednesday at 10 works for me.",
				"Unfortunately, neither Tuesday at 2 nor Wednesday at 10 works for me. Would another time suit you?",
			],
		],
		[
			"How about Friday 10am?",
			["Friday 10am works for me.", "Unfortunately, Friday 10am does not work for me. Would another time suit you?"],
		],
		[
			"Are you free on Tuesday afternoon?",
			[
				"I am free on Tuesday afternoon.",
				"Unfortunately, I am not free on Tuesday afternoon. Would another time suit you?",
			],
		],
		[
			"Can we move the call from Tuesday to Thursday at 4 pm?",
			[
				"Thursday at 4 pm works for me.",
				"Unfortunately, Thursday at 4 pm does not work for me. Would another time suit you?",
			],
		],
		[
			"Could you send me the signed contract by Friday?",
			[
				"I will send you the signed contract by Friday.",
				"Unfortunately, I cannot send you the signed contract by Friday. Would a later date be possible?",
			],
		],
		[
			"May we use two of your photographs in the annual report?",
			["Yes, you are welcome to use two of my photographs in the annual report."],
		],
		["Might I send you my drawings?", ["Yes, please send me your drawings."]],
		[
			"Please review the draft by Monday.",
			[
				"I will review the draft by Monday.",
				"Unfortunately, I cannot review the draft by Monday. Would a later date be possible?",
			],
		],
		["Please send me the report.", ["I will send you the report.", "Unfortunately, I cannot send you the report."]],
		["Have you received the parcel?", ["Yes, I have received the parcel.", "No, I have not received the parcel yet."]],
		[
			"Did you get the keys for the shed?",
			["Yes, I got the keys for the shed.", "No, I did not get the keys for the shed."],
		],
		[
			"Do you have the floor plan of the hall?",
			["Yes, I have the floor plan of the hall.", "No, I do not have the floor plan of the hall."],
		],
		[
			"What is your budget for the kitchen?",
			[
				"I will check what my budget for the kitchen is and get back to you.",
				"I do not know yet what my budget for the kitchen is.",
			],
		],
		[
			"When can you deliver the panels?",
			[
				"I will check when I can deliver the panels and get back to you.",
				"I do not know yet when I can deliver the panels.",
			],
		],
		[
			"Where should we send the parcel?",
			[
				"I will check where you should send the parcel and get back to you.",
				"I do not know yet where you should send the parcel.",
			],
		],
		[
			"How much do I owe you?",
			["I will check how much you owe me and get back to you.", "I do not know yet how much you owe me."],
		],
		[
			"Shall I bring the drill on Saturday?",
			["Yes, please bring the drill on Saturday.", "Thank you, but there is no need to bring the drill on Saturday."],
		],
		[
			"Would you like to join us for dinner on Saturday?",
			[
				"Thank you for the invitation. I would like to join you for dinner on Saturday.",
				"Thank you for the invitation. Unfortunately, I cannot join you for dinner on Saturday.",
			],
		],
		[
			"Would you like me to book the hall?",
			["Yes, please book the hall.", "Thank you, but there is no need to book the hall."],
		],
		[
			"Do you prefer the blue paper or the green paper?",
			["I would prefer the blue paper.", "I would prefer the green paper."],
		],
		[
			"The launch of the booking page is moved to 17 March because tests failed.",
			["Thank you for letting me know that the launch of the booking page is moved to 17 March because tests failed."],
		],
		[
			"The meeting on Friday is moved to Monday at 10.",
			["Thank you for letting me know that the meeting on Friday is moved to Monday at 10."],
		],
		["Thanks so much for the help!", ["You are welcome."]],
		["Thank you for your help with the move.", ["You are welcome."]],
		["I'd like to introduce you to Priya Nair, who runs the archive.", ["Thank you for introducing me to Priya Nair."]],
		[
			"Please confirm the appointment on Thursday at 3.",
			[
				"I confirm the appointment on Thursday at 3.",
				"Unfortunately, I cannot confirm the appointment on Thursday at 3.",
			],
		],
		[
			"Let me know if Thursday works.",
			["Thursday works for me.", "Unfortunately, Thursday does not work for me. Would another time suit you?"],
		],
		[
			"Can you come to the opening on 5 May?",
			["Yes, I will come to the opening on 5 May.", "Unfortunately, I cannot come to the opening on 5 May."],
		],
		["Could you check the numbers and send me the table?", ["I will check the numbers and send you the table."]],
		[
			"Could you tell me when I can expect the delivery?",
			["I will check when you can expect the delivery and get back to you."],
		],
		[
			"Can we meet tomorrow at 10?",
			[
				"Tomorrow at 10 works for me.",
				"Unfortunately, tomorrow at 10 does not work for me. Would another time suit you?",
			],
		],
		[
			"Will you be at the meeting on Friday?",
			["Yes, I will be at the meeting on Friday.", "Unfortunately, I cannot be at the meeting on Friday."],
		],
		[
			"Are you coming to the dinner on Saturday?",
			["Yes, I am coming to the dinner on Saturday.", "No, I am not coming to the dinner on Saturday."],
		],
		["Can you send it over?", ["I will send it over.", "Unfortunately, I cannot send it over."]],
		[
			"I am available Tuesday at 2 or Wednesday at 10. Which one do you prefer?",
			[
				"Tuesday at 2 works for me.",
				"Wednesday at 10 works for me.",
				"Unfortunately, neither Tuesday at 2 nor Wednesday at 10 works for me. Would another time suit you?",
			],
		],
	])("in English: %s", (text, expected) => expect(answers(text, "en")).toEqual(expected));

	it("several questions together, or none of them", () => {
		expect(answers("Could you sign the form? And when can you deliver the panels?", "en")).toEqual([
			"I will sign the form. I will check when I can deliver the panels and get back to you.",
		]);
		expect(answers("Could you sign the form? Is it true that the hall is too small for a stage?", "en")).toEqual([]);
	});

	it("files that are attached, and none that is not", () => {
		const text = "Hi Ben,\n\nattached is the revised plan for the kitchen.";
		expect(answers(text, "en", { hasFiles: true })).toEqual([
			"Thank you for the revised plan. I will look at it and get back to you.",
			"Thank you for the revised plan.",
		]);
		expect(answers(text, "en")).toEqual([]);
		expect(answers("Anbei finden Sie unseren Kostenvoranschlag.", "de", { hasFiles: true })[1]).toBe(
			"vielen Dank für den Kostenvoranschlag.",
		);
		expect(answers("Vous trouverez ci-joint notre devis n° 4471.", "fr", { hasFiles: true })[1]).toBe(
			"Merci pour votre devis n° 4471.",
		);
		expect(answers("Le adjunto el presupuesto.", "es", { hasFiles: true })[1]).toBe("Gracias por el presupuesto.");
	});
});

describe("no reply", () => {
	it.each<[Language, string]>([
		["en", "Can we cancel Thursday?"],
		["en", "Is there a way to do it without the driver that you mentioned?"],
		["en", "Did you forget to attach the offer?"],
		["en", "Can we meet before Thursday?"],
		["en", "I will send the report tomorrow."],
		["en", "Comments are due by Friday."],
		["en", "How are you?"],
		["de", "Können wir den Termin am Freitag absagen?"],
		["en", "Hi all,\n\nplease send me the list by Friday."],
		["en", "Could you send me the list? No reply is needed."],
		["en", "Could you not send me the old list?"],
		["de", "Liebe Kolleginnen und Kollegen,\n\nbitte schicken Sie mir die Liste bis Freitag."],
		["fr", "Bonjour à tous,\n\nMerci de rejoindre le parking nord."],
		["es", "Hola a todos:\n\n¿Pueden enviarme la lista?"],
	])("in %s: %s", (language, text) => expect(answers(text, language)).toEqual([]));

	it("to programs, to what is for others, and to what has passed", () => {
		const text = "Could you send me the signed contract by Friday?";
		expect(answers(text, "en", { incoming: "absence" })).toEqual([]);
		const anna = { name: "Anna Beckett", email: "anna@example.org" };
		expect(
			answers(`Anna,\n\n${text}`, "en", { people: { to: [anna, me], cc: [], isList: false, self, ...from } }),
		).toEqual([]);
		expect(answers(text, "en", { now: Date.parse("2026-03-20T10:00:00Z") })).toEqual([]);
		expect(answers(text, "en", { now: Date.parse("2026-03-05T10:00:00Z") })).toHaveLength(2);
	});

	it("says tomorrow on another day", () => {
		expect(answers("Can we meet tomorrow at 10?", "en", { now: sentAt + 18 * 3_600_000 })).toEqual([]);
		expect(answers("Können wir uns morgen um 10 Uhr treffen?", "de", { now: sentAt + 18 * 3_600_000 })).toEqual([]);
	});

	it("but a refusal to strangers who sell", () => {
		const text = "Hi Ben,\n\nI came across your company. Are you open to a quick call on Tuesday at 2?";
		expect(answers(text, "en")).toEqual(["Thank you for your message, but I am not interested."]);
	});
});

describe("tones", () => {
	it("have the same answers in other words, and brief is no refusal", () => {
		const mail = (tone: ReplyTone) =>
			suggest("Could we meet on Monday to go over the plan?", "en", {
				tone,
				name: { first: "Mara", full: "Mara Lindqvist" },
			});
		expect(mail("professional")[0]).toBe("Hello Mara,\n\nMonday works for me.\n\nBest regards");
		expect(mail("professional")[1]).toBe(
			"Hello Mara,\n\nUnfortunately, Monday does not work for me. Would another time suit you?\n\nBest regards",
		);
		expect(mail("friendly")[1]).toBe(
			"Hi Mara,\n\nSorry, Monday doesn't work for me. Would another time suit you?\n\nBest",
		);
		expect(mail("brief")).toEqual([
			"Monday works for me.",
			"Sorry, Monday doesn't work for me. Would another time suit you?",
		]);
	});

	it("address people as they write", () => {
		const name = { first: "Jens", full: "Jens Overbeck" };
		const first = (text: string, language: Language, tone: ReplyTone = "professional") =>
			suggest(text, language, { tone, name })[0];
		expect(first("Können Sie mir die Liste bis Freitag schicken?", "de")).toBe(
			"Guten Tag Jens Overbeck,\n\nich werde Ihnen die Liste bis Freitag schicken.\n\nMit freundlichen Grüßen",
		);
		expect(first("Kannst du mir die Liste bis Freitag schicken?", "de")).toBe(
			"Hallo Jens,\n\nich werde dir die Liste bis Freitag schicken.\n\nViele Grüße",
		);
		expect(first("Kannst du mir die Liste bis Freitag schicken?", "de", "brief")).toBe(
			"Ich werde dir die Liste bis Freitag schicken.",
		);
		expect(first("Peux-tu m'envoyer la liste avant vendredi ?", "fr")).toBe(
			"Bonjour Jens,\n\nJe vais t'envoyer la liste avant vendredi.\n\nCordialement",
		);
		expect(first("¿Puedes enviarme la lista antes del viernes?", "es")).toBe(
			"Hola, Jens:\n\nVoy a enviarte la lista antes del viernes.\n\nUn saludo",
		);
		expect(first("Dear Mr Okafor,\n\ncould you send me the list by Friday?", "en")).toContain("Hello Jens Overbeck,");
	});
});

testLinear(
	(["en", "de", "fr", "es"] as const).map((language) => ({
		name: `replies in ${language}`,
		run: (text: string) => suggestReplies(source(text), { tone: "brief", language }),
		alphabet:
			"\n|. |? |, |could you |send me |the |your |by Monday |at 3 pm |or |Tuesday |können Sie |mir |den |schicken |am |bis |pouvez-vous |m'envoyer |le |jeudi |à 15 h |¿|puede |enviarme |el lunes |a las |12 |a".split(
				"|",
			),
	})),
);
