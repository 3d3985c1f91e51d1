import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import type { Batch } from "#shared/contracts/work.ts";
import { type TestInstall, testInstall } from "#test/database.ts";
import { openWork, type TestWork } from "#test/work.ts";
import { createClaimKeys } from "./claim-keys.ts";
import { claimItems, promoteItems } from "./items.ts";
import { deleteOld } from "./maintenance.ts";
import type { BatchKey, WorkContext, WorkKind } from "./work.ts";

/** What is claimed, queued and deleted in parts, in parts of a few items. */

const OWNER = "owner-1";
const item = z.object({ n: z.number(), host: z.string() });
type Item = z.infer<typeof item>;
type Kind = WorkKind<Item, number, WorkContext>;

const time = Date.parse("2026-03-02T10:00:00Z");
let install: TestInstall;
let opened: TestWork;

beforeEach(async () => {
	install = await testInstall();
});
afterEach(async () => {
	await opened.close();
	await install.remove();
});

function kindOf(more: Partial<Kind>): Kind {
	return {
		...{ name: "count", unit: "items", item, result: z.number(), concurrency: 4, attempts: 3, backoff: () => 0 },
		...{ delivery: "at-least-once", run: async () => 1 },
		...more,
	} as Kind;
}

async function start(kind: Kind): Promise<TestWork> {
	opened = await openWork(install, [kind as WorkKind<unknown, unknown, WorkContext>], () => time);
	await opened.jobs.start();
	return opened;
}

/** Items of seven hosts in turn. */
const itemsOf = (count: number): Item[] =>
	Array.from({ length: count }, (_, n) => ({ n, host: `host${n % 7}.example` }));
const key = (batch: Batch): BatchKey => ({ ownerId: OWNER, id: batch.id });

test.each([2, 3, 7])("claims every item of all keys once, looking at %i keys at a time", async (limit) => {
	const kind = kindOf({ key: ({ host }) => host });
	const { work, database } = await start(kind);
	const batch = await work.create(kind, { ownerId: OWNER, isPaused: true });
	const items = itemsOf(21);
	await work.append(kind, key(batch), items);
	const turns = createClaimKeys(database, key(batch), true, limit);
	const claimer = { jobId: randomUUID(), leaseId: randomUUID() };
	const claimed: number[] = [];
	const inTurn = new Set<string>();
	for (;;) {
		const pages = await turns.next(4);
		if (pages.length === 0) break;
		for (const page of pages) inTurn.add(page.key);
		const wanted = { counts: pages.map(() => 2), limit: 4 };
		const found = await claimItems(database, key(batch), { claimer, pages, ...wanted });
		turns.claimed(pages, found, wanted);
		claimed.push(...found.map(({ position }) => position));
	}
	expect(claimed.toSorted((a, b) => a - b)).toEqual(itemsOf(21).map(({ n }) => n));
	expect([...inTurn]).toEqual(items.slice(0, 7).map(({ host }) => host));
});

test.each([2, 3, 7])("queues what is due, and deletes what is old, %i at a time", async (atOnce) => {
	const kind = kindOf({ runAt: ({ n }) => time - n });
	const { work, database } = await start(kind);
	const batch = await work.create(kind, { ownerId: OWNER, isPaused: true });
	await work.append(kind, key(batch), itemsOf(7));
	const queued: number[][] = [];
	for (let next: number | null = time; next !== null; ) {
		next = await promoteItems(database, key(batch), time, atOnce);
		const rows = await database.query<{ position: number }>(
			"select position from work_items where state = 'waiting' order by position",
			[],
		);
		queued.push(rows.map(({ position }) => position).filter((position) => !queued.flat().includes(position)));
	}
	expect(queued[0]).toEqual([0, 1, 2, 3, 4, 5, 6].slice(-atOnce));
	expect(queued.flat().toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6]);
	expect(queued).toHaveLength(Math.ceil(7 / atOnce));
	await work.cancel(key(batch));
	await database.exec(
		`insert into work_limit_usage (owner_id, kind, key, running, next_start_at)
		select $1, 'count', n::text, 0, '2026-01-05' from generate_series(1, 7) n`,
		[OWNER],
	);
	await deleteOld(database, time + 31 * 24 * 3_600_000, atOnce);
	for (const table of ["work_batches", "work_items", "work_limit_usage"])
		expect(await database.query(`select 1 from ${table}`, [])).toEqual([]);
});
