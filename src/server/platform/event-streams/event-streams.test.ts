import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { ServerEvent } from "#shared/contracts/events.ts";
import { newId } from "#shared/ids.ts";
import { pause } from "#shared/pause.ts";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { OWNER, openMailbox, type TestMailbox } from "#test/mailbox.ts";
import { numbers, numbersOf, others, recorder, type Seen, send, shown, upTo } from "#test/streams-of-numbers.ts";
import { describeIf, isPostgres } from "../../../../fixtures/only-if.ts";
import type { Context } from "../../identity/auth/context.ts";
import { type Jobs, RetryAfter } from "../jobs/jobs.ts";
import { expireEvents } from "../modules/event-streams.ts";
import { MAX_ATTEMPTS } from "./deliver.ts";
import { dispatch, retryDelivery } from "./dispatch.ts";
import { publish } from "./publish.ts";
import { failingCursors, undispatchedOwners } from "./store.ts";
import { on, type Subscription } from "./streams.ts";

let database: TestDatabase;
let open: TestMailbox[];
beforeAll(async () => {
	database = await testDatabase();
});
beforeEach(() => {
	open = [];
});
afterEach(async () => {
	for (const box of open) await box.close();
	await database.exec("truncate stream_events, stream_heads, stream_subscriptions, stream_cursors, jobs", []);
});
afterAll(() => database.remove());

async function start(
	subscriptions: readonly Subscription<Context>[],
	options: Parameters<typeof openMailbox>[1] = {},
): Promise<Context> {
	// A second process has connections of its own.
	const shared = open.length === 0 ? { database } : {};
	const box = await openMailbox(database.install, { ...options, ...shared, subscriptions });
	open.push(box);
	return box.ctx;
}

const count = async ({ database }: Context): Promise<number> =>
	(await database.query("select 1 from stream_events", [])).length;
const keyOf = (subscriber: string) => ({ ownerId: OWNER, subscriber, orderingKey: "" });

it("delivers what is committed to each subscriber, in order and once", async () => {
	const one: Seen[] = [];
	const two: Seen[] = [];
	const ctx = await start([recorder("one", one), recorder("two", two)]);
	for (const n of upTo(250)) await send(ctx, n, { ownerId: n % 2 === 0 ? OWNER : "owner-2" });
	await ctx.database
		.transaction(async () => {
			await publish(ctx.database, numbers, { ownerId: OWNER }, { n: 999 });
			throw new Error("rolled back");
		})
		.catch(() => undefined);
	await ctx.jobs.drain();
	for (const seen of [one, two])
		for (const [owner, rest] of [
			[OWNER, 0],
			["owner-2", 1],
		] as const)
			expect(numbersOf(seen.filter((event) => event.owner === owner))).toEqual(upTo(250).filter((n) => n % 2 === rest));
	expect(one).toHaveLength(250);
	expect(two).toHaveLength(250);
});

// More than are read at once.
it.each([
	[230, 100],
	[7, 3],
])("delivers the %i events of one transaction in the order in which they were published", async (events, batchSize) => {
	const seen: Seen[] = [];
	const ctx = await start([{ ...recorder("one", seen), batchSize }]);
	await ctx.database.transaction(async () => {
		for (const n of upTo(events)) await publish(ctx.database, numbers, { ownerId: OWNER }, { n });
	});
	await ctx.jobs.drain();
	expect(numbersOf(seen)).toEqual(upTo(events));
});

it("delivers the events of a burst together", async () => {
	const calls: number[][] = [];
	const handler = on(numbers, async (_: Context, events) => void calls.push(events.map(({ payload }) => payload.n)));
	const ctx = await start([{ name: "one", handlers: [handler] }]);
	const begin = performance.now();
	for (const n of upTo(60)) {
		await send(ctx, n);
		await pause(20);
	}
	await vi.waitFor(() => expect(calls.flat()).toEqual(upTo(60)), 20_000);
	// Four, then one per second.
	expect(calls.length).toBeLessThanOrEqual(6 + (performance.now() - begin) / 1_000);
});

