import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { newId } from "#shared/ids.ts";
import { OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { createSharedMailServer, type SharedMailServer } from "#test/shared-mail-server.ts";
import { RateLimited } from "../../provider/errors.ts";
import { enqueueSync } from "../job.ts";
import { expireSyncHistory, listSyncs, recordSync } from "./history.ts";

let box: TestMailbox;
let mailServer: SharedMailServer;
let accountId: string;
let removeInstall: () => Promise<void>;

beforeAll(async () => {
	const install = await testInstall();
	removeInstall = install.remove;
	mailServer = createSharedMailServer();
	box = await openMailbox(install, { provider: mailServer.provider });
});
afterAll(async () => {
	await box.close();
	await removeInstall();
});
beforeEach(async () => {
	accountId = newId();
	await box.ctx.database.exec(
		"insert into connected_accounts (owner_id, id, provider, name) values ($1, $2::uuid, 'imap', $2::text)",
		[OWNER, accountId],
	);
});

const list = (cursor: string | null = null, limit = 50) =>
	listSyncs(box.ctx.database, OWNER, accountId, { cursor, limit });

it("waits as long as the mail server asks, says so, and resumes early when the user asks", async () => {
	mailServer.deliver("one");
	mailServer.faults.push(new RateLimited(3_600));
	const job = await enqueueSync(box.ctx, OWNER, accountId);
	const waiting = async () => {
		const rows = await box.ctx.database.query<{ seconds: number; last_error: string; sync_status: string }>(
			`select extract(epoch from j.run_after - now())::float8 as seconds, s.last_error, s.sync_status
			from jobs j join email_sync_status s using (owner_id, account_id) where j.id = $1 and j.state = 'queued' and j.attempt = 1`,
			[job.id],
		);
		return rows[0];
	};
	let row = await waiting();
	for (; row === undefined; row = await waiting()) await new Promise((resolve) => setTimeout(resolve, 20));
	expect(row.seconds).toBeGreaterThan(3_000);
	const sentence = "The mail server asked to wait 60 minutes. The sync resumes then.";
	expect(row).toMatchObject({ last_error: sentence, sync_status: "idle" });
	expect((await list()).items).toMatchObject([{ id: job.id, state: "queued", error: sentence, trigger: "first" }]);
	expect((await enqueueSync(box.ctx, OWNER, accountId)).id).toBe(job.id);
	await box.ctx.jobs.drain();
	expect((await list()).items).toMatchObject([{ id: job.id, state: "done", error: null, added: 1 }]);
});

it("keeps the last two hundred, page by page, newest first", async () => {
	for (let n = 0; n < 205; n++)
		await recordSync(box.ctx.database, { ownerId: OWNER, accountId, jobId: newId(), trigger: "user" }, "done", null);
	const ids: string[] = [];
	const times: string[] = [];
	for (let cursor: string | null = null, more = true; more; ) {
		const page = await list(cursor, 30);
		ids.push(...page.items.map(({ id }) => id));
		times.push(...page.items.map(({ startedAt }) => startedAt));
		cursor = page.nextCursor;
		more = cursor !== null;
	}
	expect(new Set(ids).size).toBe(200);
	expect(times).toEqual([...times].sort().reverse());
	await expect(list("nonsense")).rejects.toMatchObject({ code: "bad-cursor" });
});

it("deletes what is older than the retention period", async () => {
	const run = { ownerId: OWNER, accountId, jobId: newId(), trigger: "user" as const };
	await recordSync(box.ctx.database, run, "failed", "It broke.");
	await expireSyncHistory({ database: box.ctx.database, now: () => Date.now() + 80 * 24 * 3_600_000 });
	expect((await list()).items).toMatchObject([{ state: "failed", error: "It broke.", seconds: 0 }]);
	await expireSyncHistory({ database: box.ctx.database, now: () => Date.now() + 100 * 24 * 3_600_000 });
	expect((await list()).items).toEqual([]);
});
