import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { accountsWithDue } from "./store.ts";

it("more accounts than one poll takes are taken in the order in which they have waited", async () => {
	const database = await testDatabase();
	const minutes = [3, 1, 4, 2, 5];
	const accounts = new Map<number, string>();
	for (const minute of minutes) {
		const account = randomUUID();
		accounts.set(minute, account);
		// The later message of an account does not move it back.
		for (const at of [minute, 30])
			await database.exec(
				`insert into outgoing_messages (owner_id, account_id, id, idempotency_key, message_id, sender, subject, priority,
					state, next_attempt_at, created_at)
				values ('ada', $1, $2::uuid, $2::uuid::text, 'm', 'ada@example.org', '', 'bulk', 'queued', $3, now())`,
				[account, randomUUID(), new Date(Date.UTC(2026, 0, 1, 12, at))],
			);
	}
	const now = new Date(Date.UTC(2026, 0, 1, 13));
	const due = async (limit: number) => (await accountsWithDue(database, now, limit)).map(({ accountId }) => accountId);
	expect(await due(2)).toEqual([accounts.get(1), accounts.get(2)]);
	expect(await due(9)).toEqual([1, 2, 3, 4, 5].map((minute) => accounts.get(minute)));
	await database.remove();
});
