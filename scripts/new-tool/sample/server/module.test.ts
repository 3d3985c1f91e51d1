import { afterAll, beforeAll, expect, it } from "vitest";
import { mailReceived, publish } from "#kernel/events.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { outgoingContract } from "#shared/contracts/outgoing.ts";
import { smallDemo } from "#test/demo.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { sampleContract } from "../contract.ts";
import { sendDaily } from "./digests.ts";

let server: TestServer;
let ada: TestUser;
let accountId: string;
beforeAll(async () => {
	server = await startTestServer({ demo: smallDemo() });
	ada = await server.signUp();
	({ id: accountId } = (await ada.client(accountsContract).startDemo()).account);
	await server.ctx.jobs.drain();
	// The demo mailbox has no address of its own.
	await server.ctx.database.query("update connected_accounts set email = $2 where owner_id = $1", [
		ada.ownerId,
		ada.email,
	]);
});
afterAll(() => server.close());

/** Reports messages of the demo mailbox as new. @returns their number */
async function receive(offset: number): Promise<number> {
	const { database, jobs } = server.ctx;
	const rows = await database.query<{ id: string }>(
		"select id from emails where owner_id = $1 and account_id = $2 order by id limit 3 offset $3",
		[ada.ownerId, accountId, offset],
	);
	const scope = { ownerId: ada.ownerId, orderingKey: accountId };
	const emailIds = rows.map(({ id }) => id);
	await database.transaction(() => publish(database, mailReceived, scope, { accountId, emailIds }));
	await jobs.drain();
	return emailIds.length;
}

const counts = async (): Promise<number[]> =>
	(await ada.client(sampleContract).listSampleDigests()).items.map(({ emailCount }) => emailCount);

it("sends one digest of the new mail, counting each message once", async () => {
	const sample = ada.client(sampleContract);
	await expect(sample.sendSampleDigests()).rejects.toMatchObject({ status: 409 });
	const count = await receive(0);
	// The same event again.
	await receive(0);
	await sample.sendSampleDigests();
	await server.ctx.jobs.drain();
	expect(await counts()).toEqual([count]);
	const { items } = await ada.client(outgoingContract).listOutgoing({ query: {} });
	expect(items).toMatchObject([{ subject: "Your mail", state: "sent" }]);
});

it("sends nothing twice when the schedule runs twice", async () => {
	const count = await receive(3);
	const run = { ownerId: "system", key: "", input: null, dueAt: new Date(), signal: new AbortController().signal };
	await sendDaily.run(server.ctx, run);
	await sendDaily.run(server.ctx, run);
	await server.ctx.jobs.drain();
	expect(await counts()).toEqual([count, 3]);
});

it("deletes a digest", async () => {
	const sample = ada.client(sampleContract);
	for (const { id } of (await sample.listSampleDigests()).items) await sample.deleteSampleDigest({ params: { id } });
	expect(await counts()).toEqual([]);
});
