import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "#shared/ids.ts";
import { startTestServer, type TestServer } from "#test/server.ts";
import { insertBatch } from "../store/insert.ts";
import { addAccount, classifier, countsAndRecounts, incoming } from "../store/testing.ts";
import { enqueueRecounts } from "./recount.ts";

let server: TestServer;
beforeAll(async () => {
	server = await startTestServer();
});
afterAll(() => server.close());

it("counts stored mail again after an update, and only where it is needed", async () => {
	const { database, jobs } = server.ctx;
	const { ownerId } = await server.signUp();
	const accountId = newId();
	await addAccount(database, ownerId, accountId);
	const messages = Array.from({ length: 30 }, (_, n) =>
		incoming({ id: `${n}`, receivedAt: Date.UTC(2024, n % 5, n + 1, n % 24) }),
	);
	const roles = new Map([["inbox", "inbox"]] as const);
	await insertBatch(database, ownerId, accountId, { messages, removed: [], roles, classifier });

	await enqueueRecounts(server.ctx);
	expect(await database.query("select id from jobs where kind = 'recount'", [])).toEqual([]);

	// As an older version left it: some days are missing, others are wrong, and one has no mail.
	await database.exec("delete from day_stats where extract(day from day) < 10", []);
	await database.exec("update day_stats set email_count = email_count + 7, attached_count = 1", []);
	await database.exec("update day_stats set day = '1990-05-05' where ctid = (select min(ctid) from day_stats)", []);
	await database.exec("update connected_accounts set rollup_version = 0", []);
	await enqueueRecounts(server.ctx);
	await jobs.drain();
	for (const { saved, counted } of await countsAndRecounts(database)) expect(saved).toEqual(counted);
	expect(await database.query("select rollup_version as version from connected_accounts", [])).toEqual([
		{ version: 1 },
	]);
});
