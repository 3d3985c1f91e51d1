import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ServerEvent } from "#shared/contracts/events.ts";
import { createLogger } from "../log.ts";
import { type TestPlace, testPlace } from "../testing/database.ts";
import { createEvents, type Events } from "./bus.ts";

const log = createLogger({ logLevel: "silent" });

it("tells listeners of one owner and nobody else, until they stop listening", async () => {
	const events = await createEvents({ databaseUrl: null }, log);
	const heard: ServerEvent[] = [];
	const stop = events.subscribe("ann", (event) => heard.push(event));
	events.publish("ann", { type: "accounts" });
	events.publish("bob", { type: "operations" });
	stop();
	events.publish("ann", { type: "operations" });
	expect(heard).toEqual([{ type: "accounts" }]);
	await events.close();
});

describe.skipIf(process.env.TEST_DATABASE_URL === undefined)("between processes on PostgreSQL", () => {
	let place: TestPlace;
	let admin: pg.Client;
	let one: Events;
	let two: Events;
	beforeEach(async () => {
		place = await testPlace();
		admin = new pg.Client({ connectionString: place.databaseUrl ?? "" });
		await admin.connect();
		one = await createEvents(place, log);
		two = await createEvents(place, log);
	});
	afterEach(async () => {
		await one.close();
		await two.close();
		await admin.end();
		await place.remove();
	});

	const ofLines = "from pg_stat_activity where application_name = 'mailstead events' and datname = current_database()";

	async function lines(): Promise<number> {
		const { rows } = await admin.query<{ n: number }>(`select count(*)::int as n ${ofLines}`);
		return rows[0]?.n ?? 0;
	}

	it("passes events and calls for work on, each once", async () => {
		const heard: unknown[] = [];
		two.subscribe("ann", (event) => heard.push(event));
		two.onWake((kind) => heard.push(kind));
		one.publish("ann", { type: "accounts" });
		one.publish("bob", { type: "accounts" });
		one.wake("sync");
		await vi.waitFor(() => expect(heard).toEqual([{ type: "accounts" }, "sync"]));
	});

	it("comes back after a break, with one connection each however often it breaks", async () => {
		const heard: unknown[] = [];
		two.subscribe("ann", (event) => heard.push(event));
		for (let i = 0; i < 2; i++) {
			await admin.query(`select pg_terminate_backend(pid) ${ofLines}`);
			await vi.waitFor(async () => expect(await lines()).toBe(0), 1_000);
			await vi.waitFor(async () => expect(await lines()).toBe(2), 5_000);
			// A second attempt at the same connection would have come by now.
			await new Promise((resolve) => setTimeout(resolve, 500));
			expect(await lines()).toBe(2);
		}
		one.publish("ann", { type: "accounts" });
		await vi.waitFor(() => expect(heard).toEqual([{ type: "accounts" }]));
	}, 20_000);
});