it("delivers an event to all subscribers in one job, and to one that fails in a job of its own", async () => {
	const inputs: string[] = [];
	let isBroken = true;
	const bad = recorder("bad", [], () => {
		if (isBroken) throw new RetryAfter(3, "not now");
	});
	const late: Seen[] = [];
	const ctx = await start([recorder("a", []), bad, recorder("late", late)]);
	const enqueue: Jobs["enqueue"] = ctx.jobs.enqueue.bind(ctx.jobs);
	ctx.jobs.enqueue = (kind, request) => {
		inputs.push(JSON.stringify(request.input));
		return enqueue(kind, request);
	};
	const all = '{"orderingKey":""}';
	const retried = '{"orderingKey":"","subscriber":"bad"}';
	await send(ctx, 1);
	await vi.waitFor(() => expect(inputs).toEqual([all, retried]), 10_000);
	await vi.waitFor(() => expect(numbersOf(late)).toEqual([1]), 10_000);
	await send(ctx, 2);
	await vi.waitFor(() => expect(numbersOf(late)).toEqual([1, 2]), 10_000);
	expect(inputs.slice(2).sort()).toEqual([retried, all].sort());
	isBroken = false;
	await ctx.jobs.drain();
	expect(await failingCursors(ctx.database, 10)).toEqual([]);
});

it("stores nothing that nobody subscribes to, and rejects a payload that breaks the schema", async () => {
	const ctx = await start([recorder("one", [])]);
	await send(ctx, 1, {}, others);
	expect(await count(ctx)).toBe(0);
	const broken = { n: "one" } as unknown as { n: number };
	await expect(
		ctx.database.transaction(() => publish(ctx.database, numbers, { ownerId: OWNER }, broken)),
	).rejects.toThrow();
});

it("starts a new subscriber, and a new stream of a known one, with what is published from then on", async () => {
	const one: Seen[] = [];
	const late: Seen[] = [];
	const ctx = await start([recorder("one", one), { name: "both", handlers: [on(others, async () => undefined)] }]);
	await send(ctx, 1);
	await send(ctx, 1, {}, others);
	await ctx.jobs.drain();
	await open.pop()?.close();
	const again = await start([
		recorder("one", one),
		recorder("late", late),
		{ name: "both", handlers: [on(others, async () => undefined), ...recorder("", late).handlers] },
	]);
	await send(again, 2);
	await again.jobs.drain();
	expect(numbersOf(one)).toEqual([1, 2]);
	expect(numbersOf(late)).toEqual([2, 2]);
});

it("delivers several streams to one subscriber in order", async () => {
	const seen: string[] = [];
	const handlers = [numbers, others].map((stream) =>
		on(
			stream,
			async (_: Context, events) => void seen.push(...events.map(({ payload }) => `${stream.name} ${payload.n}`)),
		),
	);
	const ctx = await start([{ name: "both", handlers }]);
	for (const n of upTo(6)) await send(ctx, n, {}, n % 3 === 0 ? others : numbers);
	await ctx.jobs.drain();
	expect(seen).toEqual(upTo(6).map((n) => `${n % 3 === 0 ? "test.others" : "test.numbers"} ${n}`));
});

it("retries a failing subscriber, then parks it with its error, while the others continue", async () => {
	let isBroken = true;
	const bad: Seen[] = [];
	const good: Seen[] = [];
	const failing = recorder("bad", bad, (n) => {
		if (isBroken && n === 2) throw new Error("cannot read 2");
	});
	const ctx = await start([failing, recorder("good", good)]);
	for (const n of upTo(3)) await send(ctx, n);
	await vi.waitFor(async () => {
		// The last attempt, without waiting half an hour for it.
		await ctx.database.exec(
			"update stream_cursors set attempts = $1 where subscriber = 'bad' and attempts > 0 and position = 2 and parked_at is null",
			[MAX_ATTEMPTS - 1],
		);
		await ctx.database.exec("update jobs set run_after = now() where kind = 'deliver-events' and state = 'queued'", []);
		expect((await failingCursors(ctx.database, 10))[0]?.parkedAt).toBeInstanceOf(Date);
	}, 20_000);
	await ctx.jobs.drain();
	const [parked] = await failingCursors(ctx.database, 10);
	expect(parked).toMatchObject({ subscriber: "bad", attempts: MAX_ATTEMPTS, error: "cannot read 2" });
	for (const n of [3, 4]) await send(ctx, n);
	await ctx.jobs.drain();
	expect(numbersOf(good)).toEqual(upTo(5));
	expect(numbersOf(bad)).not.toContain(3);
	expect((await failingCursors(ctx.database, 10))[0]?.waiting).toBeGreaterThanOrEqual(3);
	isBroken = false;
	expect(await retryDelivery(ctx, keyOf("good"))).toBe(false);
	expect(await retryDelivery(ctx, keyOf("bad"))).toBe(true);
	await ctx.jobs.drain();
	// At least once: what preceded the failure in its batch may come twice.
	expect([...new Set(numbersOf(bad))]).toEqual(upTo(5));
	expect(await failingCursors(ctx.database, 10)).toEqual([]);
});

