import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { testDatabase } from "#test/database.ts";
import type { JobKind, JobsContext } from "./jobs.ts";
import { createJobStore, type JobStore } from "./store.ts";

const kind: JobKind<{ n: number }, JobsContext> = {
	name: "count",
	input: z.object({ n: z.number() }),
	unit: "messages",
	concurrency: 1,
	attempts: 3,
	run: async () => ({}),
};

let database: Awaited<ReturnType<typeof testDatabase>>;
let store: JobStore;
beforeEach(async () => {
	database = await testDatabase();
	store = createJobStore(database, 15);
});
afterEach(() => database.remove());

const enqueue = async (ownerId: string, n = 0): Promise<string> =>
	(await store.insert(kind, { ownerId, input: { n } })).job.id;

async function claimAll(): Promise<string[]> {
	const owners: string[] = [];
	for (let row = await store.claim("count", []); row !== null; row = await store.claim("count", []))
		owners.push(row.owner_id);
	return owners;
}

describe("the line of waiting jobs", () => {
	it("serves somebody who comes later before the many jobs of one person", async () => {
		for (let n = 0; n < 50; n++) await enqueue("ann", n);
		await enqueue("bob");
		await enqueue("cyd");
		const owners = await claimAll();
		expect(owners).toHaveLength(52);
		expect(owners.slice(0, 3)).toEqual(["ann", "bob", "cyd"]);
	});

	it("lets two people with many mailboxes take turns", async () => {
		for (let n = 0; n < 10; n++) await enqueue("ann", n);
		for (let n = 0; n < 10; n++) await enqueue("bob", n);
		const owners = await claimAll();
		for (let i = 0; i < 20; i += 2) expect(new Set(owners.slice(i, i + 2))).toEqual(new Set(["ann", "bob"]));
	});

	it("gives each job to one of many who ask at once", async () => {
		const ids = new Set<string>();
		for (let n = 0; n < 30; n++) ids.add(await enqueue(`owner ${n}`, n));
		const claimed = await Promise.all(Array.from({ length: 30 }, () => store.claim("count", [])));
		const found = claimed.flatMap((row) => (row === null ? [] : [row.id]));
		// Somebody may come just when all that is left is being taken; nothing is taken twice.
		expect(new Set(found).size).toBe(found.length);
		for (const id of found) ids.delete(id);
		expect(await claimAll()).toHaveLength(ids.size);
	});

	it("passes over those who have enough running here", async () => {
		await enqueue("ann");
		await enqueue("bob");
		expect((await store.claim("count", ["ann"]))?.owner_id).toBe("bob");
		expect(await store.claim("count", ["ann"])).toBeNull();
		expect(await store.queuedKinds(["count", "other"])).toEqual(["count"]);
	});

	it("takes back what a dead process had, and what was to wait, in one sweep of all processes", async () => {
		await enqueue("ann");
		await enqueue("bob");
		const ann = await store.claim("count", []);
		const bob = await store.claim("count", []);
		if (ann === null || bob === null) throw new Error("Nothing to claim");
		await database.query("update jobs set lease_until = now() - interval '1 second' where owner_id = 'ann'", []);
		await store.requeue(bob, 3_600, "The server asks to wait.");
		expect(await store.queuedKinds(["count"])).toEqual([]);
		expect(await store.sweep()).toEqual(["count"]);
		expect((await store.claim("count", []))?.owner_id).toBe("ann");
		expect(await store.claim("count", [])).toBeNull();
		await database.query("update jobs set run_after = now() where owner_id = 'bob'", []);
		// It was just done, by this process or another.
		expect(await store.sweep()).toEqual([]);
		await database.query("update job_sweeps set swept_at = '-infinity'", []);
		await store.sweep();
		expect((await store.claim("count", []))?.owner_id).toBe("bob");
		expect(await store.finish(ann, "done", {})).toBeNull();
	});
});
