import { expect, test } from "vitest";
import { memoryState } from "#providers/memory-environment.ts";
import { createIndex, type IndexedMessage, remoteOf } from "./index.ts";
import { createKeyTable } from "./key-table.ts";

const digest = (number: number): string => (number * 2_654_435_761).toString(16).padStart(32, "0").slice(-32);
const message = (number: number, copy = ""): IndexedMessage => ({
	id: digest(number).split("").reverse().join("") + copy,
	fileId: number < 50 ? "first" : "second",
	at: { member: number % 3, offset: number * 100 },
	end: number * 100 + 90,
	folder: "inbox",
	flags: { read: number % 2 === 0, starred: false, important: true, answered: number % 5 === 0 },
	labels: number % 7 === 0 ? ["Work"] : [],
	sizeBytes: 80,
	...(number % 4 === 0 ? { threadId: String(number) } : { receivedAt: number }),
});

test("recorded messages are found by id, in this session and the next", async () => {
	const state = memoryState();
	const writer = createIndex(state);
	const other = createIndex(state);
	const all = Array.from({ length: 100 }, (_, number) => message(number + 1));
	expect(await other.has([all[0]?.id ?? ""])).toEqual(new Set());
	for (let from = 0; from < all.length; from += 30) await writer.record(all.slice(from, from + 30));
	await writer.record([message(200, "-2"), message(200)]);
	for (const index of [writer, other, createIndex(state)]) {
		const found = await index.find([...all.map(({ id }) => id), "nothing", message(200, "-2").id]);
		expect(found.size).toBe(101);
		for (const one of all) expect(found.get(one.id)).toEqual(one);
		expect(await index.has([message(200, "-2").id, message(200, "-3").id, "zz"])).toEqual(
			new Set([message(200, "-2").id]),
		);
	}
	expect(remoteOf(message(4))).not.toHaveProperty("receivedAt");
});

test("different page boundaries omit nothing", async () => {
	const state = memoryState();
	const index = createIndex(state);
	const all = Array.from({ length: 40 }, (_, number) => message(number + 1));
	await index.record(all);
	await index.record(all.slice(0, 10));
	await index.record(all);
	expect((await createIndex(state).find(all.map(({ id }) => id))).size).toBe(40);
});

test("the key table behaves like a map, and grows", () => {
	const table = createKeyTable();
	const map = new Map<string, number>();
	for (let number = 0; number < 20_000; number++) {
		const id = message(number % 15_000).id + (number % 3 === 0 ? `-${(number % 4) + 2}` : "");
		map.set(id, (map.get(id) ?? 0) + 1);
		expect(table.add(id, 1)).toBe(map.get(id));
	}
	for (const [id, count] of map) expect(table.get(id)).toBe(count);
	expect(table.get("f".repeat(32))).toBeUndefined();
});
