import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { newId } from "#shared/ids.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { createSharedMailServer, type SharedMailServer } from "#test/shared-mail-server.ts";
import { isPostgres, testIf } from "../../../../fixtures/only-if.ts";
import type { Context } from "../../identity/auth/context.ts";
import { AuthExpired, CannotConnect } from "../provider/errors.ts";
import { enqueueSync } from "../sync/job.ts";
import { listSyncs } from "../sync/status/history.ts";
import { watchMailboxes } from "./service.ts";

let box: TestMailbox;
let mailServer: SharedMailServer;
let stops: (() => Promise<void>)[];
let install: Awaited<ReturnType<typeof testInstall>>;

beforeEach(async () => {
	install = await testInstall();
	mailServer = createSharedMailServer();
	box = await openMailbox(install, { provider: mailServer.provider });
	stops = [];
});

afterEach(async () => {
	for (const stop of stops) await stop();
	await box.close();
	await install.remove();
	expect([mailServer.open, mailServer.watching]).toEqual([0, 0]);
});

async function connect(): Promise<string> {
	const id = newId();
	await box.ctx.database.exec(
		"insert into connected_accounts (owner_id, id, provider, name) values ($1, $2::uuid, 'imap', $2::text)",
		[OWNER, id],
	);
	return id;
}

function watch(ctx: Context = box.ctx): void {
	stops.push(watchMailboxes(ctx));
}

const until = (condition: () => Promise<void> | void) => vi.waitFor(condition, { timeout: 25_000, interval: 20 });

async function subjects(accountId: string): Promise<string[]> {
	const rows = await box.ctx.database.query<{ subject: string }>(
		"select subject from emails where owner_id = $1 and account_id = $2 order by subject",
		[OWNER, accountId],
	);
	return rows.map((row) => row.subject);
}

it("stores new mail and other clients' changes without being asked", async () => {
	const accountId = await connect();
	watch();
	await until(() => expect(mailServer.watching).toBe(1));
	mailServer.deliver("hello");
	await until(async () => expect(await subjects(accountId)).toEqual(["hello"]));
	mailServer.flag("hello", { starred: true });
	await until(async () => {
		const rows = await box.ctx.database.query("select is_starred from emails", []);
		expect(rows).toEqual([{ is_starred: true }]);
	});
	expect(mailServer.open).toBe(1);
});

it("misses nothing that arrives during a sync", async () => {
	const accountId = await connect();
	const { promise: gate, resolve: open } = Promise.withResolvers<void>();
	mailServer.beforeListed = () => gate;
	watch();
	await until(() => expect(mailServer.listings).toBe(1));
	mailServer.deliver("late");
	mailServer.deliver("later");
	open();
	await until(async () => expect(await subjects(accountId)).toEqual(["late", "later"]));
	await box.ctx.jobs.drain();
});

it("keeps no history row and no job of unrequested syncs that found nothing", async () => {
	const accountId = await connect();
	await enqueueSync(box.ctx, OWNER, accountId);
	await box.ctx.jobs.drain();
	const lines = async () => {
		const { items } = await listSyncs(box.ctx.database, OWNER, accountId, { cursor: null, limit: 10 });
		return items.map(({ trigger, state, added }) => ({ trigger, state, added }));
	};
	expect(await lines()).toEqual([{ trigger: "first", state: "done", added: 0 }]);
	const before = mailServer.listings;
	watch();
	await until(() => expect(mailServer.listings).toBeGreaterThan(before));
	await box.ctx.jobs.drain();
	expect(await lines()).toHaveLength(1);
	mailServer.deliver("news");
	await until(async () => expect((await lines())[0]).toEqual({ trigger: "push", state: "done", added: 1 }));
	// The row is written just before the job ends.
	await box.ctx.jobs.drain();
	await enqueueSync(box.ctx, OWNER, accountId);
	await box.ctx.jobs.drain();
	expect((await lines()).map(({ trigger }) => trigger)).toEqual(["user", "push", "first"]);
	expect((await box.ctx.jobs.list(OWNER)).items.map(({ kind }) => kind)).toEqual(["sync", "sync"]);
});

it("skips an account that needs to sign in, and resumes once it can", async () => {
	const accountId = await connect();
	mailServer.faults.push(new AuthExpired("expired"));
	watch();
	const status = async () => {
		const row = await box.ctx.database.one<{ status: string }>("select status from connected_accounts", []);
		return row?.status;
	};
	await until(async () => expect(await status()).toBe("needs_sign_in"));
	await until(() => expect([mailServer.watching, mailServer.open]).toEqual([0, 0]));
	await box.ctx.jobs.drain();
	const listingsBefore = mailServer.listings;
	mailServer.deliver("waiting");
	expect(mailServer.listings).toBe(listingsBefore);
	await box.ctx.database.exec("update connected_accounts set status = 'connected', updated_at = now()", []);
	await until(async () => expect(await subjects(accountId)).toEqual(["waiting"]));
});

