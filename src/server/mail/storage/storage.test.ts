import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiError } from "#shared/client.ts";
import { accountsContract, uploadsContract } from "#shared/contracts/accounts.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { exportsContract } from "#shared/contracts/settings.ts";
import { storageContract } from "#shared/contracts/storage.ts";
import { makeMbox } from "#test/mail-file.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { smartArchiveContract } from "#tools/smart-archive/contract.ts";
import { readConfig } from "../../config.ts";

const QUOTA = 20_000_000;
let server: TestServer;
beforeAll(async () => {
	server = await startTestServer({ config: { storageQuotaBytes: QUOTA } });
});
afterAll(() => server.close());

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const used = (user: TestUser) => user.client(storageContract).getStorage();
const problemOf = (promise: Promise<unknown>): Promise<{ status: number; code: string; message: string } | null> =>
	promise.then(
		() => null,
		({ status, code, message }: ApiError) => ({ status, code, message }),
	);
const full = { status: 409, code: "storage-quota", message: expect.stringContaining("Not enough storage") };

/** Messages that compress to a hundredth of their size. */
function padded(count: number, kilobytes: number): Uint8Array<ArrayBuffer> {
	const messages = Array.from(
		{ length: count },
		(_, n) =>
			`From a@example.org Mon Jan  5 08:50:15 2026\nFrom: a@example.org\nSubject: Padded ${n}\n\n${"x".repeat(kilobytes * 1000)}\n\n`,
	);
	// Incompressible data, so that the file stays within the limit on expansion.
	return new Uint8Array(gzipSync(messages.join("") + randomBytes(120_000).toString("hex")));
}

async function importFile(user: TestUser, filename: string, bytes: Uint8Array<ArrayBuffer>) {
	const { account, job } = await user.client(accountsContract).importMbox({ query: { filename } }, { bytes });
	await server.ctx.jobs.drain();
	return { account, job: await server.ctx.jobs.get(user.ownerId, job.id) };
}

