import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Job } from "#shared/contracts/jobs.ts";
import { newId } from "#shared/ids.ts";
import { expireLeases } from "#test/expire-leases.ts";
import { writeMbox } from "#test/mail-file.ts";
import { idsOf, importGenerated, OWNER, openMailbox, type TestMailbox, testInstall } from "#test/mailbox.ts";
import { type ServerProcess, startProcess } from "#test/process.ts";
import { describeIf, isPostgres } from "../../../../fixtures/only-if.ts";
import { runExclusive } from "../../db/run-exclusive.ts";
import { addFile } from "../../mail/accounts/import.ts";
import { createPlan } from "../../mail/changes/plan.ts";
import { recoverOperations } from "../../mail/changes/recover.ts";
import { applyPlan } from "../../mail/changes/start.ts";
import { countsAndRecounts } from "../../mail/store/testing.ts";
import { hashFile } from "../../mail/uploads/files.ts";

describeIf(isPostgres)("several processes on one database", () => {
	let install: Awaited<ReturnType<typeof testInstall>>;
	let box: TestMailbox;
	let workers: ServerProcess[];
	beforeEach(async () => {
		install = await testInstall();
		box = await openMailbox(install, { isIdle: true });
		workers = [];
	});
	afterEach(async () => {
		for (const worker of workers) await worker.kill();
		await box.close();
		await install.remove();
	});

	async function worker(): Promise<ServerProcess> {
		const started = await startProcess(install, { ROLE: "worker" });
		workers.push(started);
		return started;
	}

	async function beginImport(count: number): Promise<Job> {
		const id = newId();
		const path = `${install.dataDir}/${id}.mbox`;
		await writeMbox(path, { count });
		const file = {
			id,
			name: `${id}.mbox`,
			path,
			sizeBytes: 1,
			sha256: await hashFile(path, AbortSignal.timeout(9_000)),
		};
		return (await addFile(box.ctx, OWNER, file, { accountId: null, uploadId: null })).job;
	}

	const get = (id: string): Promise<Job> => box.ctx.jobs.get(OWNER, id);
	const hasBegun = (id: string) => vi.waitFor(async () => expect((await get(id)).done).toBeGreaterThan(0), 150_000);

	it("resumes the sync of a killed process and stores every message once", async () => {
		const count = 3_000;
		const first = await worker();
		const { id } = await beginImport(count);
		await hasBegun(id);
		await first.kill();
		expect(await get(id)).toMatchObject({ state: "running" });
		await expireLeases(install);
		await worker();
		await vi.waitFor(async () => expect(await get(id)).toMatchObject({ state: "done" }), {
			timeout: 180_000,
			interval: 200,
		});
		const row = await box.ctx.database.one<{ n: number; messages: number }>(
			"select count(*)::int as n, count(distinct message_id)::int as messages from emails",
			[],
		);
		expect(row).toEqual({ n: count, messages: count });
		for (const { saved, counted } of await countsAndRecounts(box.ctx.database)) expect(saved).toEqual(counted);
	}, 240_000);

	it("cancels a job that another process runs", async () => {
		await worker();
		const { id } = await beginImport(4_000);
		await hasBegun(id);
		await box.ctx.jobs.cancel(OWNER, id);
		await vi.waitFor(async () => expect(await get(id)).toMatchObject({ state: "cancelled" }), 150_000);
		const row = await box.ctx.database.one<{ n: number }>("select count(*)::int as n from emails", []);
		expect(row?.n).toBeLessThan(4_000);
	}, 240_000);

	it("leaves an operation to the process that runs it", async () => {
		const filling = await openMailbox(install);
		await importGenerated(filling, { count: 1_500 });
		await filling.close();
		const ids = [...(await idsOf(box)).values()];
		const { id, count } = await createPlan(box.ctx, OWNER, { action: { type: "trash" }, ids, source: "inbox" });
		const { job } = await applyPlan(box.ctx, OWNER, id);
		await worker();
		// As every process does at startup, repeatedly while the change runs.
		await vi.waitFor(async () => {
			await recoverOperations(box.ctx, null);
			expect(await get(job.id)).toMatchObject({ state: "done", result: { applied: count, skipped: 0, failed: 0 } });
		}, 120_000);
		const live = await box.ctx.database.query("select 1 from jobs where state in ('queued', 'running')", []);
		expect(live).toEqual([]);
	}, 240_000);

	it("runs singleton work in one process at a time, and again after a crash", async () => {
		const other = await openMailbox(install, { isIdle: true });
		const done: string[] = [];
		await runExclusive(box.ctx.database, "maintenance", async () => {
			expect(await runExclusive(other.ctx.database, "maintenance", async () => void done.push("meanwhile"))).toBe(
				false,
			);
			expect(await runExclusive(other.ctx.database, "another", async () => void done.push("another"))).toBe(true);
		});
		await expect(runExclusive(box.ctx.database, "maintenance", () => Promise.reject(new Error("no")))).rejects.toThrow(
			"no",
		);
		expect(await runExclusive(other.ctx.database, "maintenance", async () => void done.push("after"))).toBe(true);
		expect(done).toEqual(["another", "after"]);
		await other.close();
	});
});
