import { expect } from "vitest";
import { assignThreads, type ThreadNode, threadIds, threadMessages } from "#shared/mail/threading.ts";
import { readGzip, readJsonLines, readTarball, splitPlainMbox } from "../../../../fixtures/archives.ts";
import { corpus } from "../../../../fixtures/corpora.ts";
import { testIf } from "../../../../fixtures/only-if.ts";
import { parseMessage } from "./parse-message.ts";

async function nodeOf(key: string, raw: Buffer): Promise<ThreadNode> {
	const { messageId, inReplyTo, references } = await parseMessage(raw);
	return { key, messageId, inReplyTo, references };
}

/** Groups found by a plain graph search through all references, to compare with ours. */
function reachable(nodes: ThreadNode[]): Set<string> {
	const byId = new Map<string, ThreadNode[]>();
	for (const node of nodes) for (const id of threadIds(node)) byId.set(id, [...(byId.get(id) ?? []), node]);
	const seen = new Set<ThreadNode>();
	const groups = new Set<string>();
	for (const start of nodes) {
		if (seen.has(start)) continue;
		const group: ThreadNode[] = [];
		const queue = [start];
		seen.add(start);
		for (let node = queue.pop(); node; node = queue.pop()) {
			group.push(node);
			for (const next of threadIds(node).flatMap((id) => byId.get(id) ?? [])) {
				if (!seen.has(next)) queue.push(next);
				seen.add(next);
			}
		}
		groups.add(
			group
				.map((node) => node.key)
				.sort()
				.join(" "),
		);
	}
	return groups;
}

/** The published threads know no id without angle brackets; these joined by such an In-Reply-To, which the list's archive writes. */
function joinedByBareIds(published: Map<string, string[]>, nodes: ThreadNode[], raws: Buffer[]): Set<string> {
	const groups = new Map<string, Set<string>>();
	for (const keys of published.values()) {
		const group = new Set(keys);
		for (const key of keys) groups.set(key, group);
	}
	const keyOf = new Map(nodes.map(({ messageId, key }) => [messageId, key]));
	for (const [i, raw] of raws.entries()) {
		const id = /^In-Reply-To: ([^<>\s]+@[^<>\s]+)\s*$/im.exec(raw.toString("latin1").split(/\r?\n\r?\n/)[0] ?? "")?.[1];
		const parent = groups.get(keyOf.get(id ?? "") ?? "");
		const own = groups.get(`${i}`);
		if (parent === undefined || own === undefined || parent === own) continue;
		for (const key of own) {
			parent.add(key);
			groups.set(key, parent);
		}
	}
	return new Set([...new Set(groups.values())].map((group) => [...group].sort().join(" ")));
}

const asSet = (nodes: ThreadNode[]) => new Set(threadMessages(nodes).map((group) => group.keys.toSorted().join(" ")));

const list = corpus("list-usrp-users/list-usrp-users-2021-01-2021-07.mbox.gz");
testIf(list !== null)("groups a list of 1,296 messages into exactly its published threads", async () => {
	interface Line {
		message_id: string;
		date: string;
		thread: string;
		references: string[];
		in_reply_to: string[];
	}
	const lines = readJsonLines<Line>((list as string).replace("mbox.gz", "threads.jsonl.gz"));
	const raws = splitPlainMbox(readGzip(list as string));
	expect(raws).toHaveLength(lines.length);
	const nodes = await Promise.all(raws.map((raw, i) => nodeOf(`${i}`, raw)));
	for (const [i, line] of lines.entries()) {
		expect(nodes[i]?.messageId).toBe(line.message_id);
		expect(nodes[i]?.references).toEqual([...new Set(line.references)]);
	}
	const published = new Map<string, string[]>();
	for (const [i, { thread }] of lines.entries()) published.set(thread, [...(published.get(thread) ?? []), `${i}`]);
	const wanted = joinedByBareIds(published, nodes, raws);
	expect(asSet(nodes)).toEqual(wanted);

	// The same one page at a time, as in an import, newest page first.
	const known = new Map<string, string>();
	const threadOf = new Map<string, string>();
	for (let end = nodes.length; end > 0; end -= 50) {
		const outcome = assignThreads(nodes.slice(Math.max(0, end - 50), end), known, (first) => first.key);
		for (const [key, thread] of outcome.threadOf) threadOf.set(key, thread);
		for (const [id, thread] of outcome.links) known.set(id, thread);
		for (const [loser, winner] of outcome.merges) {
			for (const map of [known, threadOf]) for (const [key, thread] of map) if (thread === loser) map.set(key, winner);
		}
	}
	const paged = new Map<string, string[]>();
	for (const [key, thread] of threadOf) paged.set(thread, [...(paged.get(thread) ?? []), key]);
	expect(new Set([...paged.values()].map((keys) => keys.sort().join(" ")))).toEqual(wanted);
});

const notmuch = corpus("threading/notmuch.tar.gz");
testIf(notmuch !== null)("ghost roots and parents named in an unusual order", async () => {
	const files = await readTarball(notmuch as string);
	const nodesIn = (folder: string) =>
		Promise.all(
			files
				.filter(({ path }) => path.includes(`/${folder}/`))
				.map(({ path, bytes }) => nodeOf(path.split("/").at(-1) as string, bytes)),
		);
	const ghost = threadMessages(await nodesIn("ghost-root"));
	const family = ghost.find((group) => group.keys.includes("child"));
	expect(Object.fromEntries(family?.parentOf ?? [])).toEqual({
		"real-root": null,
		// Its direct parent is missing: the nearest ancestor that is present takes its place.
		"fake-root": "child",
		child: "real-root",
		"grand-child": "child",
		"grand-child2": "child",
		"great-grand-child": "grand-child",
	});
	// The ticket's three messages are connected by an id that no message has.
	expect(ghost.map((group) => group.keys.length).sort()).toEqual([3, 6]);
	const [priority] = threadMessages(await nodesIn("parent-priority"));
	expect(Object.fromEntries(priority?.parentOf ?? [])).toEqual({ root: null, child: "root", "grand-child": "child" });

	const everyday = await nodesIn("default");
	expect(asSet(everyday)).toEqual(reachable(everyday));
});

const lkml = corpus("threading/notmuch-lkml.tar.gz");
testIf(lkml !== null)("210 messages of a kernel list", async () => {
	const files = await readTarball(lkml as string);
	const nodes = await Promise.all(files.map(({ path, bytes }) => nodeOf(path, bytes)));
	expect(nodes).toHaveLength(210);
	expect(asSet(nodes)).toEqual(reachable(nodes));
	// Every message is in its tree, and none is its own ancestor.
	for (const group of threadMessages(nodes)) {
		for (const key of group.keys) {
			const seen = new Set<string>();
			for (let at: string | null = key; at !== null; at = group.parentOf.get(at) ?? null) {
				expect(seen.has(at)).toBe(false);
				seen.add(at);
			}
		}
	}
});
