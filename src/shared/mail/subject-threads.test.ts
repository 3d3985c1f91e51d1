import { describe, expect, test } from "vitest";
import { expectLinear } from "../testing/linear-time.ts";
import { baseSubject, listIdOf, parentsBySubject, type SubjectMessage } from "./subject-threads.ts";

const HOUR = 3_600_000;

function message(key: string, subject: string, hours: number, over: Partial<SubjectMessage> = {}): SubjectMessage {
	const isReply = /^re/i.test(subject);
	return {
		key,
		subject,
		from: isReply ? "bob@example.org" : "ann@example.org",
		recipients: [isReply ? "ann@example.org" : "bob@example.org"],
		listId: null,
		quotedSender: null,
		date: hours * HOUR,
		hasReferences: false,
		isAutomatic: false,
		...over,
	};
}

const linksOf = (...messages: SubjectMessage[]) => Object.fromEntries(parentsBySubject(messages));

test.each([
	["Re: Plans", "plans", true],
	["RE: AW: Re[2]: Plans", "plans", true],
	["[list] Re: [list] Plans", "plans", true],
	["Re: [#123] Plans", "[#123]", true],
	["[support #3357] Resolved: Printer", "[support #3357]", false],
	["Re: [Bug 1234] New: Crash", "[bug 1234]", true],
	["[PATCH 06/44] Plans", "[patch 06/44] plans", false],
	["[#100days] Plans", "[#100days] plans", false],
	["SV: Planer", "planer", true],
	["Ответ: Планы", "планы", true],
	["回复：计划", "计划", true],
	["Fwd: Plans", "plans", false],
	["WG: Re: Pläne", "pläne", false],
	["Re: Fwd: Plans", "plans", true],
	["Plans (fwd)", "plans", false],
	["[list]", "[list]", false],
	["Re:", "", true],
	["Reply: what", "reply: what", false],
])("the base subject of %s is %s", (subject, base, isReply) => {
	expect(baseSubject(subject)).toMatchObject({ base, isReply });
});

describe("replies without References", () => {
	test("belong to the latest earlier message of the same people, in any order", () => {
		const all = [
			message("old", "Plans", 0),
			message("new", "Plans", 100),
			message("reply", "Re: Plans", 101),
			message("answer", "Re: Plans", 102, { from: "ann@example.org", recipients: ["bob@example.org"] }),
		];
		const expected = { reply: "new", answer: "reply" };
		expect(linksOf(...all)).toEqual(expected);
		expect(linksOf(...all.toReversed())).toEqual(expected);
	});

	test("of a help desk belong to their ticket, whatever the rest of the subject says", () => {
		const desk = { from: "desk@example.org", recipients: ["ann@example.org"], isAutomatic: true };
		const all = [
			message("received", "[support #3357] AutoReply: Printer", 0, desk),
			message("answer", "Re: [support #3357] AutoReply: Printer", 1, {
				from: "ann@example.org",
				recipients: ["desk@example.org"],
			}),
			message("resolved", "[support #3357] Resolved: Printer", 2, desk),
			message("other", "[support #3358] Resolved: Printer", 3, desk),
			message("news", "[support #3357] Printer", 4, { ...desk, from: "news@example.net" }),
		];
		expect(linksOf(...all)).toEqual({ answer: "received", resolved: "answer" });
		expect(linksOf(...all.toReversed())).toEqual({ answer: "received", resolved: "answer" });
	});

	test("are not linked to other people's mail, across months, or by a subject that says nothing", () => {
		const other = { from: "carl@example.org", recipients: ["ann@example.org"] };
		expect(linksOf(message("a", "Plans", 0), message("b", "Re: Plans", 1, other))).toEqual({});
		expect(linksOf(message("a", "Plans", 0), message("b", "Re: Plans", 24 * 40))).toEqual({});
		expect(linksOf(message("a", "(no subject)", 0), message("b", "Re: (no subject)", 1))).toEqual({});
		expect(linksOf(message("a", "Hi", 0), message("b", "Re: Hi", 1))).toEqual({});
		expect(linksOf(message("a", "Plans", 0), message("b", "Plans", 1))).toEqual({});
		expect(linksOf(message("a", "Plans", 0), message("b", "Re: Plans", 1, { hasReferences: true }))).toEqual({});
		expect(linksOf(message("a", "Plans", 0), message("b", "Re: Plans", 1, { isAutomatic: true }))).toEqual({});
	});

	test("through the same list belong together, regardless of their authors", () => {
		const list = { listId: "talk.example.org", recipients: ["talk@example.org"] };
		const reply = message("b", "Re: [talk] Plans", 1, { ...list, from: "carl@example.org" });
		expect(linksOf(message("a", "[talk] Plans", 0, list), reply)).toEqual({ b: "a" });
		const copied = { ...reply, listId: "other.example.org" };
		expect(linksOf(message("a", "[talk] Plans", 0, list), copied)).toEqual({ b: "a" });
		const elsewhere = { ...copied, recipients: ["other@example.org"] };
		expect(linksOf(message("a", "[talk] Plans", 0, list), elsewhere)).toEqual({});
	});

	test("on a list that removes the prefix are found by another person's message of the same week", () => {
		const list = { listId: "talk.example.org", recipients: ["talk@example.org"] };
		const first = message("a", "[talk] Plans for summer", 0, list);
		const second = { ...message("b", "[talk] Plans for summer", 1, list), from: "carl@example.org" };
		expect(linksOf(first, second)).toEqual({ b: "a" });
		expect(linksOf(first, { ...second, from: first.from })).toEqual({});
		expect(linksOf(first, { ...second, date: 24 * 8 * HOUR })).toEqual({});
		expect(linksOf({ ...first, listId: null }, { ...second, listId: null })).toEqual({});
	});

	test("may be dated a little before what they answer", () => {
		expect(linksOf(message("a", "Plans", 1), message("b", "Re: Plans", 0))).toEqual({ b: "a" });
		expect(linksOf(message("a", "Plans", 10), message("b", "Re: Plans", 0))).toEqual({});
	});

	test.each([
		["one subject", (i: number) => message(`${i}`, "Re: Plans", i, { from: `${i}@example.org`, recipients: [] })],
		["prefixes", (i: number) => message(`${i}`, `${"Re: [a] ".repeat(200)}${i}`, i)],
		["brackets", (i: number) => message(`${i}`, "[".repeat(600), i)],
	])("are found in linear time: %s", async (_, one) => {
		const make = (size: number) => Array.from({ length: size }, (__, i) => one(i));
		await expectLinear(parentsBySubject, make, { sizes: [200, 1_600] });
	});
});

