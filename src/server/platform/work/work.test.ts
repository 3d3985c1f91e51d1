import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import type { ServerEvent } from "#shared/contracts/events.ts";
import type { Batch } from "#shared/contracts/work.ts";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { openWork, type TestWork } from "#test/work.ts";
import { AppError } from "../../errors.ts";
import { RetryAfter } from "../jobs/jobs.ts";
import type { BatchKey, CsvFormat, RunningItem, WorkContext, WorkKind } from "./work.ts";

const OWNER = "owner-1";
const item = z.object({ n: z.number(), host: z.string().optional() });
type Item = z.infer<typeof item>;
type Kind = WorkKind<Item, number, WorkContext>;

let shared: TestDatabase;
let open: TestWork[];
let time: number;

beforeAll(async () => {
	shared = await testDatabase();
});
beforeEach(() => {
	open = [];
	time = Date.parse("2026-03-02T10:00:00Z");
});
afterEach(async () => {
	for (const one of open) await one.close();
	await shared.query("truncate work_batches, work_items, work_limit_usage, jobs", []);
});
afterAll(() => shared.remove());

/** A process that runs batches. */
async function start(kinds: readonly Kind[], now: () => number = Date.now): Promise<TestWork> {
	// A second process has connections of its own.
	const database = open.length === 0 ? shared : undefined;
	const opened = await openWork(shared.install, kinds as WorkKind<unknown, unknown, WorkContext>[], now, database);
	open.push(opened);
	await opened.jobs.start();
	return opened;
}

function kindOf(run: (item: RunningItem<Item>) => Promise<number>, more: Partial<Kind> = {}): Kind {
	const base = {
		name: "count",
		unit: "items",
		item,
		result: z.number(),
		concurrency: 4,
		attempts: 3,
		backoff: () => 0,
	};
	return { ...base, delivery: "at-least-once", run: (_, running) => run(running), ...more } as Kind;
}

const numbers = (count: number): Item[] => Array.from({ length: count }, (_, n) => ({ n }));
const key = (batch: Batch): BatchKey => ({ ownerId: OWNER, id: batch.id });

test("runs every item once and counts as it goes", async () => {
	const seen: number[] = [];
	const kind = kindOf(async ({ item: { n } }) => seen.push(n) * 0 + n * 2, {
		outcome: (result) => (result % 4 === 0 ? "even" : "odd"),
	});
	const { work, jobs, events } = await start([kind]);
	const published: ServerEvent[] = [];
	events.subscribe(OWNER, (event) => published.push(event));
	const { batch, job } = await work.start(kind, { ownerId: OWNER }, numbers(1_000));
	expect(batch).toMatchObject({ kind: "count", total: 1_000, isSealed: true, jobId: job.id });
	await jobs.drain();
	expect(await work.get(key(batch))).toMatchObject({
		...{ state: "done", total: 1_000, done: 1_000, failed: 0, unknown: 0, error: null },
		outcomes: { even: 500, odd: 500 },
	});
	expect(seen.sort((a, b) => a - b)).toEqual(numbers(1_000).map(({ n }) => n));
	expect(await jobs.get(OWNER, job.id)).toMatchObject({
		...{ state: "done", kind: "count", unit: "items", done: 1_000, total: 1_000 },
		result: { done: 1_000, failed: 0, unknown: 0, even: 500, odd: 500 },
	});
	const states = published.flatMap((event) => (event.type === "batch" ? [event.batch.state] : []));
	expect([states[0], states.at(-1)]).toEqual(["active", "done"]);
	const [last] = await work.items(key(batch), { after: 998, limit: 10 });
	expect(last).toMatchObject({ position: 999, item: { n: 999 }, state: "done", result: 1_998 });
});

test("retries, gives up, and waits as an item asks", async () => {
	const attempts = new Map<number, number>();
	const kind = kindOf(async ({ item: { n }, attempt }) => {
		attempts.set(n, (attempts.get(n) ?? 0) + 1);
		if (n === 0) throw new AppError(409, "gone", "The list is gone.");
		if (n === 1) throw new Error("secret detail");
		if (n === 2 && attempt < 3) throw new Error("at first");
		if (n === 3 && attempts.get(n) === 1) throw new RetryAfter(0, "Busy");
		return attempt;
	});
	const { work, jobs } = await start([kind]);
	const { batch } = await work.start(kind, { ownerId: OWNER }, numbers(5));
	await jobs.drain();
	expect(await work.get(key(batch))).toMatchObject({ state: "done", done: 3, failed: 2 });
	const items = await work.items(key(batch), { after: null, limit: 10 });
	expect(items.map(({ state, result, errorCode }) => [state, result, errorCode])).toEqual([
		["failed", null, "gone"],
		["failed", null, "internal"],
		["done", 3, null],
		["done", 1, null],
		["done", 1, null],
	]);
	expect(items[0]?.error).toBe("The list is gone.");
	expect(items[1]?.error).not.toContain("secret");
	expect([...attempts].sort()).toEqual([
		[0, 1],
		[1, 3],
		[2, 3],
		[3, 2],
		[4, 1],
	]);
});

