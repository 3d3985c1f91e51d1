import { expect, test } from "vitest";
import { z } from "zod";
import { testDatabase } from "#test/database.ts";
import type { JobQuery } from "./jobs.ts";
import { createJobStore } from "./store.ts";

const owner = "owner-1";

test("all jobs are listed page by page, also those of the same moment, of one mailbox, or active", async () => {
	const database = await testDatabase();
	const count = { name: "count", input: z.object({ n: z.number() }), unit: "messages", attempts: 3, concurrency: 1 };
	// Without workers: none of them runs.
	const jobs = createJobStore(database, 60);
	const account = "01890000-0000-7000-8000-000000000001";
	const made: string[] = [];
	// In one transaction all have the same time.
	await database.transaction(async () => {
		for (let n = 0; n < 5; n++) {
			const request = { ownerId: owner, input: { n }, ...(n % 2 === 0 && { accountId: account }) };
			made.push((await jobs.insert(count, request)).job.id);
		}
	});
	await jobs.cancel(owner, made[4] ?? "");
	const read = async (query: JobQuery) => {
		const seen: string[] = [];
		for (let cursor: string | undefined; ; ) {
			const page = await jobs.list(owner, { ...query, limit: 2, cursor });
			seen.push(...page.items.map(({ id }) => id));
			if (page.nextCursor === null) return { total: page.total, ids: seen.toSorted() };
			cursor = page.nextCursor;
		}
	};
	const some = (...numbers: number[]) => numbers.map((n) => made[n]).toSorted();
	expect(await read({})).toEqual({ total: 5, ids: made.toSorted() });
	expect(await read({ active: true })).toEqual({ total: 4, ids: some(0, 1, 2, 3) });
	expect(await read({ account })).toEqual({ total: 3, ids: some(0, 2, 4) });
	expect(await read({ account, active: true, kind: "other" })).toEqual({ total: 0, ids: [] });
	await expect(jobs.list(owner, { cursor: "x" })).rejects.toMatchObject({ code: "bad-cursor" });
	await database.remove();
});
