import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#shared/ids.ts";
import { testDatabase } from "#test/database.ts";
import { insertBatch } from "./insert.ts";
import { createMaintenance } from "./maintenance.ts";
import { classifier, incoming } from "./testing.ts";

const MAILBOXES = 40;
const MESSAGES = 50;
const BATCH = 500;

describe("maintenance", () => {
	let database: Awaited<ReturnType<typeof testDatabase>>;
	beforeAll(async () => {
		database = await testDatabase();
	});
	afterAll(() => database.remove());

	it("analyzes the tables as all mailboxes together grow, not for each small one", async () => {
		for (let n = 0; n < MAILBOXES; n++) {
			const maintenance = createMaintenance(database);
			const messages = Array.from({ length: MESSAGES }, (_, i) => incoming({ id: `${i}` }, { subject: `Number ${i}` }));
			await insertBatch(database, `owner-${n}`, newId(), { messages, removed: [], roles: new Map(), classifier });
			await maintenance.wrote(MESSAGES);
			await maintenance.finish();
		}
		const analyzed = async () => {
			const sql = "select analyze_count as count from pg_stat_user_tables where relname = 'emails'";
			return (await database.one<{ count: number }>(sql, []))?.count ?? 0;
		};
		// The server counts what was written up to a second later: the jobs above may have ended before.
		const late = createMaintenance(database);
		await expect
			.poll(async () => {
				await late.wrote(MESSAGES);
				await late.finish();
				return analyzed();
			})
			.toBeGreaterThanOrEqual(1);
		// At 500, 1,000 and 2,000 messages at the earliest.
		expect(await analyzed()).toBeLessThanOrEqual(3);
	});

	it("tells the planner of a new owner whose mailbox is a small part of all mail", async () => {
		const store = async (ownerId: string, count: number) => {
			const maintenance = createMaintenance(database);
			const accountId = newId();
			for (let from = 0; from < count; from += BATCH) {
				const messages = Array.from({ length: BATCH }, (_, i) => incoming({ id: `${from + i}` }));
				await insertBatch(database, ownerId, accountId, { messages, removed: [], roles: new Map(), classifier });
				await maintenance.wrote(BATCH);
			}
		};
		await store("owner-of-most", 4_000);
		await database.exec("analyze emails", []);
		await store("new-owner", 1_000);
		const known = await database.query<{ owner: string }>(
			"select unnest(most_common_vals::text::text[]) as owner from pg_stats where tablename = 'emails' and attname = 'owner_id'",
			[],
		);
		expect(known.map(({ owner }) => owner)).toContain("new-owner");
	});
});
