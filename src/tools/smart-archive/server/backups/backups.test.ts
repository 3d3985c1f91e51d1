import { createHash } from "node:crypto";
import { mkdir, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mboxEntry } from "#server/mail/messages/mboxrd.ts";
import { expireArtifacts, registerArtifact } from "#server/platform/artifacts/files.ts";
import { cancelled } from "#server/platform/jobs/cancelled.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { newId } from "#shared/ids.ts";
import { flagFields } from "#shared/mail/flags.ts";
import { blobsFolder } from "#test/server.ts";
import { wholeList } from "#web/lib/api/all-pages.ts";
import { type Fixture, startFixture } from "../testing.ts";
import { backupJob, startBackup } from "./job.ts";
import { backupMessages, insertBackupMessages } from "./messages.ts";
import { messagesIn } from "./messages-in.ts";
import { readBack } from "./read-back.ts";
import { countArchived, insertBackup } from "./store.ts";
import { writeMbox } from "./write.ts";

const texts = [
	"An ordinary text.",
	"From here on it looks like a separator.\n>From this, too.\n>>From and this.",
	"Blank lines follow.\n\n\n\nFrom one of them on.",
	`A long one. ${"x".repeat(5_000)}`,
];
let fixture: Fixture;
beforeAll(async () => {
	fixture = await startFixture(
		Array.from({ length: 24 }, (_, n) => ({
			subject: `Letter ${n}`,
			daysAgo: 400 + n,
			text: texts[n % texts.length] ?? "",
			messageId: `letter-${n}@example.org`,
			...(n % 5 === 0 && { attached: [{ name: "a.pdf", type: "application/pdf", bytes: 50_000 }] }),
		})),
	);
});
afterAll(() => fixture?.close());

const messageStates = async () =>
	fixture.server.ctx.database.query<{ message_id: string; folder_role: string; raw_sha256: string }>(
		"select message_id, folder_role, raw_sha256 from emails where owner_id = $1 order by message_id",
		[fixture.user.ownerId],
	);
const inTrash = async () =>
	(await messageStates()).filter((row) => row.folder_role === "trash").map((row) => row.message_id);
const plan = (query = "subject:letter in:anywhere") =>
	fixture.user.client(plansContract).createPlan({ body: { action: "trash", query, source: "smart-archive" } });
async function backUp(query?: string) {
	const { id } = await plan(query);
	const { backup, job } = await fixture.tool.startBackup({ body: { plan: id, title: "Letters" } });
	await fixture.drain();
	const over = await fixture.server.ctx.jobs.get(fixture.user.ownerId, job.id);
	const { items } = await fixture.tool.listBackups();
	return { job: over, backup: items.find((item) => item.id === backup.id), plan: id };
}
const fileOf = async (id: string) =>
	Buffer.from(await (await fixture.tool.downloadBackup({ params: { id } })).arrayBuffer());
const artifactPath = (id: string) => join(fixture.server.install.dataDir, "artifacts", id);
const blobPath = (sha256: string) => join(blobsFolder(fixture.server), fixture.accountId, sha256.slice(0, 2), sha256);

beforeEach(async () => {
	const client = fixture.user.client(plansContract);
	const { items } = await client.listOperations();
	for (const { id, canUndo, undoOf } of items)
		if (canUndo && undoOf === null) await client.undoOperation({ params: { id } });
	await fixture.drain();
	for (const { id } of (await fixture.tool.listBackups()).items) await fixture.tool.deleteBackup({ params: { id } });
	expect(await inTrash()).toEqual([]);
});

