import { describe, expect, it } from "vitest";
import { testLinear } from "#shared/testing/linear-time.ts";
import { type ActSource, readAct } from "./act.ts";
import { namesList } from "./addressee.ts";

const source = (text: string, more: Partial<ActSource> = {}): ActSource => ({
	...{ subject: "Panels", text, sentAt: Date.parse("2026-01-14T12:00:00Z"), isReply: false },
	...{ incoming: null, isInvitation: false, ...more },
});
const kindOf = (text: string, more?: Partial<ActSource>) => readAct(source(text, more)).kind;

describe("what a message does", () => {
	it.each([
		"Hello Ann,\n\nCould you look at the second sentence?\n\nThanks,\nSami",
		"Please reply with your consent and tell me of anything I should know.",
		"I was wondering whether there is a way to turn it off.",
		"Wäre es möglich, am Sonntag eine Führung zu machen?",
		"Bitte schicken Sie mir die Maße.",
		"Pourriez-vous nous confirmer la date ?",
		"¿Podrías enviarme la factura?",
		"Если хотите, я переведу её для музея бесплатно.",
		"Any help is greatly appreciated.",
	])("asks: %s", (text) => expect(kindOf(text)).toBe("asks"));

	it.each([
		"I will send the new one tomorrow.",
		"Let me ask the trust, and I will write again before the end of the month.",
		"Ich schicke dir morgen die Liste.",
		"Je reviens vers vous demain.",
		"Te enviaré el documento mañana.",
		"Перевод целиком пришлю в пятницу.",
		"送り状の番号は後ほどお知らせいたします。",
	])("promises: %s", (text) => expect(kindOf(text)).toBe("promises"));

	it.each([
		"It had gone to the old address, as you guessed. Paid this morning, with apologies.",
		"That is just what I needed. Thank you.",
		"Vielen Dank, das passt.",
		"C'est parfait, merci.",
		"Muchas gracias.",
	])("closes: %s", (text) => expect(kindOf(text, { isReply: true })).toBe("closes"));

	it.each([
		"How are you?",
		"Please thank your aunt from all of us.",
		"Please go ahead.",
		"Let me know if you need any further information.",
		"For example, how much of the market moved?",
		"Come by on Wednesday and I will show you.",
		"Embrassez les deux enfants de notre part.",
		"We shall all be there and nobody will be told that we knew.",
	])("wants no answer: %s", (text) => expect(["informs", "closes"]).toContain(kindOf(text, { isReply: true })));

	it("names the sentence, the day and the person", () => {
		const text = "Hi Ada,\n\nWe are ready to cut and need the final sizes, signed, by Friday 16 January at the latest.";
		expect(readAct(source(text))).toMatchObject({
			...{ kind: "asks", due: "2026-01-16", addressee: "Ada", isImperative: false },
			sentence: "We are ready to cut and need the final sizes, signed, by Friday 16 January at the latest.",
		});
		expect(readAct(source("Hello all,\n\nLars, please mark it on the drawing.")).addressee).toBe("Lars");
	});

	it.each([
		["@Lars can you mark it?", "Lars"],
		["Lars could you mark it?", "Lars"],
		["Could you mark it, Lars?", "Lars"],
		["Lars - please make sure that it is marked.", "Lars"],
		["Könntest du es anzeichnen, Lars?", "Lars"],
		["Could you mark it, please?", null],
		["Today, can you mark it?", null],
	])("names whom it asks: %s", (text, name) => expect(readAct(source(text)).addressee).toBe(name));

	it.each(["Hi Ada, ", "Good morning Ada, ", "Guten Tag, ", "Bonjour Ada, ", "Buenos días, ", "Hallo zusammen, "])(
		"reads what follows a greeting: %s",
		(greeting) => expect(kindOf(`${greeting}könntest du mir die Maße schicken?`)).toBe("asks"),
	);

	it("takes no question for its own that is quoted, answered at once, or part of a long argument", () => {
		for (const text of ['My boss asked me, "Who did this?"', "Er fragte: „Wann kommt ihr?“", "Why? Because it rained."])
			expect(kindOf(text), text).toBe("informs");
		const argument = "The roof is old and the walls are older.\n".repeat(6);
		expect(kindOf(`${argument}Is a roof more than tiles?\n${argument}`)).toBe("informs");
		expect(kindOf(`${argument}Can you come and look at it?\n${argument}`)).toBe("asks");
	});

	it("wants no answer where it says so", () => {
		expect(kindOf("Could you keep it dry? No need to reply.")).toBe("informs");
		expect(kindOf("Könnten Sie es trocken lagern? Eine Antwort ist nicht nötig.")).toBe("informs");
	});

	it("takes a sentence that stands alone for an order, and a heading for none", () => {
		for (const text of ["print first attachment only", "Add Ann Lee and Tom Reed", "Forward this to Tom"])
			expect(kindOf(text), text).toBe("asks");
		for (const text of ["Print shop on Friday", "Call Center Report"]) expect(kindOf(text), text).toBe("informs");
	});

	it("knows a day that is over for no date by which something is due", () => {
		expect(readAct(source("Could you send me the log of January 3?")).due).toBeNull();
		expect(readAct(source("Could you send me the log by January 16?")).due).toBe("2026-01-16");
	});

	it("knows the label of a list in a subject", () => {
		const list = [{ email: "Garden@lists.example" }];
		expect(namesList("Re: [garden] Seeds", list)).toBe(true);
		expect(namesList("[garden] Seeds", [{ email: "ada@marlow.example" }])).toBe(false);
		expect(namesList("Seeds for the garden", list)).toBe(false);
	});

	it("asks by the subject of a new message alone", () => {
		const text = "Last seen in the van. The van says no.";
		expect(kindOf(text, { subject: "The laser measure: where is it?" })).toBe("asks");
		expect(kindOf(text, { subject: "Re: The laser measure: where is it?", isReply: true })).toBe("informs");
	});

	it("knows invitations, their answers and programs by what they are", () => {
		expect(kindOf("Can you come?", { isInvitation: true })).toBe("invites");
		expect(kindOf("Priya has accepted this invitation.", { isInvitation: true, incoming: "calendar" })).toBe("informs");
		expect(kindOf("Can you wait until Monday?", { incoming: "absence" })).toBe("automatic");
	});

	it("reads no code, no output and nothing that is forwarded", () => {
		const text = "It prints this:\n> why?\nint x = a ? b : c;\n---------- Forwarded message\nCould you send it to me?";
		expect(kindOf(text, { isReply: true })).toBe("informs");
	});
});

testLinear([
	{
		name: "an act",
		run: (text) => readAct(source(text)),
		alphabet:
			'\n|. |? |please |I will |let me |know |by Monday |Ann, |you |if |(|"|> |a |give |with our |ich werde |schicken |je |1 |é'.split(
				"|",
			),
	},
]);