describe("mail of lists that name themselves in the subject alone", () => {
	const post = (key: string, subject: string, hours: number, from: string) => ({
		...message(key, subject, hours, { from, recipients: ["notes@lists.example"] }),
		listId: listIdOf(null, subject, [{ email: "Notes@lists.example" }]),
	});

	test("a message with the same subject answers another person's", () => {
		expect(
			linksOf(
				post("1", "[notes] New to the list", 1, "ann@example.org"),
				post("2", "[notes] New to the list", 2, "bob@example.org"),
			),
		).toEqual({ 2: "1" });
	});

	test("the label has to be the name of an address that it was sent to", () => {
		expect(listIdOf(null, "Re: [notes] Hello", [{ email: "notes@lists.example" }])).toBe("notes.lists.example");
		expect(listIdOf(null, "[PATCH] Hello", [{ email: "notes@lists.example" }])).toBeNull();
		expect(listIdOf("Other.Example", "[notes] Hello", [{ email: "notes@lists.example" }])).toBe("other.example");
	});
});

describe("a message that quotes somebody", () => {
	const question = message("1", "archive", 1, { from: "ann@example.org", recipients: ["list@example.org"] });
	const answer = (quotedSender: string | null) =>
		message("2", "archive", 2, { from: "carl@example.org", recipients: ["list@example.org"], quotedSender });

	test("answers that person's message with the same subject, without a prefix", () => {
		expect(linksOf(question, answer("ann@example.org"))).toEqual({ 2: "1" });
	});

	test("answers no message of others, and none with another subject", () => {
		expect(linksOf(question, answer("dora@example.org"))).toEqual({});
		expect(linksOf(question, answer(null))).toEqual({});
		expect(linksOf({ ...question, subject: "archives" }, answer("ann@example.org"))).toEqual({});
	});
});

test("a long subject links replies for twice as long as a short one", () => {
	const long = "Add a machine check handler for the serial port";
	const after = (subject: string, days: number) =>
		linksOf(message("1", subject, 0), message("2", `Re: ${subject}`, days * 24));
	expect(after(long, 45)).toEqual({ 2: "1" });
	expect(after(long, 70)).toEqual({});
	expect(after("Plans", 45)).toEqual({});
});