describe("the storage quota", () => {
	it("is set by the operator, and off by default", () => {
		const env = { DATA_DIR: server.install.dataDir };
		expect(readConfig(env).storageQuotaBytes).toBeNull();
		expect(readConfig({ ...env, STORAGE_QUOTA_MB: "5000" }).storageQuotaBytes).toBe(5_000_000_000);
		expect(() => readConfig({ ...env, STORAGE_QUOTA_MB: "much" })).toThrow("STORAGE_QUOTA_MB");
	});

	it("counts mail, files and unfinished uploads", async () => {
		const user = await server.signUp();
		expect(await used(user)).toMatchObject({ usedBytes: 0, limitBytes: QUOTA });
		const mail = bytesOf(makeMbox({ count: 50 }));
		await importFile(user, "a.mbox", mail);
		await user.client(uploadsContract).createUpload({ body: { filename: "b.mbox", sizeBytes: 3_000_000 } });
		const found = await used(user);
		expect(found).toMatchObject({ fileBytes: mail.length, uploadBytes: 3_000_000, archiveBytes: 0 });
		// 50 messages of a few hundred bytes, plus the overhead of each.
		expect(found.mailBytes).toBeGreaterThan(50 * 2_000);
		expect(found.usedBytes).toBe(found.mailBytes + found.fileBytes + found.uploadBytes);
		expect(await used(await server.signUp())).toMatchObject({ usedBytes: 0 });
	});

	it("rejects an upload that does not fit, and accepts it once there is room", async () => {
		const user = await server.signUp();
		const uploads = user.client(uploadsContract);
		const create = (sizeBytes: number) => uploads.createUpload({ body: { filename: "b.mbox", sizeBytes } });
		const first = await create(15_000_000);
		const refused = await problemOf(create(6_000_000));
		expect(refused).toMatchObject(full);
		expect(refused?.message).toContain("15 MB of 20 MB is used and this needs 6 MB");
		// Two concurrent requests do not both get the last of it.
		const both = await Promise.all([problemOf(create(4_000_000)), problemOf(create(4_000_000))]);
		expect(both.filter((problem) => problem === null)).toHaveLength(1);
		await uploads.deleteUpload({ params: { id: first.id } });
		expect(await problemOf(create(6_000_000))).toBeNull();
	});

	it("rejects a file sent in one request, with and without a length, and stores nothing of it", async () => {
		const user = await server.signUp();
		await user.client(uploadsContract).createUpload({ body: { filename: "b.mbox", sizeBytes: 19_000_000 } });
		const before = await used(user);
		const mail = bytesOf(makeMbox({ count: 6_000 }));
		expect(mail.length).toBeGreaterThan(1_000_000);
		const sent = user.client(accountsContract).importMbox({ query: { filename: "a.mbox" } }, { bytes: mail });
		expect(await problemOf(sent)).toMatchObject(full);
		const chunked = await user.fetch("/api/v1/accounts/mbox?filename=a.mbox", {
			method: "POST",
			body: new Blob([mail]).stream(),
			duplex: "half",
		} as RequestInit);
		expect([chunked.status, ((await chunked.json()) as { code: string }).code]).toEqual([409, "storage-quota"]);
		expect(await used(user)).toEqual(before);
	});

	it("stops an import midway, reports it, and resumes once there is room", async () => {
		const user = await server.signUp();
		const uploads = user.client(uploadsContract);
		const accounts = user.client(accountsContract);
		const reserved = await uploads.createUpload({ body: { filename: "b.mbox", sizeBytes: 4_000_000 } });
		// 18 MB of mail: it fits alone, not together with the upload.
		const { account, job } = await importFile(user, "big.mbox.gz", padded(180, 100));
		expect(job).toMatchObject({ state: "failed", error: expect.stringMatching(/Not enough storage: .* Then sync/) });
		const stored = (job.result as { added: number }).added;
		expect(stored).toBeGreaterThan(0);
		expect(stored).toBeLessThan(180);
		const [failed] = (await accounts.listAccounts()).items;
		expect(failed).toMatchObject({ totalEmails: stored, syncStatus: "failed", lastError: job.error });
		expect((await used(user)).usedBytes).toBeLessThanOrEqual(QUOTA * 1.5);

		await uploads.deleteUpload({ params: { id: reserved.id } });
		const again = await accounts.syncAccount({ params: { id: account.id } });
		await server.ctx.jobs.drain();
		const over = await server.ctx.jobs.get(user.ownerId, again.job.id);
		expect(over).toMatchObject({ state: "done", error: null });
		const [synced] = (await accounts.listAccounts()).items;
		expect(synced).toMatchObject({ totalEmails: 180, syncStatus: "idle", lastError: null });
	});

	it("counts exports and backups; one export is always possible", async () => {
		const user = await server.signUp();
		const uploads = user.client(uploadsContract);
		const { account } = await importFile(user, "a.mbox", bytesOf(makeMbox({ count: 20 })));
		const { usedBytes } = await used(user);
		await uploads.createUpload({ body: { filename: "b.mbox", sizeBytes: QUOTA - usedBytes } });
		const exports = user.client(exportsContract);
		expect(await problemOf(exports.createExport())).toBeNull();
		await server.ctx.jobs.drain();
		const { items } = await exports.listExports();
		expect(items).toMatchObject([{ state: "ready" }]);
		expect((await used(user)).archiveBytes).toBe(items[0]?.sizeBytes);
		expect(await problemOf(exports.createExport())).toMatchObject(full);

		const plan = await user
			.client(plansContract)
			.createPlan({ body: { action: "trash", query: "in:inbox", account: account.id } });
		const backup = () => user.client(smartArchiveContract).startBackup({ body: { plan: plan.id, title: "All" } });
		expect(await problemOf(backup())).toMatchObject(full);
	});
});