test("imports from a stream, resumes with an offset, and never stores an item twice", async () => {
	const seen: number[] = [];
	const kind = kindOf(async ({ item: { n } }) => seen.push(n));
	const { work, jobs } = await start([kind]);
	const request = { ownerId: OWNER, dedupeKey: "upload-1", isPaused: true };
	const batch = await work.create(kind, request);
	async function* broken(): AsyncGenerator<Item> {
		yield* numbers(1_300);
		throw new Error("The connection broke");
	}
	await expect(work.append(kind, key(batch), broken(), { from: 0 })).rejects.toThrow("The connection broke");
	// The same request again continues where the import was interrupted.
	const again = await work.create(kind, request);
	expect([again.id, again.total]).toEqual([batch.id, 1_000]);
	await work.append(kind, key(batch), numbers(1_700), { from: 0 });
	await work.append(kind, key(batch), numbers(2_000).slice(1_700), { from: 1_700 });
	await expect(work.append(kind, key(batch), numbers(1), { from: 2_001 })).rejects.toMatchObject({ code: "batch-gap" });
	await work.seal(key(batch));
	await expect(work.append(kind, key(batch), numbers(1))).rejects.toMatchObject({ code: "batch-sealed" });
	expect(seen).toEqual([]);
	await work.resume(key(batch));
	await jobs.drain();
	expect(await work.get(key(batch))).toMatchObject({ state: "done", total: 2_000, done: 2_000 });
	expect(seen.sort((a, b) => a - b)).toEqual(numbers(2_000).map(({ n }) => n));
});

test("runs items while others are still being appended", async () => {
	const { promise: first, resolve } = Promise.withResolvers<void>();
	const kind = kindOf(async ({ item: { n } }) => {
		resolve();
		return n;
	});
	const { work, jobs } = await start([kind]);
	const batch = await work.create(kind, { ownerId: OWNER });
	async function* slowly(): AsyncGenerator<Item> {
		yield* numbers(500);
		await first;
		yield { n: 500 };
	}
	await work.append(kind, key(batch), slowly());
	await work.seal(key(batch));
	await jobs.drain();
	expect(await work.get(key(batch))).toMatchObject({ state: "done", done: 501 });
});

test("a paused batch starts nothing; resumed, it runs the rest once", async () => {
	const seen: number[] = [];
	const blocked = Promise.withResolvers<void>();
	const kind = kindOf(
		async ({ item: { n } }) => {
			seen.push(n);
			if (n === 0) await blocked.promise;
			return n;
		},
		{ concurrency: 1 },
	);
	const { work, jobs } = await start([kind]);
	const { batch, job } = await work.start(kind, { ownerId: OWNER }, numbers(20));
	await vi.waitFor(() => expect(seen).toEqual([0]));
	expect(await work.pause(key(batch))).toMatchObject({ state: "paused" });
	blocked.resolve();
	await vi.waitFor(
		async () => expect(await jobs.get(OWNER, job.id)).toMatchObject({ state: "queued", error: "Paused" }),
		{
			timeout: 5_000,
		},
	);
	expect([seen, (await work.get(key(batch))).done]).toEqual([[0], 1]);
	await work.resume(key(batch));
	await jobs.drain();
	expect(await work.get(key(batch))).toMatchObject({ state: "done", done: 20 });
	expect(seen.toSorted((a, b) => a - b)).toEqual(numbers(20).map(({ n }) => n));
});