it("holds back the failing ordering key only, and delivers one by one up to the failing event", async () => {
	let isBroken = true;
	const seen: Seen[] = [];
	const ctx = await start([
		recorder("one", seen, (n) => {
			if (isBroken && n === 2) throw new Error("not now");
		}),
	]);
	await ctx.database.transaction(async () => {
		for (const n of upTo(4)) await publish(ctx.database, numbers, { ownerId: OWNER, orderingKey: "a" }, { n });
		await publish(ctx.database, numbers, { ownerId: OWNER, orderingKey: "b" }, { n: 10 });
	});
	const cursor = async () =>
		(await ctx.database.one<{ position: number }>("select position from stream_cursors where ordering_key = 'a'", []))
			?.position;
	await vi.waitFor(async () => expect(await cursor()).toBe(2), 20_000);
	expect(seen.filter(({ key }) => key === "b")).toHaveLength(1);
	isBroken = false;
	await ctx.jobs.drain();
	expect([...new Set(numbersOf(seen.filter(({ key }) => key === "a")))]).toEqual(upTo(4));
});

it("retries a service that is down for hours, and parks after a day", async () => {
	let now = Date.now();
	const down = recorder("one", [], () => {
		throw new RetryAfter(0, "The mail server does not answer.");
	});
	const ctx = await start([down], { now: () => now });
	await send(ctx, 1);
	const state = async () => (await failingCursors(ctx.database, 10))[0];
	await vi.waitFor(async () => expect((await state())?.attempts).toBeGreaterThan(MAX_ATTEMPTS), 20_000);
	expect((await state())?.parkedAt).toBeNull();
	now += 25 * 3_600_000;
	await ctx.jobs.drain();
	expect((await state())?.parkedAt).not.toBeNull();
});

it.each([2, 3, 7])("dispatches, delivers and expires %i events at a time", async (atOnce) => {
	const seen: Seen[] = [];
	let now = Date.now();
	const ctx = await start([recorder("one", seen)], { now: () => now });
	await ctx.database.exec("update stream_subscriptions set created_at = now() - interval '1 minute'", []);
	for (const n of upTo(7))
		await ctx.database.exec(
			`insert into stream_events (owner_id, id, stream, payload) values ($1, $2, 'test.numbers', $3)`,
			[OWNER, newId(), { n }],
		);
	await dispatch(ctx, OWNER, atOnce);
	expect(await ctx.database.query("select 1 from stream_events where position is null", [])).toEqual([]);
	await ctx.jobs.drain();
	expect(numbersOf(seen)).toEqual(upTo(7));
	now += 8 * 24 * 3_600_000;
	await expireEvents(ctx, atOnce);
	expect(await count(ctx)).toBe(0);
});

it("dispatches what a crashed process has published", async () => {
	const seen: Seen[] = [];
	const ctx = await start([recorder("one", seen)]);
	// As if the process had died between commit and dispatch.
	await ctx.database.exec(
		`insert into stream_events (owner_id, id, stream, payload, written_at) values ($1, $2, 'test.numbers', '{"n": 7}', now() + interval '1 second')`,
		[OWNER, newId()],
	);
	await ctx.database.exec("update stream_events set written_at = now() - interval '3 seconds'", []);
	await ctx.database.exec("update stream_subscriptions set created_at = now() - interval '1 minute'", []);
	expect(await undispatchedOwners(ctx.database, 10)).toEqual([OWNER]);
	await dispatch(ctx, OWNER);
	await ctx.jobs.drain();
	expect(numbersOf(seen)).toEqual([7]);
});

