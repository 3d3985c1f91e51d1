import { describe, expect, test } from "vitest";
import { parseMessageIds, parseReferences } from "#shared/mail/message-ids.ts";
import { baseSubject, parentsBySubject, subjectMessage } from "#shared/mail/subject-threads.ts";
import { type ThreadNode, threadMessages } from "#shared/mail/threading.ts";
import { splitPlainMbox } from "../../../../fixtures/archives.ts";
import { reported } from "../../../../fixtures/reported.ts";
import { parseMessage } from "./parse-message.ts";

/** The inputs, with the name of their case. */
async function cases() {
	return Promise.all(
		splitPlainMbox(reported("threads/threads.mbox")).map(async (raw) => {
			const key = /^X-Case: (\S+)/m.exec(raw.toString("latin1"))?.[1] ?? "";
			return { key, message: await parseMessage(raw) };
		}),
	);
}

/** Conversations of the inputs by their ids alone: the cases of each, in order. */
async function threads(): Promise<string[]> {
	const nodes = (await cases()).map(({ key, message: { messageId, inReplyTo, references } }): ThreadNode => {
		return { key, messageId, inReplyTo, references };
	});
	return threadMessages(nodes).map((group) => [...group.keys].sort().join("+"));
}

describe("kind 28: threads by their ids", () => {
	test.each([
		"t1a",
		"t1b",
		"t3a",
		"t3b",
		"t4a",
		"t6a",
		"t6b",
		"t7a+t7b",
		"t8a+t8b",
		"t11a+t11b",
		"t12a+t12b+t12c",
		"t13a+t13b",
		"t14a+t14b",
	])("%s", async (together) => expect(await threads()).toContain(together));

	test("t2: messages with one id are one conversation, each of them in it", async () =>
		expect(await threads()).toContain("t2a+t2b+t2c"));

	test("t9: answers by their subject, but no forwarded message", async () => {
		const pairs = (await cases()).filter(({ key }) => key.startsWith("t9"));
		const parents = parentsBySubject(pairs.map(({ key, message }) => subjectMessage(key, message, message.date ?? 0)));
		const answers = pairs.map(({ key }) => key).filter((key) => key.endsWith("b") && key !== "t910b");
		expect(Object.fromEntries(parents)).toEqual(Object.fromEntries(answers.map((key) => [key, key.replace("b", "a")])));
	});

	test("none of t5 is joined", async () => {
		expect((await threads()).filter((one) => one.includes("t5") && one.includes("+"))).toEqual([]);
	});

	test.each([
		['Message from Ann Example <ann@ann.example> of "Mon, 03 Nov 2025" <old1@ann.example>', ["old1@ann.example"]],
		['Your message of "Mon, 03 Nov 2025 09:00:00" <old1@ann.example>', ["old1@ann.example"]],
		["<old1@ann.example> from Ann Example <ann@ann.example> on Mon", ["old1@ann.example"]],
		["Message from Ann <ann@ann.example> of Mon, 3 Nov 2025", []],
		["Ann Example <ann@ann.example>'s message of Mon <old1@ann.example>", ["old1@ann.example"]],
		["Ann's message <old1@ann.example>", ["old1@ann.example"]],
	])("In-Reply-To: %s", (raw, ids) => expect(parseMessageIds(raw)).toEqual(ids));

	test("References have no addresses: short ids without brackets count", () => {
		expect(parseReferences("a@b.example, c@d.example")).toEqual(["a@b.example", "c@d.example"]);
		expect(parseMessageIds("ann@b.example")).toEqual([]);
	});

	test.each(["Réf: ", "Vá: ", "Odg: ", "Отг: ", "返信: ", "תגובה: ", "ตอบ: ", "Re: Odp: "])(
		"%s is a reply's prefix",
		(prefix) => {
			expect(baseSubject(`${prefix}Garden party`)).toMatchObject({ base: "garden party", isReply: true });
		},
	);
});
