import { expect, it } from "vitest";
import { describeIf, isPostgres } from "../../../../fixtures/only-if.ts";
import { LockLost } from "../../platform/locks/account-lock.ts";
import { memoryFixture } from "./test-context.ts";

const fixture = memoryFixture();

describeIf(isPostgres)("a sync whose lock another process took over", () => {
	it("stores nothing more, is retried, and then stores everything", async () => {
		fixture.fill(12);
		fixture.server.pageSize = 3;
		let pages = 0;
		fixture.server.onCall = async (call) => {
			if (call !== "list" || ++pages !== 3) return;
			// As if this process had been frozen for longer than the lease.
			await fixture.query(
				"update account_locks set holder = gen_random_uuid(), expires_at = now() + interval '1 hour' where account_id = $1 and scope = 'sync'",
				[fixture.account],
			);
		};
		await expect(fixture.sync()).rejects.toBeInstanceOf(LockLost);
		const stored = (await fixture.rows()).length;
		expect(stored).toBeLessThan(12);
		fixture.server.onCall = () => undefined;
		await fixture.query("delete from account_locks where account_id = $1", [fixture.account]);
		await fixture.sync();
		expect(await fixture.rows()).toHaveLength(12);
		await fixture.countsAgree();
	});
});
