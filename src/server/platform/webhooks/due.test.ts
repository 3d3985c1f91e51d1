import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { webhooksWithDue } from "./deliveries.ts";

it("more webhooks than one poll takes are taken in the order in which they have waited", async () => {
	const database = await testDatabase();
	const webhooks = new Map<number, string>();
	for (const minute of [3, 1, 2]) {
		const webhook = randomUUID();
		webhooks.set(minute, webhook);
		await database.exec(
			`insert into webhooks (owner_id, id, url, events, secret, created_at)
			values ('ada', $1, 'https://example.org/', '{email.sent}', '', now())`,
			[webhook],
		);
		for (const at of [minute, 30])
			await database.exec(
				`insert into webhook_deliveries (owner_id, id, webhook_id, event, event_key, occurred_at, data, next_attempt_at, created_at)
				values ('ada', $1::uuid, $2, 'email.sent', $1::uuid::text, now(), '{}', $3, now())`,
				[randomUUID(), webhook, new Date(Date.UTC(2026, 0, 1, 12, at))],
			);
	}
	const now = new Date(Date.UTC(2026, 0, 1, 13));
	const due = (await webhooksWithDue(database, now, 2)).map(({ webhookId }) => webhookId);
	expect(due).toEqual([webhooks.get(1), webhooks.get(2)]);
	await database.remove();
});