it("dispatches what crashed processes of more users than one poll looks at have published", async () => {
	const ctx = await start([]);
	for (const [at, owner] of ["a", "b", "b", "b", "c", "d"].entries())
		await ctx.database.exec(
			`insert into stream_events (owner_id, id, stream, payload, written_at)
			values ($1, $2, 'test.numbers', '{"n": 7}', now() - make_interval(secs => $3))`,
			[owner, newId(), 60 - at],
		);
	const polls: string[][] = [];
	for (;;) {
		const owners = await undispatchedOwners(ctx.database, 2);
		if (owners.length === 0) break;
		for (const owner of owners) await dispatch(ctx, owner);
		polls.push(owners.toSorted());
	}
	// Whoever waits longest comes first.
	expect(polls).toEqual([
		["a", "b"],
		["c", "d"],
	]);
});

it("expires what is handled after a week, and what a failing subscriber has not handled after a month", async () => {
	let now = Date.now();
	const ctx = await start(
		[
			recorder("good", []),
			recorder("bad", [], () => {
				throw new Error("never");
			}),
		],
		{ now: () => now },
	);
	await send(ctx, 1);
	await vi.waitFor(async () => expect(await failingCursors(ctx.database, 10)).toHaveLength(1), 10_000);
	now += 8 * 24 * 3_600_000;
	await expireEvents(ctx);
	expect(await count(ctx)).toBe(1);
	now += 23 * 24 * 3_600_000;
	await expireEvents(ctx);
	expect(await count(ctx)).toBe(0);
});

it("sends the events of browser streams to open browsers", async () => {
	const ctx = await start([]);
	const received: ServerEvent[] = [];
	ctx.events.subscribe(OWNER, (event) => received.push(event));
	await send(ctx, 1, {}, shown);
	await send(ctx, 2, { ownerId: "owner-2" }, shown);
	await vi.waitFor(() => expect(received).toEqual([{ type: "stream", stream: "test.shown", payload: { n: 1 } }]));
});

describeIf(isPostgres)("with concurrent transactions", () => {
	it("does not pass an event whose transaction commits later", async () => {
		const seen: Seen[] = [];
		const ctx = await start([recorder("one", seen)]);
		const written = Promise.withResolvers<void>();
		const released = Promise.withResolvers<void>();
		const slow = ctx.database.transaction(async () => {
			await publish(ctx.database, numbers, { ownerId: OWNER }, { n: 1 });
			written.resolve();
			await released.promise;
		});
		await written.promise;
		await send(ctx, 2);
		await ctx.jobs.drain();
		expect(numbersOf(seen)).toEqual([2]);
		released.resolve();
		await slow;
		await ctx.jobs.drain();
		expect(numbersOf(seen)).toEqual([2, 1]);
	});

	it("loses and doubles nothing with many writers in several processes, and keeps each writer's order", async () => {
		const seen: Seen[] = [];
		const subscriptions = [recorder("one", seen), recorder("two", [])];
		const processes = [await start(subscriptions), await start(subscriptions)];
		const committed: Seen[] = [];
		const write = async (ctx: Context, writer: number): Promise<void> => {
			for (const n of upTo(15)) {
				const event = { owner: `owner-${writer % 3}`, key: `writer ${writer}`, n };
				const work = async (): Promise<void> => {
					await publish(ctx.database, numbers, { ownerId: event.owner, orderingKey: event.key }, { n });
					// Transactions of different length, which commit in another order than they write.
					await ctx.database.exec("select pg_sleep($1)", [((writer * 7 + n * 3) % 5) / 200]);
					if (n % 5 === 4) throw new Error("rolled back");
				};
				await ctx.database.transaction(work).then(
					() => committed.push(event),
					() => undefined,
				);
			}
		};
		await Promise.all(upTo(8).map((writer) => write(processes[writer % 2] as Context, writer)));
		for (const { jobs } of processes) await jobs.drain();
		const inOrder = (events: readonly Seen[]) => events.map((one) => JSON.stringify(one)).sort();
		expect(inOrder(seen)).toEqual(inOrder(committed));
		for (const writer of upTo(8)) {
			const own = numbersOf(seen.filter(({ key }) => key === `writer ${writer}`));
			expect(own).toEqual(own.toSorted((a, b) => a - b));
		}
	});
});
