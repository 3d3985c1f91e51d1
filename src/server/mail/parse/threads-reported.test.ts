import { describe, expect, test } from "vitest";
import { parseMessageIds } from "#shared/mail/message-ids.ts";
import { baseSubject } from "#shared/mail/subject-threads.ts";
import { type ThreadNode, threadMessages } from "#shared/mail/threading.ts";
import { splitPlainMbox } from "../../../../fixtures/archives.ts";
import { reported } from "../../../../fixtures/reported.ts";
import { parseMessage } from "./parse-message.ts";

/** Conversations of the inputs by their ids alone: the cases of each, in order. */
async function threads(): Promise<string[]> {
	const nodes: ThreadNode[] = [];
	for (const raw of splitPlainMbox(reported("threads/threads.mbox"))) {
		const { messageId, inReplyTo, references } = await parseMessage(raw);
		const key = /^X-Case: (\S+)/m.exec(raw.toString("latin1"))?.[1] ?? "";
		nodes.push({ key, messageId, inReplyTo, references });
	}
	return threadMessages(nodes).map((group) => [...group.keys].sort().join("+"));
}

describe("kind 28: threads by their ids", () => {
	test.each(["t1a", "t1b", "t3a", "t3b", "t4a", "t6a", "t6b", "t11a+t11b", "t12a+t12b+t12c", "t13a+t13b", "t14a+t14b"])(
		"%s",
		async (together) => expect(await threads()).toContain(together),
	);

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
		expect(parseMessageIds("a@b.example, c@d.example", { isReferences: true })).toEqual(["a@b.example", "c@d.example"]);
		expect(parseMessageIds("ann@b.example")).toEqual([]);
	});

	test.each(["Réf: ", "Vá: ", "Odg: ", "Отг: ", "返信: ", "תגובה: ", "ตอบ: ", "Re: Odp: "])(
		"%s is a reply's prefix",
		(prefix) => {
			expect(baseSubject(`${prefix}Garden party`)).toMatchObject({ base: "garden party", isReply: true });
		},
	);
});