describe("a backup", () => {
	it("is on one of the pages of the list", async () => {
		const made: string[] = [];
		for (const n of [1, 2, 3]) made.unshift((await backUp(`subject:"Letter ${n}" in:anywhere`)).backup?.id ?? "");
		const { items } = await wholeList((cursor) => fixture.tool.listBackups({ query: { limit: 2, cursor } }));
		expect(items.map(({ id }) => id)).toEqual(made);
	});

	it("contains every message byte for byte, before they go to the trash", async () => {
		const { job, backup } = await backUp();
		expect(job).toMatchObject({ state: "done", error: null });
		expect(backup).toMatchObject({ state: "ready", archived: 24, failed: 0, title: "Letters" });
		expect(await inTrash()).toHaveLength(24);
		expect(job.result).toMatchObject({ operationId: backup?.operationId });
		const file = await fileOf(backup?.id ?? "");
		expect(file.length).toBe(backup?.sizeBytes);
		const user = await fixture.server.signUp();
		const bytes = new Uint8Array(gunzipSync(file));
		await user.client(accountsContract).importMbox({ query: { filename: "back.mbox" } }, { bytes });
		await fixture.drain();
		const rows = await fixture.server.ctx.database.query<{ raw_sha256: string }>(
			"select raw_sha256 from emails where owner_id = $1 order by message_id",
			[user.ownerId],
		);
		expect(rows).toEqual((await messageStates()).map(({ raw_sha256 }) => ({ raw_sha256 })));
	});

	it("trashes nothing that the file does not contain", async () => {
		const all = await messageStates();
		const [gone, spoilt] = [all[3]?.raw_sha256 ?? "", all[8]?.raw_sha256 ?? ""];
		const originals = [await readFile(blobPath(gone)), await readFile(blobPath(spoilt))];
		await rm(blobPath(gone));
		await writeFile(blobPath(spoilt), "something else");
		try {
			const { backup, job } = await backUp();
			expect(job.state).toBe("done");
			expect(backup).toMatchObject({ state: "ready", archived: 22, failed: 2 });
			const trashed = await inTrash();
			expect(trashed).toHaveLength(22);
			expect(trashed).not.toContain(all[3]?.message_id);
			expect(trashed).not.toContain(all[8]?.message_id);
		} finally {
			await writeFile(blobPath(gone), originals[0] ?? "");
			await writeFile(blobPath(spoilt), originals[1] ?? "");
		}
	});

	it("trashes nothing when nothing could be written", async () => {
		const found = (await messageStates()).filter((row) => row.message_id === "letter-2@example.org");
		const path = blobPath(found[0]?.raw_sha256 ?? "");
		const original = await readFile(path);
		await rm(path);
		try {
			const { job, backup } = await backUp(`subject:"Letter 2"`);
			expect(job).toMatchObject({ state: "failed" });
			expect(job.error).toContain("none was moved to the trash");
			expect(backup).toMatchObject({ state: "failed", operationId: null });
			expect(await inTrash()).toEqual([]);
			await expect(readFile(artifactPath(backup?.id ?? ""))).rejects.toThrow();
		} finally {
			await writeFile(path, original);
		}
	});

	it("skips messages excluded from the plan, and those that arrived later", async () => {
		const { id } = await plan();
		const client = fixture.user.client(plansContract);
		const { items } = await client.listPlanItems({ params: { id } });
		const excluded = items.slice(0, 4);
		await client.excludeFromPlan({ params: { id }, body: { ids: excluded.map((item) => item.id) } });
		await fixture.add([{ subject: "Letter that came later", daysAgo: 500, messageId: "later@example.org" }]);
		await fixture.tool.startBackup({ body: { plan: id, title: "Letters" } });
		await fixture.drain();
		const trashed = await inTrash();
		expect(trashed).toHaveLength(20);
		expect(trashed).not.toContain("later@example.org");
		const emails = fixture.user.client(emailsContract);
		for (const item of excluded) expect((await emails.getEmail({ params: { id: item.id } })).folder).toBe("inbox");
	});

	it("starts once, is listed, expires, and can be deleted", async () => {
		const { id } = await plan(`subject:"Letter 1"`);
		const start = () => fixture.tool.startBackup({ body: { plan: id, title: "One" } });
		const [one, two] = await Promise.allSettled([start(), start()]);
		// The job of one may have ended before the other request is handled.
		const jobs = [one, two].flatMap((each) => (each.status === "fulfilled" ? [each.value.job.id] : []));
		expect(new Set(jobs).size).toBe(1);
		for (const each of [one, two])
			if (each.status === "rejected") expect(each.reason).toMatchObject({ code: "plan-applied" });
		await fixture.drain();
		const { items } = await fixture.tool.listBackups();
		expect(items).toHaveLength(1);
		const backup = items[0]?.id ?? "";
		await expect(fixture.tool.startBackup({ body: { plan: id, title: "One" } })).rejects.toMatchObject({
			code: "plan-applied",
		});
		const { id: next } = await plan(`subject:"Letter 2"`);
		const full = startBackup(fixture.server.ctx, fixture.user.ownerId, { plan: next, title: "Two", keepDays: null }, 1);
		await expect(full).rejects.toMatchObject({ status: 409, code: "too-many-backups" });
		const stranger = await fixture.server.signUp();
		const reply = await stranger.fetch(`/api/v1/smart-archive/backups/${backup}/file`);
		expect(reply.status).toBe(404);
		const { ctx } = fixture.server;
		const inDays = (days: number) => expireArtifacts({ ...ctx, now: () => ctx.now() + days * 24 * 3_600_000 });
		expect(items[0]?.expiresAt).toBeNull();
		await inDays(3_650);
		expect((await fixture.tool.listBackups()).items[0]?.state).toBe("ready");
		const kept = await fixture.tool.keepBackup({ params: { id: backup }, body: { keepDays: 30 } });
		expect(Date.parse(kept.expiresAt ?? "") - Date.now()).toBeGreaterThan(29 * 24 * 3_600_000);
		await inDays(29);
		expect((await fixture.tool.listBackups()).items[0]?.state).toBe("ready");
		await inDays(31);
		await expect(readFile(artifactPath(backup))).rejects.toThrow();
		expect((await fixture.tool.listBackups()).items[0]).toMatchObject({ state: "expired", archived: 1 });
		const gone = await fixture.user.fetch(`/api/v1/smart-archive/backups/${backup}/file`);
		expect(gone.status).toBe(410);
		await fixture.tool.deleteBackup({ params: { id: backup } });
		expect((await fixture.tool.listBackups()).items).toEqual([]);
	});

	it("names the mailbox, and is found by it and by its title", async () => {
		const { id } = await plan(`subject:"Letter 3"`);
		await fixture.tool.startBackup({ body: { plan: id, title: "Old promotions", keepDays: 90 } });
		await fixture.drain();
		const [backup] = (await fixture.tool.listBackups()).items;
		const mailbox = backup?.mailboxes[0] ?? "";
		expect(backup).toMatchObject({ title: "Old promotions", mailboxes: [expect.stringMatching(/\S/)] });
		expect(Date.parse(backup?.expiresAt ?? "") - Date.now()).toBeGreaterThan(89 * 24 * 3_600_000);
		const found = async (q: string) => (await fixture.tool.listBackups({ query: { q } })).items.length;
		expect(await found("promotions OLD")).toBe(1);
		expect(await found(`promotions ${mailbox}`)).toBe(1);
		expect(await found("promotions elsewhere")).toBe(0);
		expect(await found(" ")).toBe(1);
		await fixture.tool.deleteBackup({ params: { id: backup?.id ?? "" } });
	});

	it("contains every message when they take several pages", async () => {
		const { ctx } = fixture.server;
		const { ownerId } = fixture.user;
		const { id: operationId, count } = await plan();
		const path = join(fixture.server.install.dataDir, "pages.mbox.gz");
		const signal = new AbortController().signal;
		for (const limit of [5, count]) {
			const pages: number[] = [];
			const onPage = async (done: number) => void pages.push(done);
			const written = await writeMbox(ctx, { ownerId, operationId, path, signal, limit, onPage });
			expect(pages).toEqual([...Array(Math.ceil(count / limit)).keys()].map((n) => n * limit).concat(count));
			const ids = written.map(({ id }) => id);
			expect(new Set(ids).size).toBe(count);
			const backupId = newId();
			const list = { written, verified: new Set(ids) };
			await ctx.database.transaction(() => insertBackupMessages(ctx, { ownerId, backupId }, list, limit));
			const stored: string[] = [];
			for await (const page of backupMessages(ctx, ownerId, backupId, null, limit))
				stored.push(...page.map(({ emailId }) => emailId));
			expect(stored).toEqual(ids);
			await ctx.database.exec("delete from mail_backup_messages where owner_id = $1 and backup_id = $2", [
				ownerId,
				backupId,
			]);
		}
	});

	it("trashes nothing when canceled after verification", async () => {
		const { ctx } = fixture.server;
		const { ownerId } = fixture.user;
		const { id: operationId } = await plan();
		const [id, jobId] = [newId(), newId()];
		await ctx.database.transaction(async () => {
			await insertBackup(ctx, { ownerId, id, operationId, jobId, title: "Letters" });
			await countArchived(ctx, { ownerId, id }, { archived: 24, failed: 0, bytes: 1 });
		});
		const idle = { progress: () => undefined, yieldIfWaiting: async () => undefined };
		const signal = AbortSignal.abort(cancelled());
		const job = {
			id: jobId,
			ownerId,
			accountId: null,
			input: { backupId: id },
			attempt: 1,
			leaseId: "test-lease",
			previous: null,
			signal,
		};
		await expect(backupJob.run(ctx, { ...job, ...idle })).rejects.toMatchObject({ code: "cancelled" });
		await fixture.drain();
		expect(await inTrash()).toEqual([]);
		const { items } = await fixture.user.client(plansContract).listOperations();
		expect(items.map((operation) => operation.id)).not.toContain(operationId);
	});

	it("leaves no partial file when it fails permanently", async () => {
		const { ctx } = fixture.server;
		const { ownerId } = fixture.user;
		const { id: operationId } = await plan();
		const [id, jobId] = [newId(), newId()];
		const expiresAt = new Date(ctx.now() + 1_000_000);
		await ctx.database.transaction(async () => {
			await registerArtifact(ctx, { ownerId, id, name: "backup.mbox.gz", expiresAt });
			await insertBackup(ctx, { ownerId, id, operationId, jobId, title: "Letters" });
		});
		// A folder exists at the file's path.
		await mkdir(artifactPath(id), { recursive: true });
		const idle = { progress: () => undefined, yieldIfWaiting: async () => undefined };
		const { signal } = new AbortController();
		const job = {
			id: jobId,
			ownerId,
			accountId: null,
			input: { backupId: id },
			leaseId: "test-lease",
			previous: null,
			signal,
			...idle,
		};
		const artifactRows = () => ctx.database.query("select 1 from artifacts where id = $1", [id]);
		await expect(backupJob.run(ctx, { ...job, attempt: 1 })).rejects.toMatchObject({ code: "EISDIR" });
		expect(await artifactRows()).toHaveLength(1);
		await rmdir(artifactPath(id));
		await writeFile(artifactPath(id), "half");
		const broken = { ...ctx, blobs: { ...ctx.blobs, get: () => Promise.reject(new Error("The disk is broken")) } };
		await expect(backupJob.run(broken, { ...job, attempt: 5 })).rejects.toThrow("The disk is broken");
		expect(await artifactRows()).toEqual([]);
		await expect(readFile(artifactPath(id))).rejects.toThrow();
		expect(await inTrash()).toEqual([]);
	});

	it("accepts only plans that move mail to the trash", async () => {
		const client = fixture.user.client(plansContract);
		const { id } = await client.createPlan({ body: { action: "archive", query: "subject:letter" } });
		await expect(fixture.tool.startBackup({ body: { plan: id, title: "x" } })).rejects.toMatchObject({ status: 400 });
	});
});