test.each(["the batch", "its job"])("cancelling %s aborts what runs and never starts the rest", async (what) => {
	const seen: number[] = [];
	const ended: Batch[] = [];
	const kind = kindOf(
		async ({ item: { n }, signal }) => {
			seen.push(n);
			await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
			return n;
		},
		{ concurrency: 2, onEnd: async (_: WorkContext, __: string, batch: Batch) => void ended.push(batch) },
	);
	const { work, jobs } = await start([kind]);
	const { batch, job } = await work.start(kind, { ownerId: OWNER }, numbers(10));
	await vi.waitFor(() => expect(seen).toHaveLength(2));
	if (what === "the batch") await work.cancel(key(batch));
	else await jobs.cancel(OWNER, job.id);
	await jobs.drain();
	await vi.waitFor(async () => expect(await work.get(key(batch))).toMatchObject({ state: "cancelled", done: 0 }));
	expect(await jobs.get(OWNER, job.id)).toMatchObject({ state: "cancelled" });
	await vi.waitFor(() => expect(ended.at(-1)).toMatchObject({ id: batch.id, state: "cancelled" }));
	expect(seen).toHaveLength(2);
	const items = await work.items(key(batch), { after: null, limit: 20 });
	expect(items.map(({ state }) => state)).toEqual(items.map(() => "cancelled"));
	await expect(work.resume(key(batch))).rejects.toMatchObject({ code: "batch-ended" });
});

test("a batch cancelled before it starts ends as well", async () => {
	const ended: string[] = [];
	const kind = kindOf(async () => 1, {
		onEnd: async (_: WorkContext, __: string, { state }: Batch) => void ended.push(state),
	});
	const { work, jobs } = await start([kind]);
	const runAt = Date.now() + 3_600_000;
	const { batch, job } = await work.start(kind, { ownerId: OWNER, runAt }, numbers(3));
	await vi.waitFor(async () => expect(await jobs.get(OWNER, job.id)).toMatchObject({ error: "Scheduled for later" }));
	await jobs.cancel(OWNER, job.id);
	expect(await work.get(key(batch))).toMatchObject({ state: "cancelled", done: 0 });
	expect(ended).toEqual(["cancelled"]);
});

test("limits of a key hold across batches and processes", async () => {
	const times = new Map<string, number[]>();
	let running = 0;
	let maxRunning = 0;
	const kind = kindOf(
		async ({ item: { host = "" } }) => {
			times.set(host, [...(times.get(host) ?? []), time]);
			maxRunning = Math.max(maxRunning, ++running);
			await new Promise((resolve) => setTimeout(resolve, 5));
			running--;
			return 1;
		},
		{
			key: ({ host = "" }) => host,
			limits: { perKey: { perSecond: 1 / 60, concurrency: 1 }, overall: { concurrency: 2 } },
		},
	);
	const first = await start([kind], () => time);
	if (shared.url !== null) await start([kind], () => time);
	const hosts = ["a", "b", "c"].flatMap((host) => [0, 1].map((n) => ({ n, host })));
	const batches = await Promise.all(
		[0, 1].map(async () => (await first.work.start(kind, { ownerId: OWNER }, hosts)).batch),
	);
	const all = () => [...times.values()].flat().length;
	for (const round of [1, 2, 3, 4]) {
		await vi.waitFor(() => expect(all()).toBe(3 * round), { timeout: 10_000 });
		time += 60_000;
	}
	await first.jobs.drain();
	for (const batch of batches) expect(await first.work.get(key(batch))).toMatchObject({ state: "done", done: 6 });
	for (const starts of times.values())
		for (const [index, at] of starts.entries())
			if (index > 0) expect(at - (starts[index - 1] ?? 0)).toBeGreaterThanOrEqual(60_000);
	expect(maxRunning).toBeLessThanOrEqual(2);
});

test("a key that is paused lets others go first", async () => {
	const seen: string[] = [];
	const kind = kindOf(
		async ({ item: { n, host = "" }, pauseKey }) => {
			seen.push(`${host}${n}`);
			if (host === "a" && n === 0) await pauseKey(3_600);
			return n;
		},
		{ key: ({ host = "" }) => host, limits: { perKey: { concurrency: 1 } }, concurrency: 1 },
	);
	const { work, jobs } = await start([kind], () => time);
	await work.start(kind, { ownerId: OWNER }, [
		{ n: 0, host: "a" },
		{ n: 1, host: "a" },
		{ n: 0, host: "b" },
		{ n: 1, host: "b" },
	]);
	await vi.waitFor(() => expect(seen).toEqual(["a0", "b0", "b1"]), { timeout: 5_000 });
	time += 3_600_000;
	await jobs.drain();
	expect(seen).toEqual(["a0", "b0", "b1", "a1"]);
});

test("items run at their own time", async () => {
	const seen: number[] = [];
	const begin = time;
	const kind = kindOf(async ({ item: { n } }) => seen.push(n), {
		runAt: ({ n }) => (n === 0 ? null : begin + n * 60_000),
	});
	const { work, jobs } = await start([kind], () => time);
	await work.start(kind, { ownerId: OWNER }, [{ n: 2 }, { n: 1 }, { n: 0 }]);
	for (const expected of [[0], [0, 1], [0, 1, 2]]) {
		await vi.waitFor(() => expect(seen).toEqual(expected), { timeout: 5_000 });
		time += 60_000;
	}
	await jobs.drain();
});

