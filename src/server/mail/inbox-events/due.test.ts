import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { accountsWithInboxEvents } from "./store.ts";

it("more accounts than one poll takes are taken in the order in which they have waited", async () => {
	const database = await testDatabase();
	const accounts = new Map<number, string>();
	for (const minute of [3, 1, 2]) {
		const account = randomUUID();
		accounts.set(minute, account);
		for (const at of [minute, 30])
			await database.exec(
				"insert into inbox_events (owner_id, account_id, email_id, arrived_at) values ('ada', $1, $2, $3)",
				[...[account, randomUUID(), new Date(Date.UTC(2026, 0, 1, 12, at))]],
			);
	}
	const due = (await accountsWithInboxEvents(database, 2)).map(({ accountId }) => accountId);
	expect(due).toEqual([accounts.get(1), accounts.get(2)]);
	await database.remove();
});
