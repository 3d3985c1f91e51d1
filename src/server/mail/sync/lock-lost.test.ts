import { expect, it } from "vitest";
import { describeIf, isPostgres } from "../../../../fixtures/only-if.ts";
import { LockLost } from "../../platform/locks/account-lock.ts";
import { memoryFixture } from "./test-context.ts";

const fixture = memoryFixture();

/** As if this process had been frozen for longer than the lease. */
async function loseLock(): Promise<void> {
	await fixture.query(
		"update account_locks set holder = gen_random_uuid(), expires_at = now() + interval '1 hour' where account_id = $1 and scope = 'sync'",
		[fixture.account],
	);
}

/** The other process ends. */
async function releaseLock(): Promise<void> {
	fixture.server.onCall = () => undefined;
	await fixture.query("delete from account_locks where account_id = $1", [fixture.account]);
}

describeIf(isPostgres)("a sync whose lock another process took over", () => {
	it("stores nothing more, is retried, and then stores everything", async () => {
		fixture.fill(12);
		fixture.server.pageSize = 3;
		let pages = 0;
		fixture.server.onCall = async (call) => {
			if (call === "list" && ++pages === 3) await loseLock();
		};
		await expect(fixture.sync()).rejects.toBeInstanceOf(LockLost);
		const stored = (await fixture.rows()).length;
		expect(stored).toBeLessThan(12);
		await releaseLock();
		await fixture.sync();
		expect(await fixture.rows()).toHaveLength(12);
		await fixture.countsAgree();
	});

	it("completes no message, is retried, and then completes all", async () => {
		fixture.fill(12);
		fixture.server.onCall = async (call) => {
			if (call !== "fetch") return;
			await expect.poll(fixture.rows).toHaveLength(12);
			await loseLock();
		};
		await expect(fixture.sync()).rejects.toBeInstanceOf(LockLost);
		expect((await fixture.rows()).filter((row) => row.raw_sha256 !== null)).toEqual([]);
		await releaseLock();
		expect(await fixture.sync()).toMatchObject({ bodies: 12 });
		expect((await fixture.rows()).filter((row) => row.raw_sha256 === null)).toEqual([]);
		await fixture.countsAgree();
	});
});