it("reconnects after a failure, and reports the error meanwhile", async () => {
	const accountId = await connect();
	watch();
	await until(() => expect(mailServer.watching).toBe(1));
	await box.ctx.jobs.drain();
	const fault = new CannotConnect("timeout", "incoming", "The mail server does not answer.");
	mailServer.faults.push(...Array.from({ length: 100 }, () => fault));
	mailServer.deliver("after the storm");
	const message = "The mail server does not answer. Retrying automatically.";
	await until(async () => {
		const { items } = await listSyncs(box.ctx.database, OWNER, accountId, { cursor: null, limit: 10 });
		expect(items[0]).toMatchObject({ state: "queued", trigger: "push", error: message });
		const rows = await box.ctx.database.query("select sync_status, last_error from email_sync_status", []);
		expect(rows).toEqual([{ sync_status: "failed", last_error: message }]);
	});
	mailServer.faults.length = 0;
	await until(async () => expect(await subjects(accountId)).toEqual(["after the storm"]));
	await until(() => expect(mailServer.watching).toBe(1));
});

it("respects the connection limit, and polls the other accounts", async () => {
	const ids = [await connect(), await connect(), await connect()];
	watch({ ...box.ctx, config: { ...box.ctx.config, watchConnections: 1 } });
	await until(async () => {
		const rows = await box.ctx.database.query("select 1 from email_sync_status where last_sync_at is not null", []);
		expect(rows).toHaveLength(3);
	});
	expect(mailServer.watching).toBe(1);
	await box.ctx.jobs.drain();
	mailServer.deliver("for all");
	await until(async () => {
		const found = await Promise.all(ids.map(subjects));
		expect(found.filter((list) => list.length === 1)).toHaveLength(1);
	});
	await box.ctx.database.exec("update account_watches set poll_at = now()", []);
	await until(async () =>
		expect(await Promise.all(ids.map(subjects))).toEqual([["for all"], ["for all"], ["for all"]]),
	);
});

it("connects to and polls more accounts than it starts at once", async () => {
	const ids = await Promise.all(Array.from({ length: 5 }, connect));
	const limits = { tickMs: 20, starts: 1, polls: 1 };
	stops.push(watchMailboxes({ ...box.ctx, config: { ...box.ctx.config, watchConnections: 3 } }, limits));
	await until(() => expect(mailServer.watching).toBe(3));
	await box.ctx.jobs.drain();
	mailServer.deliver("for all");
	await box.ctx.database.exec("update account_watches set poll_at = now()", []);
	await until(async () => expect(await Promise.all(ids.map(subjects))).toEqual(ids.map(() => ["for all"])));
	expect(mailServer.watching).toBe(3);
});

it("has one worker per account, and another one after a crash", async () => {
	const accountId = await connect();
	watch();
	await until(() => expect(mailServer.watching).toBe(1));
	await box.ctx.database.exec("update watchers set lease_until = now() + interval '1 hour'", []);
	const first = await box.ctx.database.one<{ watcher_id: string }>("select watcher_id from account_watches", []);
	await stops.pop()?.();
	// As if it had crashed without releasing.
	await box.ctx.database.exec("insert into watchers (id, lease_until) values ($1, now() - interval '1 second')", [
		first?.watcher_id,
	]);
	await box.ctx.database.exec("update account_watches set watcher_id = $1", [first?.watcher_id]);
	watch();
	await until(() => expect(mailServer.watching).toBe(1));
	mailServer.deliver("taken over");
	await until(async () => expect(await subjects(accountId)).toEqual(["taken over"]));
	const metrics = await box.ctx.metrics.text();
	expect(metrics.text).toMatch(/^mailstead_watch_takeovers_total 1$/m);
});

testIf(isPostgres)("shares the accounts between processes", async () => {
	const ids = await Promise.all(Array.from({ length: 6 }, connect));
	const second = await openMailbox(install, { provider: mailServer.provider });
	try {
		watch();
		const stopSecond = watchMailboxes(second.ctx);
		const shares = async () => {
			const rows = await box.ctx.database.query<{ n: number }>(
				"select count(*)::int as n from account_watches where watcher_id is not null group by watcher_id order by n",
				[],
			);
			return rows.map(({ n }) => n);
		};
		await until(async () => expect([await shares(), mailServer.watching]).toEqual([[3, 3], 6]));
		await stopSecond();
		await until(async () => expect([await shares(), mailServer.watching]).toEqual([[6], 6]));
		mailServer.deliver("for all");
		await until(async () => expect((await Promise.all(ids.map(subjects))).flat()).toEqual(ids.map(() => "for all")));
	} finally {
		await second.close();
	}
});
