import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "#test/server.ts";
import { restartRuns } from "./run-schedule.ts";

let server: TestServer;
beforeAll(async () => {
	server = await startTestServer();
});
afterAll(() => server.close());

it("restarts the runs of more campaigns than fit into one statement", async () => {
	const { database } = server.ctx;
	const { ownerId } = await server.signUp();
	const ids = Array.from({ length: 5 }, () => randomUUID());
	for (const id of ids)
		await database.exec(
			`insert into campaigns (owner_id, id, name, state, account_ids, from_name, postal_address, time_zone, send_days,
				send_from, send_until, daily_cap, spacing_seconds, zone_field, stops_organization, includes_conversations,
				tracks_opens, tracks_clicks, fields, findings, created_at)
			values ($1, $2, 'Spring', 'active', '{}', '', '', 'UTC', '{1}', 0, 60, 10, 60, '', false, false, false, false, '{}',
				'[]', now())`,
			[ownerId, id],
		);
	await restartRuns(server.ctx, 2);
	const rows = await database.query<{ key: string }>(
		"select key from schedules where owner_id = $1 and task = 'follow-up-tracker.run' order by key",
		[ownerId],
	);
	expect(rows.map(({ key }) => key)).toEqual([...ids].sort());
});
