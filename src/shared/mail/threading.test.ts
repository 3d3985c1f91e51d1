import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assignThreads, type ThreadNode, threadIds, threadMessages } from "./threading.ts";

const node = (key: string, references: string[] = [], inReplyTo: string[] = []): ThreadNode => ({
	key,
	messageId: key,
	inReplyTo,
	references,
});
const groups = (nodes: ThreadNode[]) => threadMessages(nodes).map((group) => group.keys);
const parents = (nodes: ThreadNode[]) =>
	Object.fromEntries(threadMessages(nodes).flatMap((group) => [...group.parentOf]));

describe("threadMessages", () => {
	test("follows references across missing messages", () => {
		expect(groups([node("a"), node("c", ["a", "b"]), node("x")])).toEqual([["a", "c"], ["x"]]);
		expect(parents([node("a"), node("c", ["a", "b"])])).toEqual({ a: null, c: "a" });
	});

	test("joins siblings of a missing root", () => {
		expect(groups([node("b", ["ghost"]), node("c", [], ["ghost"])])).toEqual([["b", "c"]]);
		expect(parents([node("b", ["ghost"]), node("c", [], ["ghost"])])).toEqual({ b: null, c: null });
	});

	test("joins two threads when the message between them arrives", () => {
		expect(groups([node("a"), node("c", ["b"]), node("b", ["a"])])).toEqual([["a", "c", "b"]]);
		expect(parents([node("a"), node("c", ["b"]), node("b", ["a"])])).toEqual({ a: null, b: "a", c: "b" });
	});

	test("survives cycles, self-references and duplicates", () => {
		expect(groups([node("a", ["b"]), node("b", ["a"])])).toEqual([["a", "b"]]);
		expect(groups([node("a", ["a"], ["a"])])).toEqual([["a"]]);
		const copies = [node("a"), { ...node("copy"), messageId: "a" }];
		expect(groups(copies)).toEqual([["a", "copy"]]);
		expect(
			Object.values(parents([node("a", ["b"]), node("b", ["c"]), node("c", ["a"])])).filter((parent) => parent === null)
				.length,
		).toBeGreaterThan(0);
	});

	test("a subject alone joins nothing, and a message without an id is its own thread", () => {
		expect(
			groups([
				{ key: "1", messageId: null, inReplyTo: [], references: [] },
				{ key: "2", messageId: null, inReplyTo: [], references: [] },
			]),
		).toEqual([["1"], ["2"]]);
	});

	test("handles a reply chain as long as a mailbox", () => {
		const chain = Array.from({ length: 20_000 }, (_, i) => node(`${i}`, i > 0 ? [`${i - 1}`] : []));
		expect(groups(chain)).toHaveLength(1);
		expect(groups(chain.toReversed())).toHaveLength(1);
	});
});

/** An in-memory store like the database: message id → thread, message → thread. */
function store() {
	const links = new Map<string, string>();
	const threadOf = new Map<string, string>();
	return {
		threadOf,
		add(batch: ThreadNode[]) {
			const known = new Map(
				batch.flatMap(threadIds).flatMap((id) => (links.has(id) ? [[id, links.get(id) as string]] : [])),
			);
			const outcome = assignThreads(batch, known, (first) => `thread of ${first.key}`);
			for (const [key, thread] of outcome.threadOf) threadOf.set(key, thread);
			for (const [id, thread] of outcome.links) links.set(id, thread);
			for (const [loser, winner] of outcome.merges) {
				for (const map of [links, threadOf])
					for (const [key, thread] of map) if (thread === loser) map.set(key, winner);
			}
			return outcome;
		},
	};
}

describe("assignThreads", () => {
	test("reports merges when a message connects known threads", () => {
		const mailbox = store();
		mailbox.add([node("a"), node("z")]);
		const outcome = mailbox.add([node("m", ["z", "a"])]);
		expect(outcome.merges).toEqual([["thread of z", "thread of a"]]);
		expect(outcome.threadOf.get("m")).toBe("thread of a");
		expect(outcome.links).toEqual([["m", "thread of a"]]);
	});

	test("remembers ids that were only referenced", () => {
		const mailbox = store();
		mailbox.add([node("b", ["ghost"])]);
		expect(mailbox.add([node("ghost")]).threadOf.get("ghost")).toBe("thread of b");
	});

	test("produces the same threads in any order and any batches", () => {
		const ids = fc.constantFrom(..."abcdefgh");
		const nodes = fc.uniqueArray(
			fc.record({ key: ids, references: fc.array(ids, { maxLength: 3 }), inReplyTo: fc.array(ids, { maxLength: 1 }) }),
			{ selector: (n) => n.key },
		);
		fc.assert(
			fc.property(nodes, fc.infiniteStream(fc.nat({ max: 3 })), fc.infiniteStream(fc.nat()), (made, sizes, picks) => {
				const all = made.map(({ key, references, inReplyTo }) => node(key, references, inReplyTo));
				const rest = all.slice();
				const mailbox = store();
				while (rest.length > 0) {
					const size = (sizes.next().value ?? 0) + 1;
					const batch: ThreadNode[] = [];
					while (batch.length < size && rest.length > 0)
						batch.push(...rest.splice((picks.next().value ?? 0) % rest.length, 1));
					mailbox.add(batch);
				}
				const incremental = new Map<string, string[]>();
				for (const { key } of all) {
					const thread = mailbox.threadOf.get(key) as string;
					incremental.set(thread, [...(incremental.get(thread) ?? []), key]);
				}
				expect([...incremental.values()].sort()).toEqual(groups(all).sort());
			}),
		);
	});
});