test("at-most-once: an unknown outcome is reconciled and never repeated", async () => {
	const ran: number[] = [];
	const reconciled: number[] = [];
	const kind = kindOf(
		async ({ item: { n } }) => {
			ran.push(n);
			const isFirst = ran.filter((one) => one === n).length === 1;
			if (n === 0) throw new AppError(422, "refused", "The server refused it.");
			if (n === 1 && isFirst) throw new RetryAfter(0, "Busy");
			if (n >= 2 && n <= 4 && isFirst) throw new Error("connection reset");
			return 10 + n;
		},
		{
			delivery: "at-most-once",
			async reconcile(_: WorkContext, { item: { n } }: RunningItem<Item>) {
				reconciled.push(n);
				if (n === 2) return { state: "done", result: 99 };
				return { state: n === 3 ? "not_done" : "unknown" };
			},
		} as Partial<Kind>,
	);
	const { work, jobs } = await start([kind]);
	const { batch } = await work.start(kind, { ownerId: OWNER }, numbers(6));
	await jobs.drain();
	expect(await work.get(key(batch))).toMatchObject({ state: "done", done: 4, failed: 1, unknown: 1 });
	const items = await work.items(key(batch), { after: null, limit: 10 });
	expect(items.map(({ state, result }) => [state, result])).toEqual([
		["failed", null],
		["done", 11],
		["done", 99],
		["done", 13],
		["unknown", null],
		["done", 15],
	]);
	expect(ran.filter((n) => n === 2 || n === 4)).toHaveLength(2);
	expect(reconciled.sort()).toEqual([2, 3, 4]);
});

test("streams results as CSV that spreadsheets do not evaluate", async () => {
	const kind = kindOf(async ({ item: { n } }) => n - 1);
	const format: CsvFormat = {
		headings: ["host", "state", "result"],
		fields: (rows) =>
			rows.map(({ item, state, result }) => [(item as { host?: string }).host ?? null, state, result as number]),
	};
	const { work, jobs } = await start([kind]);
	const hosts = ["=1+1", 'a "b", c', "plain", ...Array.from({ length: 700 }, (_, n) => `h${n}`)];
	const { batch } = await work.start(
		kind,
		{ ownerId: OWNER },
		hosts.map((host, n) => ({ n, host })),
	);
	await jobs.drain();
	let text = "";
	for await (const chunk of await work.csv(key(batch), format)) text += chunk;
	const lines = text.split("\r\n");
	expect(lines.slice(0, 4)).toEqual(["host,state,result", "'=1+1,done,-1", '"a ""b"", c",done,0', "plain,done,1"]);
	expect([lines.length, lines.at(-2)]).toEqual([hosts.length + 2, "h699,done,701"]);
});

test("another owner cannot see or change a batch", async () => {
	const kind = kindOf(async () => 1);
	const { work, jobs } = await start([kind]);
	const { batch } = await work.start(kind, { ownerId: OWNER }, numbers(2));
	await jobs.drain();
	const other = { ownerId: "owner-2", id: batch.id };
	for (const call of [work.get, work.cancel, work.pause, work.resume, work.csv])
		await expect(call(other)).rejects.toMatchObject({ status: 404 });
	expect(await work.list("owner-2")).toEqual([]);
	expect(await work.list(OWNER)).toHaveLength(1);
});

test("maintenance ends abandoned batches and deletes old ones", async () => {
	const ended: string[] = [];
	const kind = kindOf(async () => 1, {
		onEnd: async (_: WorkContext, __: string, { state }: Batch) => void ended.push(state),
	});
	const { work, jobs, database } = await start([kind], () => time);
	const { batch } = await work.start(kind, { ownerId: OWNER }, numbers(2));
	await jobs.drain();
	// As after a crash between the end of the job and that of the batch.
	await database.exec("update work_batches set state = 'active', finished_at = null", []);
	await database.exec("update jobs set state = 'cancelled'", []);
	await work.maintain();
	await jobs.drain();
	expect(await work.get(key(batch))).toMatchObject({ state: "cancelled" });
	expect(ended).toEqual(["done", "cancelled"]);
	time += 31 * 24 * 3_600_000;
	await work.maintain();
	await expect(work.get(key(batch))).rejects.toMatchObject({ status: 404 });
	expect(await database.query("select 1 from work_items", [])).toEqual([]);
});
