import { describe, expect, it } from "vitest";
import { readAct } from "./act.ts";
import { stateOf, type TalkMessage } from "./conversation.ts";

const ME = { name: "Ada Marlow", email: "ada@marlow.example" };
const ANN = { name: "Ann Lee", email: "ann@orchard.example" };
const TOM = { name: "Tom Reed", email: "tom@orchard.example" };
const self = { addresses: new Set([ME.email]), names: new Set(["ada", "marlow"]) };

let count = 0;
/** A message, one day after the last one. */
function message(from: typeof ME, text: string, more: Partial<TalkMessage> = {}): TalkMessage {
	const at = ++count * 86_400_000;
	const source = { subject: "x", text, sentAt: at, isReply: true, incoming: null, isInvitation: false };
	return {
		...{ id: `${count}`, at, messageId: `${count}@x`, inReplyTo: null, from: from.email, fromName: from.name },
		...{ isOwn: from === ME, to: [from === ME ? ANN : ME], cc: [], isList: false, isReport: false },
		...{ hasAttachment: false, isForward: false },
		...{ act: readAct(source), ...more },
	};
}
const waitsFor = (...messages: TalkMessage[]) => stateOf(messages, self).waitsFor;

const QUESTION = "Could you send me the sizes?";

describe("for whom a conversation waits", () => {
	it("waits for who was asked, until they write", () => {
		const asked = message(ANN, QUESTION);
		expect(stateOf([asked], self)).toMatchObject({
			waitsFor: "me",
			kind: "asks",
			sentence: QUESTION,
			emailId: asked.id,
		});
		expect(waitsFor(asked, message(ME, "They are 40 by 60."))).toBeNull();
		expect(waitsFor(message(ME, QUESTION))).toBe("others");
		const state = stateOf([message(ME, QUESTION), message(ANN, "They are 40 by 60.")], self);
		expect([state.waitsFor, state.kind]).toEqual([null, "answers"]);
	});

	it("waits for who promised, whatever the other side writes", () => {
		expect(waitsFor(message(ANN, QUESTION), message(ME, "I will send them tomorrow."))).toBe("me");
		expect(waitsFor(message(ME, "I will send them tomorrow."), message(ANN, "Great, thank you."))).toBe("me");
		expect(waitsFor(message(ME, QUESTION), message(ANN, "I will ask Tom and get back to you."))).toBe("others");
		expect(waitsFor(message(ME, "I will send them tomorrow."), message(ME, "Here they are."))).toBeNull();
	});

	it("takes a promise for kept by what is sent, not by a question alone", () => {
		const promise = message(ME, "I will send them tomorrow.");
		expect(waitsFor(promise, message(ANN, "Great."), message(ME, "Which format do you prefer?"))).toBe("others");
		const asked = [promise, message(ME, "Which format do you prefer?"), message(ANN, "PDF.")];
		expect(waitsFor(...asked)).toBe("me");
		expect(waitsFor(...asked, message(ME, "Here it is."))).toBeNull();
		expect(waitsFor(promise, message(ME, "Here they are. Do they fit?"), message(ANN, "They do."))).toBeNull();
		const file = { hasAttachment: true };
		expect(waitsFor(promise, message(ME, "Do they fit?", file), message(ANN, "They do."))).toBeNull();
	});

	it("takes what somebody will do for a promise where it was asked for and a day is named", () => {
		expect(waitsFor(message(ANN, "Could you pay the invoice?"), message(ME, "I will pay it on Friday."))).toBe("me");
		expect(waitsFor(message(ANN, "Could you pay the invoice?"), message(ME, "I will order both."))).toBeNull();
		expect(waitsFor(message(ANN, "I will pay for the trip on Friday."))).toBeNull();
		expect(waitsFor(message(ANN, "Could you pay the invoice?"), message(ME, "Will do."))).toBe("me");
	});

	it("still waits while the question is only passed on", () => {
		const question = message(ANN, QUESTION);
		const passedOn = message(ME, "Can you answer Ann?", { to: [TOM] });
		expect(waitsFor(question, passedOn)).toBe("others");
		expect(waitsFor(question, passedOn, message(TOM, "They are 40 by 60."))).toBe("me");
		expect(waitsFor(question, message(ME, "For you.", { to: [TOM], isForward: true }))).toBe("me");
		const mine = message(ME, QUESTION);
		expect(waitsFor(mine, message(ANN, "See below.", { to: [TOM], isForward: true }))).toBe("others");
	});

	it("asks again where an answer did not help", () => {
		const asked = [message(ME, QUESTION), message(ANN, "They are in the drawing.")];
		const answered = asked.at(-1)?.messageId ?? null;
		expect(waitsFor(...asked, message(ME, "I still can't open the file.", { inReplyTo: answered }))).toBe("others");
		const thanks = "I had no luck with the first one. The second works fine, thank you.";
		expect(waitsFor(...asked, message(ME, thanks, { inReplyTo: answered }))).toBeNull();
		expect(waitsFor(message(ANN, "The printer still does not work."))).toBeNull();
		expect(waitsFor(message(ME, QUESTION), message(ANN, "The old drawing doesn't help."))).toBeNull();
		expect(waitsFor(message(ME, "Is it dry now?"), message(ANN, "No, it still doesn't work."))).toBe("me");
	});

	it("waits for nobody once it is closed", () => {
		expect(waitsFor(message(ANN, QUESTION), message(ME, "Paid this morning, with apologies."))).toBeNull();
		expect(waitsFor(message(ANN, QUESTION), message(ANN, "Never mind, solved."))).toBeNull();
		expect(waitsFor(message(ANN, QUESTION), message(ANN, "The panels are in the other folder."))).toBe("me");
	});

	it("takes advice in an answer for no request, and a question for one", () => {
		expect(waitsFor(message(ME, QUESTION), message(ANN, "Check the drawing, and send the rest to Tom."))).toBeNull();
		expect(waitsFor(message(ME, QUESTION), message(ANN, "Which of the two do you need?"))).toBe("me");
	});

	it("knows who is meant", () => {
		const to = [ME, TOM];
		expect(waitsFor(message(ANN, "Tom, could you send me the sizes?", { to }))).toBeNull();
		expect(waitsFor(message(ANN, "Ada, could you send me the sizes?", { to: [TOM], cc: [ME] }))).toBe("me");
		expect(waitsFor(message(ANN, QUESTION, { to: [TOM], cc: [ME] }))).toBeNull();
		expect(waitsFor(message(ANN, QUESTION, { to }), message(TOM, "They are 40 by 60.", { to: [ANN] }))).toBeNull();
		const many = [...Array(20).keys()].map((n) => ({ name: "", email: `${n}@orchard.example` }));
		expect(waitsFor(message(ANN, QUESTION, { to: [ME, ...many] }))).toBeNull();
	});

	it("asks the user on a list only in answer to the user", () => {
		const list = { to: [{ name: "", email: "talk@lists.example" }], isList: true };
		const mine = message(ME, "We use slate for that.", list);
		expect(waitsFor(message(ANN, QUESTION, list))).toBeNull();
		expect(waitsFor(mine, message(ANN, "Which slate do you use?", { ...list, inReplyTo: mine.messageId }))).toBe("me");
	});

	it("asks no one in particular of many, or on a list", () => {
		const anyone = "Does anybody have a spare ladder?";
		const three = ["a", "b", "c"].map((name) => ({ name: "", email: `${name}@orchard.example` }));
		expect(waitsFor(message(ANN, anyone))).toBe("me");
		expect(waitsFor(message(ANN, anyone, { to: [ME, ...three] }))).toBeNull();
		expect(waitsFor(message(ANN, QUESTION, { to: [ME, ...three] }))).toBe("me");
		expect(waitsFor(message(ANN, anyone, { isList: true, cc: three }))).toBeNull();
	});

	it("is not changed by absences, and ended by a failed delivery", () => {
		const away = readAct({
			subject: "",
			text: "I am away.",
			sentAt: 0,
			isReply: true,
			incoming: "absence",
			isInvitation: false,
		});
		expect(waitsFor(message(ME, QUESTION), message(ANN, "", { act: away }))).toBe("others");
		expect(waitsFor(message(ME, QUESTION), message(ANN, "", { isReport: true }))).toBeNull();
		expect(waitsFor(message(ME, QUESTION, { to: [{ name: "", email: "no-reply@shop.example" }] }))).toBeNull();
	});

	it("counts a message that was sent twice once", () => {
		const first = message(ANN, QUESTION);
		const again = { ...first, id: "again", messageId: "again@x", at: first.at + 3_600_000 };
		expect(waitsFor(first, { ...message(ME, "They are 40 by 60."), at: first.at + 60_000 }, again)).toBeNull();
	});
});