describe("verification", () => {
	const at = { senderEmail: "a@example.org", receivedAt: new Date(0), folderRole: "inbox", folderName: "Inbox" };
	const flags = { ...flagFields({ read: true }), labels: [] };
	const raws = [
		"Subject: a\r\n\r\nText\r\nFrom x\r\n>From y\r\n",
		"Subject: b\n\nNo end",
		"Subject: c\n\n\n\n",
		"Subject: d\n",
		"\nNo header at all",
		`Subject: e\n\n${"long ".repeat(100_000)}`,
	];
	const written = raws.map((raw, n) => ({
		accountId: "one",
		id: `m${n}`,
		sizeBytes: Buffer.byteLength(raw),
		sha256: createHash("sha256").update(raw).digest("hex"),
	}));
	const mbox = Buffer.concat(raws.flatMap((raw) => mboxEntry({ ...at, ...flags }, Buffer.from(raw))));
	const read = async (file: Buffer) => {
		const bytes = new Blob([new Uint8Array(file)]).stream();
		const signal = new AbortController().signal;
		return [...(await readBack({ bytes, written, signal, onMessage: () => undefined }))];
	};

	it("finds every message, whatever its line ending", async () => {
		expect(await read(gzipSync(mbox))).toEqual(written.map(({ id }) => id));
	});

	it("returns each message as it was, and none that is damaged", async () => {
		const spoilt = Buffer.from(mbox);
		spoilt[spoilt.indexOf("No end")] = "M".charCodeAt(0);
		const wanted = [1, 3, 5, 0].map((position) => ({ position, sizeBytes: 0, sha256: "", ...written[position] }));
		const found: [number, string | null][] = [];
		for await (const { entry, raw } of messagesIn(new Blob([gzipSync(spoilt)]).stream(), wanted))
			found.push([entry.position, raw?.toString() ?? null]);
		expect(found).toEqual([
			[0, raws[0]],
			[1, null],
			[3, raws[3]],
			[5, raws[5]],
		]);
	});

	it("rejects a message with a single changed byte", async () => {
		const spoilt = Buffer.from(mbox);
		const install = spoilt.indexOf("No end");
		spoilt[install] = "M".charCodeAt(0);
		expect(await read(gzipSync(spoilt))).toEqual(["m0", "m2", "m3", "m4", "m5"]);
	});

	it("finds the messages before the cut in a truncated file", async () => {
		const cut = mbox.subarray(0, mbox.indexOf("Subject: e") + 400_000);
		expect(await read(gzipSync(cut))).toEqual(["m0", "m1", "m2", "m3", "m4"]);
		const packed = gzipSync(mbox);
		const found = await read(packed.subarray(0, packed.length - 30));
		expect(found).not.toContain("m5");
		const broken = Buffer.from(packed);
		broken.fill(0, 20, 60);
		expect(await read(broken)).toEqual([]);
	});
});
