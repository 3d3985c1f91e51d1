import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { newId } from "#shared/ids.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { createSharedMailServer, type SharedMailServer } from "#test/shared-mail-server.ts";
import { enqueueSync } from "./job.ts";
import { beginSync, completeSync, lastRequested, requestPoll } from "./status/status.ts";

let box: TestMailbox;
let mailServer: SharedMailServer;
let accountId: string;
let removeInstall: () => Promise<void>;
/** Called when a sync has completed and releases its session, which stays open. */
let onClose: () => Promise<void>;

beforeAll(async () => {
	const install = await testInstall();
	removeInstall = install.remove;
	mailServer = createSharedMailServer();
	box = await openMailbox(install, { provider: mailServer.provider });
	const { mailSessions } = box.ctx;
	const borrow = mailSessions.borrow.bind(mailSessions);
	mailSessions.borrow = async (...args) => {
		const { session, retired } = await borrow(...args);
		const close = async (): Promise<void> => {
			await onClose();
			await session.close();
		};
		return { session: { ...session, close }, retired };
	};
});
afterAll(async () => {
	await box.close();
	await removeInstall();
});
beforeEach(async () => {
	onClose = async () => undefined;
	accountId = newId();
	await box.ctx.database.exec(
		"insert into connected_accounts (owner_id, id, provider, name) values ($1, $2::uuid, 'imap', $2::text)",
		[OWNER, accountId],
	);
});

it("finds mail that arrived before the user asked, though another sync was ending", async () => {
	mailServer.deliver("early");
	const ending = Promise.withResolvers<void>();
	const released = Promise.withResolvers<void>();
	onClose = async () => {
		ending.resolve();
		await released.promise;
	};
	const first = await enqueueSync(box.ctx, OWNER, accountId);
	await ending.promise;
	mailServer.deliver("late");
	const second = await enqueueSync(box.ctx, OWNER, accountId);
	released.resolve();
	await box.ctx.jobs.drain();
	expect(second.id).not.toBe(first.id);
	const rows = await box.ctx.database.query("select subject from emails where account_id = $1", [accountId]);
	expect(rows).toHaveLength(2);
});

it("is not complete while a request is unanswered", async () => {
	const { database } = box.ctx;
	const key = { ownerId: OWNER, accountId };
	const complete = (listedFor: string | null) => database.transaction(() => completeSync(database, key, listedFor));
	const isListening = async () => (await requestPoll(database, OWNER, accountId)).isListening;
	expect(await isListening()).toBe(false);
	await beginSync(database, OWNER, accountId);
	const listedFor = await lastRequested(database, OWNER, accountId);
	expect(await isListening()).toBe(true);
	expect(await complete(listedFor)).toBe(false);
	expect(await complete(await lastRequested(database, OWNER, accountId))).toBe(true);
	expect(await isListening()).toBe(false);
});
