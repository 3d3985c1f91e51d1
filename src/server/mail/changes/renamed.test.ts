import { afterEach, beforeEach, expect, it } from "vitest";
import { newId } from "#shared/ids.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { createSharedMailServer, type SharedMailServer } from "#test/shared-mail-server.ts";
import type { Context } from "../../identity/auth/context.ts";
import type { JobKind } from "../../platform/jobs/jobs.ts";
import { RateLimited, Unavailable } from "../provider/errors.ts";
import { syncJob } from "../sync/job.ts";
import { createPlan } from "./plan.ts";
import { applyJob } from "./run.ts";
import { applyPlan } from "./start.ts";

/** A move on a server that assigns new ids to moved messages, and a sync, in every order of events. */

let box: TestMailbox;
let mailServer: SharedMailServer;
let accountId: string;
let removeInstall: () => Promise<void>;
let before: Stored[];

interface Stored {
	id: string;
	provider_id: string;
	subject: string;
	folder_id: string;
}

beforeEach(async () => {
	const install = await testInstall();
	removeInstall = install.remove;
	mailServer = createSharedMailServer();
	box = await openMailbox(install, { provider: mailServer.provider, isIdle: true });
	accountId = newId();
	await box.ctx.database.exec(
		"insert into connected_accounts (owner_id, id, provider, name) values ($1, $2, 'imap', 'office')",
		[OWNER, accountId],
	);
	for (const subject of ["one", "two", "three"]) mailServer.deliver(subject);
	await sync();
	before = await stored();
});

afterEach(async () => {
	await box.close();
	await removeInstall();
});

function stored(): Promise<Stored[]> {
	return box.ctx.database.query<Stored>(
		"select id, provider_id, subject, folder_id from emails where owner_id = $1 order by subject",
		[OWNER],
	);
}

/** One attempt of a job, as a worker runs it. */
function attempt<I>(kind: JobKind<I, Context>, id: string, input: I, number = 1): Promise<unknown> {
	return kind.run(box.ctx, {
		id,
		ownerId: OWNER,
		accountId,
		input,
		attempt: number,
		leaseId: "test-lease",
		previous: null,
		signal: new AbortController().signal,
		progress: () => undefined,
		yieldIfWaiting: async () => undefined,
	});
}

const sync = () => attempt(syncJob, newId(), { accountId });

async function trash(subject: string): Promise<(number?: number) => Promise<unknown>> {
	const ids = before.filter((row) => row.subject === subject).map(({ id }) => id);
	const { id } = await createPlan(box.ctx, OWNER, { action: { type: "trash" }, ids, source: "inbox" });
	const { job } = await applyPlan(box.ctx, OWNER, id);
	return (number = 1) => attempt(applyJob, job.id, { operationId: id }, number);
}

/** The message is in the trash in its original row, under the id that the server has, and nothing else changed. */
async function expectMoved(subject: string): Promise<void> {
	const id = mailServer.find(subject)?.id;
	expect(id).toMatch(/^trash:/);
	const moved = before.map((row) => (row.subject === subject ? { ...row, provider_id: id, folder_id: "trash" } : row));
	expect(await stored()).toEqual(moved);
	const operations = await box.ctx.database.query("select state, applied, skipped, failed from operations", []);
	expect(operations).toEqual([{ state: "done", applied: 1, skipped: 0, failed: 0 }]);
}

it("keeps the row when the sync runs after the response", async () => {
	const push = await trash("two");
	await push();
	await expectMoved("two");
	await sync();
	await expectMoved("two");
});

it("keeps the row when the sync lists the move before the response is recorded", async () => {
	const push = await trash("two");
	const { promise: gate, resolve: answer } = Promise.withResolvers<void>();
	const { promise: moving, resolve: moved } = Promise.withResolvers<void>();
	mailServer.beforeMoved = () => {
		moved();
		return gate;
	};
	const { promise: listing, resolve: listed } = Promise.withResolvers<void>();
	mailServer.beforeListed = async () => listed();
	const pushing = push();
	await moving;
	const syncing = sync();
	await listing;
	answer();
	await Promise.all([pushing, syncing]);
	await expectMoved("two");
});

it("keeps the row when the sync lists before the move and stores after it", async () => {
	const push = await trash("two");
	mailServer.flag("two", { starred: true });
	const { promise: gate, resolve: answer } = Promise.withResolvers<void>();
	const { promise: listing, resolve: listed } = Promise.withResolvers<void>();
	mailServer.beforeListed = () => {
		listed();
		return gate;
	};
	const syncing = sync();
	await listing;
	await push();
	answer();
	await syncing;
	mailServer.beforeListed = async () => undefined;
	await sync();
	await expectMoved("two");
});

it("does not fail when the response was lost and a sync found the new id", async () => {
	const push = await trash("two");
	mailServer.beforeMoved = () => Promise.reject(new Unavailable("cut"));
	await expect(push()).rejects.toThrow("cut");
	mailServer.beforeMoved = async () => undefined;
	await sync();
	expect((await stored()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
	await push(2);
	await sync();
	await expectMoved("two");
});

it("does not fail when the response was lost and the next attempt runs before any sync", async () => {
	const push = await trash("two");
	mailServer.beforeMoved = () => Promise.reject(new Unavailable("cut"));
	await expect(push()).rejects.toThrow("cut");
	mailServer.beforeMoved = async () => undefined;
	await push(2);
	await sync();
	await expectMoved("two");
});

it("does not fail when the server asks to wait after it moved the message", async () => {
	const push = await trash("two");
	mailServer.beforeMoved = () => {
		mailServer.beforeMoved = async () => undefined;
		return Promise.reject(new RateLimited(0.01));
	};
	await push();
	await sync();
	await expectMoved("two");
});

it("reports a message that was gone before the move was requested", async () => {
	const push = await trash("two");
	mailServer.remove("two");
	await push();
	await sync();
	expect((await stored()).map(({ subject }) => subject)).toEqual(["one", "three"]);
	const operations = await box.ctx.database.query("select state, applied, skipped, failed from operations", []);
	expect(operations).toEqual([{ state: "done", applied: 0, skipped: 1, failed: 0 }]);
});

it("retries under the new id when another client moved the message meanwhile", async () => {
	const push = await trash("two");
	mailServer.move("two", "archive");
	await sync();
	await push();
	await sync();
	await expectMoved("two");
});
