import { afterAll, beforeAll, expect, it } from "vitest";
import { importMade, OWNER, openMailbox, type TestMailbox, testPlace } from "../../testing/mailbox.ts";
import { openSession } from "./session.ts";

let box: TestMailbox;
let accountId: string;
let removePlace: () => Promise<void>;

beforeAll(async () => {
	const place = await testPlace();
	removePlace = place.remove;
	box = await openMailbox(place);
	accountId = await importMade(box, { count: 60 });
});

afterAll(async () => {
	await box.close();
	await removePlace();
});

it("loses no change when two sessions of one account make some at the same time", async () => {
	const rows = await box.ctx.database.query<{ id: string }>("select provider_id as id from emails", []);
	const sessions = await Promise.all([1, 2].map(() => openSession(box.ctx, OWNER, accountId)));
	const { signal } = new AbortController();
	const first = await sessions[0]?.session.listChanges(null, { limit: 100, signal });
	await Promise.all(
		rows.map(({ id }, i) => sessions[i % 2]?.session.setLabels([id], { add: [`label ${i}`], remove: [] })),
	);
	const told = new Set<string>();
	for (let cursor = first?.cursor ?? null, more = true; more; ) {
		const page = await sessions[0]?.session.listChanges(cursor, { limit: 7, signal });
		for (const message of page?.messages ?? []) told.add(message.id);
		cursor = page?.cursor ?? null;
		more = page?.more ?? false;
	}
	for (const { session } of sessions) await session.close();
	expect(told.size).toBe(60);
});

it("opens no mailbox that is being deleted", async () => {
	await box.ctx.database.query("update connected_accounts set status = 'deleting' where id = $1", [accountId]);
	await expect(openSession(box.ctx, OWNER, accountId)).rejects.toMatchObject({ status: 404 });
});
