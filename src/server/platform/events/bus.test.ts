import pg from "pg";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ServerEvent } from "#shared/contracts/events.ts";
import { newId } from "#shared/ids.ts";
import { testDatabase } from "#test/database.ts";
import { describeIf, isPostgres } from "../../../../fixtures/only-if.ts";
import type { Database } from "../../db/database.ts";
import { createLogger } from "../../log.ts";
import { createEvents, type Events } from "./bus.ts";

const log = createLogger({ logLevel: "silent" });

it("delivers events to the owner's listeners only, until they unsubscribe", async () => {
	const database = undefined as unknown as Database;
	const events = await createEvents({ databaseUrl: null, databaseListenUrl: null }, database, log);
	const received: ServerEvent[] = [];
	const stop = events.subscribe("ann", (event) => received.push(event));
	events.publish("ann", { type: "accounts" });
	events.publish("bob", { type: "operations" });
	stop();
	events.publish("ann", { type: "operations" });
	expect(received).toEqual([{ type: "accounts" }]);
	await events.close();
});

/** A job with a result that is larger than NOTIFY takes. */
function largeJob(): ServerEvent {
	return {
		type: "job",
		job: {
			id: newId(),
			kind: "sync",
			accountId: null,
			state: "running",
			done: 1,
			total: null,
			unit: "messages",
			note: null,
			secondsLeft: null,
			result: {
				skipped: Array.from({ length: 500 }, (_, i) => ({ offset: i, reason: "It is not a message at all." })),
			},
			error: null,
			errorCode: null,
			createdAt: new Date().toISOString(),
			startedAt: null,
			finishedAt: null,
		},
	};
}

describeIf(isPostgres)("between processes on PostgreSQL", () => {
	let database: Awaited<ReturnType<typeof testDatabase>>;
	let admin: pg.Client;
	let one: Events;
	let two: Events;
	beforeEach(async () => {
		database = await testDatabase();
		const config = { databaseUrl: database.url, databaseListenUrl: null };
		admin = new pg.Client({ connectionString: database.url ?? "" });
		await admin.connect();
		one = await createEvents(config, database, log);
		two = await createEvents(config, database, log);
	});
	afterEach(async () => {
		await one.close();
		await two.close();
		await admin.end();
		await database.remove();
	});

	const ofLines = "from pg_stat_activity where application_name = 'mailstead events' and datname = current_database()";

	async function lines(): Promise<number> {
		const { rows } = await admin.query<{ n: number }>(`select count(*)::int as n ${ofLines}`);
		return rows[0]?.n ?? 0;
	}

	it("delivers events and wake-ups to other processes exactly once", async () => {
		const received: unknown[] = [];
		two.subscribe("ann", (event) => received.push(event));
		two.onWake((kind) => received.push(kind));
		one.publish("ann", { type: "accounts" });
		one.publish("bob", { type: "accounts" });
		one.wake("sync");
		await vi.waitFor(() => expect(received).toEqual([{ type: "accounts" }, "sync"]), 10_000);
	});

	it("delivers large and small events in order", async () => {
		const received: ServerEvent[] = [];
		two.subscribe("ann", (event) => received.push(event));
		const sent: ServerEvent[] = [largeJob(), { type: "accounts" }, largeJob(), largeJob(), { type: "operations" }];
		for (const event of sent) one.publish("ann", event);
		await vi.waitFor(() => expect(received).toEqual(sent), 10_000);
	});

	it("uses a polled table behind a pooler, exactly once and in order", async () => {
		const pooled = { pool: database.pool, pooled: true };
		const config = { databaseUrl: database.url, databaseListenUrl: null };
		const [three, four] = [await createEvents(config, pooled, log), await createEvents(config, pooled, log)];
		const received: unknown[] = [];
		four.subscribe("ann", (event) => received.push(event));
		four.onWake((kind) => received.push(kind));
		four.onCancel((id) => received.push(id));
		const event = largeJob();
		three.publish("ann", event);
		three.wake("sync");
		await vi.waitFor(() => expect(received).toEqual([event, "sync"]), 5_000);
		three.cancel("a job");
		await vi.waitFor(() => expect(received).toEqual([event, "sync", "a job"]), 5_000);
		await three.close();
		await four.close();
	});

	it("reconnects with a single connection after repeated connection errors", async () => {
		const received: unknown[] = [];
		two.subscribe("ann", (event) => received.push(event));
		for (let i = 0; i < 2; i++) {
			await admin.query(`select pg_terminate_backend(pid) ${ofLines}`);
			await vi.waitFor(async () => expect(await lines()).toBe(0), 1_000);
			await vi.waitFor(async () => expect(await lines()).toBe(2), 5_000);
			// A duplicate connection attempt would have happened by now.
			await new Promise((resolve) => setTimeout(resolve, 500));
			expect(await lines()).toBe(2);
		}
		one.publish("ann", { type: "accounts" });
		await vi.waitFor(() => expect(received).toEqual([{ type: "accounts" }]), 10_000);
	});
});
