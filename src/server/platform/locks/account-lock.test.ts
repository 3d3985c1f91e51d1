import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { newId } from "#shared/ids.ts";
import type { TestInstall } from "#test/database.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { describeIf, isPostgres } from "../../../../fixtures/only-if.ts";
import { LockLost, withAccountLock } from "./account-lock.ts";

let install: TestInstall;
let box: TestMailbox;
beforeEach(async () => {
	install = await testInstall();
	box = await openMailbox(install, { isIdle: true });
});
afterEach(async () => {
	await box.close();
	await install.remove();
});

const never = (): AbortSignal => new AbortController().signal;
const key = () => ({ ownerId: OWNER, accountId: newId(), scope: "sync" }) as const;

it("passes the caller's signal on, and lets its holder write", async () => {
	const stop = new AbortController();
	await withAccountLock(box.ctx, key(), stop.signal, async (lock) => {
		await box.ctx.database.transaction(() => lock.verify());
		stop.abort(new Error("stopping"));
		expect(lock.signal.reason).toBe(stop.signal.reason);
	});
});

it("tells its holder that others wait", async () => {
	const own = key();
	let other: Promise<void> | undefined;
	await withAccountLock(box.ctx, own, never(), async (lock) => {
		expect(lock.isAwaited()).toBe(false);
		other = withAccountLock(box.ctx, own, never(), async () => undefined);
		expect(lock.isAwaited()).toBe(true);
	});
	await other;
});

describeIf(isPostgres)("with several processes", () => {
	/** As another process does after this one was frozen for longer than the lease. */
	const steal = ({ accountId }: { accountId: string }): Promise<unknown> =>
		box.ctx.database.pool.query(
			"update account_locks set holder = gen_random_uuid(), expires_at = now() + interval '1 hour' where account_id = $1",
			[accountId],
		);

	it("aborts a holder whose lock was taken over, and retries its job", async () => {
		const own = key();
		const work = withAccountLock(box.ctx, own, never(), async ({ signal }) => {
			await steal(own);
			await vi.waitFor(() => expect(signal.aborted).toBe(true), 15_000);
			signal.throwIfAborted();
		});
		await expect(work).rejects.toBeInstanceOf(LockLost);
		const row = await box.ctx.database.one("select 1 from account_locks where account_id = $1", [own.accountId]);
		expect(row).toBeDefined();
	});

	it("lets a holder without the lock write nothing", async () => {
		const own = key();
		await box.ctx.database.exec("create table written (n int)", []);
		const work = withAccountLock(box.ctx, own, never(), async (lock) => {
			const { cte, values } = lock.guardCte(1);
			const write = () =>
				box.ctx.database.query(`with ${cte} insert into written select 1 from held returning n`, values);
			expect(await write()).toEqual([{ n: 1 }]);
			await steal(own);
			expect(await write()).toEqual([]);
			await box.ctx.database.exec("delete from written", []);
			await box.ctx.database.transaction(async () => {
				await box.ctx.database.exec("insert into written values (1)", []);
				await lock.verify();
			});
		});
		await expect(work).rejects.toBeInstanceOf(LockLost);
		expect(await box.ctx.database.query("select n from written", [])).toEqual([]);
	});

	it("lets nobody take over while its holder writes", async () => {
		const own = key();
		const events: string[] = [];
		await withAccountLock(box.ctx, own, never(), async (lock) => {
			const stealing = await box.ctx.database.transaction(async () => {
				await lock.verify();
				const stolen = steal(own).then(() => events.push("stolen"));
				await box.ctx.database.exec("select pg_sleep(0.3)", []);
				events.push("written");
				return [stolen];
			});
			await Promise.all(stealing);
		});
		expect(events).toEqual(["written", "stolen"]);
	});
});
