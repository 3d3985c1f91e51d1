import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { testDatabase } from "#test/database.ts";
import type { JobKind, JobsContext } from "./jobs.ts";
import { createJobQueue } from "./queue.ts";
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
beforeAll(async () => {
	database = await testDatabase();
	store = createJobStore(database, 15);
});
afterEach(async () => void (await database.query("truncate jobs", [])));
afterAll(() => database.remove());

const enqueue = async (ownerId: string, n = 0): Promise<string> =>
	(await store.insert(kind, { ownerId, input: { n } })).job.id;

async function claimAll(): Promise<string[]> {
	const owners: string[] = [];
	for (let row = await store.claim("count", []); row !== null; row = await store.claim("count", []))
		owners.push(row.owner_id);
	return owners;
}

describe("job queue order", () => {
	it("serves a later user before the many jobs of an earlier one", async () => {
		for (let n = 0; n < 50; n++) await enqueue("ann", n);
		await enqueue("bob");
		await enqueue("cyd");
		const owners = await claimAll();
		expect(owners).toHaveLength(52);
		expect(owners.slice(0, 3)).toEqual(["ann", "bob", "cyd"]);
	});

	it("alternates between two users with many mailboxes", async () => {
		for (let n = 0; n < 10; n++) await enqueue("ann", n);
		for (let n = 0; n < 10; n++) await enqueue("bob", n);
		const owners = await claimAll();
		for (let i = 0; i < 20; i += 2) expect(new Set(owners.slice(i, i + 2))).toEqual(new Set(["ann", "bob"]));
	});

	it("gives each job to exactly one of many concurrent claims", async () => {
		const ids = new Set<string>();
		for (let n = 0; n < 30; n++) ids.add(await enqueue(`owner ${n}`, n));
		const claimed = await Promise.all(Array.from({ length: 30 }, () => store.claim("count", [])));
		const found = claimed.flatMap((row) => (row === null ? [] : [row.id]));
		// A claim may come while the last jobs are being claimed; nothing is claimed twice.
		expect(new Set(found).size).toBe(found.length);
		for (const id of found) ids.delete(id);
		expect(await claimAll()).toHaveLength(ids.size);
	});

	it("skips owners with enough running jobs", async () => {
		await enqueue("ann");
		await enqueue("bob");
		expect((await store.claim("count", ["ann"]))?.owner_id).toBe("bob");
		expect(await store.claim("count", ["ann"])).toBeNull();
		expect(await store.queuedKinds(["count", "other"])).toEqual(["count"]);
	});

	it("requeues jobs of dead processes and due retries in one sweep across all processes", async () => {
		await enqueue("ann");
		await enqueue("bob");
		const ann = await store.claim("count", []);
		const bob = await store.claim("count", []);
		if (ann === null || bob === null) throw new Error("Nothing to claim");
		await database.exec("update jobs set lease_until = now() - interval '1 second' where owner_id = 'ann'", []);
		await store.requeue(bob, 3_600, "The server asks to wait.");
		expect(await store.queuedKinds(["count"])).toEqual([]);
		expect(await store.sweep()).toEqual(["count"]);
		expect((await store.claim("count", []))?.owner_id).toBe("ann");
		expect(await store.claim("count", [])).toBeNull();
		await database.exec("update jobs set run_after = now() where owner_id = 'bob'", []);
		// This or another process has just swept.
		expect(await store.sweep()).toEqual([]);
		await database.exec("update job_sweeps set swept_at = '-infinity'", []);
		await store.sweep();
		expect((await store.claim("count", []))?.owner_id).toBe("bob");
		expect(await store.finish(ann, "done", {})).toBeNull();
	});

	it("requeues more jobs than one sweep takes in the next ones, longest waiting first", async () => {
		const queue = createJobQueue(database, 15, randomUUID(), 2);
		for (let n = 0; n < 5; n++) {
			await enqueue(`left over ${n}`, n);
			await store.claim("count", []);
		}
		await database.exec("update jobs set lease_until = now() - interval '1 second'", []);
		for (let n = 0; n < 5; n++) {
			await enqueue(`waited ${n}`, n);
			const row = await store.claim("count", []);
			if (row !== null) await store.requeue(row, 60, "The server asks to wait.");
			await database.exec("update jobs set run_after = now() - make_interval(secs => $2) where owner_id = $1", [
				`waited ${n}`,
				100 - n,
			]);
		}
		const claimed: string[][] = [];
		for (let sweep = 0; sweep < 3; sweep++) {
			await database.exec("update job_sweeps set swept_at = '-infinity'", []);
			expect(await queue.sweep()).toEqual(["count"]);
			claimed.push((await claimAll()).toSorted());
		}
		expect(claimed.map((owners) => owners.filter((owner) => owner.startsWith("waited")))).toEqual([
			["waited 0", "waited 1"],
			["waited 2", "waited 3"],
			["waited 4"],
		]);
		expect(
			claimed
				.flat()
				.filter((owner) => owner.startsWith("left over"))
				.toSorted(),
		).toEqual([0, 1, 2, 3, 4].map((n) => `left over ${n}`));
	});
});
