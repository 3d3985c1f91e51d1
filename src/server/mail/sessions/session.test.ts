import { afterAll, beforeAll, expect, it } from "vitest";
import { importGenerated, OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { openSession } from "./session.ts";

let box: TestMailbox;
let accountId: string;
let removeInstall: () => Promise<void>;

beforeAll(async () => {
	const install = await testInstall();
	removeInstall = install.remove;
	box = await openMailbox(install);
	accountId = await importGenerated(box, { count: 60 });
});

afterAll(async () => {
	await box.close();
	await removeInstall();
});

it("loses no state when two sessions of one account write concurrently", async () => {
	const rows = await box.ctx.database.query<{ id: string }>("select provider_id as id from emails", []);
	const open = () => openSession(box.ctx, OWNER, accountId);
	const [{ session: one }, { session: two }] = await Promise.all([open(), open()]);
	const { signal } = new AbortController();
	const first = await one.reader.listChanges(null, { limit: 100, signal });
	await Promise.all(
		rows.map(({ id }, i) => (i % 2 === 0 ? one : two).writer.setLabels([id], { add: [`label ${i}`], remove: [] })),
	);
	const listed = new Set<string>();
	for (let { cursor, more } = { ...first, more: true }; more; ) {
		const page = await one.reader.listChanges(cursor, { limit: 7, signal });
		for (const message of page.messages) listed.add(message.id);
		({ cursor, more } = page);
	}
	await one.close();
	await two.close();
	expect(listed.size).toBe(60);
});

it("refuses to open a mailbox that is being deleted", async () => {
	await box.ctx.database.exec("update connected_accounts set status = 'deleting' where id = $1", [accountId]);
	await expect(openSession(box.ctx, OWNER, accountId)).rejects.toMatchObject({ status: 404 });
});
