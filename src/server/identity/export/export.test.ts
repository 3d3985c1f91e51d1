import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiError } from "#shared/client.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { plansContract } from "#shared/contracts/plans.ts";
import { exportsContract } from "#shared/contracts/settings.ts";
import { newId } from "#shared/ids.ts";
import { smallDemo } from "#test/demo.ts";
import { makeMbox } from "#test/mail-file.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { finishFile, pathToWrite, registerArtifact } from "../../platform/artifacts/files.ts";
import type { RunningJob } from "../../platform/jobs/jobs.ts";
import { createS3 } from "../../platform/s3/s3.ts";
import { exportFolder } from "./files.ts";
import { createExportJob } from "./job.ts";
import { expireExports } from "./maintenance.ts";
import { requireRoomForExport } from "./module.ts";
import { ownedTables, tableLines } from "./tables.ts";

let server: TestServer;
let ada: TestUser;
let mailbox: string;
/** A user with little mail. */
let bob: TestUser;
/** The export of all of Ada's data. */
let completeFiles: Map<string, Buffer>;
let completeArchive: Buffer<ArrayBuffer>;

/** Messages that mbox writers easily get wrong. */
const awkward = [
	"From x@example.org Mon Jan  5 10:00:00 2026\nSubject: from lines\nMessage-ID: <a1@example.org>\n\nFrom here on\n>From there\n>>From far\nFrom\nFromage\n\n",
	"From y@example.org Mon Jan  5 11:00:00 2026\r\nSubject: other line ends\r\nMessage-ID: <a2@example.org>\r\n\r\nOne\r\nFrom two\r\n\r\n",
	"From z@example.org Mon Jan  5 12:00:00 2026\nSubject: caf\xc3\xa9 \xff\nMessage-ID: <a3@example.org>\nIn-Reply-To: <a1@example.org>\n\nbytes \x00\x80\xff\n\n\n\n",
	"From w@example.org Mon Jan  5 13:00:00 2026\nSubject: no body\nMessage-ID: <a4@example.org>\n\n",
];

beforeAll(async () => {
	server = await startTestServer({ demo: smallDemo() });
	ada = await server.signUp();
	const accounts = ada.client(accountsContract);
	const bytes = Buffer.concat([Buffer.from(awkward.join(""), "latin1"), Buffer.from(makeMbox({ count: 260 }))]);
	const { account } = await accounts.importMbox({ query: { filename: "old mail.mbox" } }, { bytes });
	await accounts.startDemo();
	await server.ctx.jobs.drain();
	mailbox = account.id;
	await change({ type: "star", value: true }, "subject:lines");
	await change({ type: "trash" }, "subject:other");
	await change({ type: "label", add: ["Été, & so on"], remove: [] }, "subject:number");
	bob = await server.signUp();
	const few = Buffer.from(makeMbox({ count: 40 }));
	await bob.client(accountsContract).importMbox({ query: { filename: "few.mbox" } }, { bytes: few });
	await server.ctx.jobs.drain();
	completeArchive = (await makeArchive(ada)).bytes;
	completeFiles = await filesIn(completeArchive);
}, 180_000);
afterAll(() => server.close());

async function change(action: object, query: string): Promise<void> {
	const plans = ada.client(plansContract);
	const plan = await plans.createPlan({ body: { action: action as { type: "archive" }, query, account: mailbox } });
	await plans.applyPlan({ params: { id: plan.id } });
	await server.ctx.jobs.drain();
}

async function makeArchive(user: TestUser): Promise<{ id: string; bytes: Buffer<ArrayBuffer> }> {
	const { export: made } = await user.client(exportsContract).createExport();
	await server.ctx.jobs.drain();
	const reply = await user.fetch(`/api/v1/exports/${made.id}/archive`);
	expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/gzip"]);
	return { id: made.id, bytes: Buffer.from(await reply.arrayBuffer()) };
}

async function filesIn(archive: Buffer): Promise<Map<string, Buffer>> {
	const files = new Map<string, Buffer>();
	const entries = Readable.from([archive]).pipe(createGunzip()).pipe(extract());
	for await (const entry of entries) {
		const chunks: Buffer[] = [];
		for await (const chunk of entry) chunks.push(chunk as Buffer);
		files.set(entry.header.name, Buffer.concat(chunks));
	}
	return files;
}

async function exists(id: string): Promise<boolean> {
	const { s3 } = server.ctx.config;
	if (s3 !== null) return (await createS3(s3).size(`exports/${id}.tar.gz`)) !== null;
	return existsSync(join(exportFolder(server.install.dataDir), `${id}.tar.gz`));
}

interface Line {
	message_id: string;
	raw_sha256: string;
	size_bytes: number;
	file: string;
	offset: number;
	bytes: number;
}

const linesOf = <T>(file: Buffer | undefined): T[] =>
	(file?.toString() ?? "")
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => JSON.parse(line) as T);

/** Removes one `>` from the body's quoted lines, as mboxrd readers do. */
function unquoted(entry: Buffer): Buffer {
	const text = entry.toString("latin1");
	const body = /^\r?\n|\n\r?\n/.exec(text);
	const from = body === null ? text.length : body.index + body[0].length;
	return Buffer.from(text.slice(0, from) + text.slice(from).replaceAll(/(^|\n)>(>*From )/g, "$1$2"), "latin1");
}

describe("an archive", () => {
	it("contains every message byte for byte, in mboxes by folder, and their locations", async () => {
		const files = completeFiles;
		const stored = await server.ctx.database.query<{ n: number; account_id: string }>(
			"select account_id, count(*)::int as n from emails where owner_id = $1 group by account_id",
			[ada.ownerId],
		);
		expect(stored).toHaveLength(2);
		let seen = 0;
		for (const [name, file] of files) {
			if (!name.endsWith("messages.jsonl")) continue;
			for (const line of linesOf<Line>(file)) {
				const entry = files.get(line.file)?.subarray(line.offset, line.offset + line.bytes) ?? Buffer.alloc(0);
				const raw = unquoted(entry);
				expect([line.message_id, createHash("sha256").update(raw).digest("hex"), raw.length]).toEqual([
					line.message_id,
					line.raw_sha256,
					line.size_bytes,
				]);
				seen += 1;
			}
		}
		expect(seen).toBe(stored.reduce((sum, { n }) => sum + n, 0));
		expect([...files.keys()]).toEqual(
			expect.arrayContaining([
				"mail/old mail.mbox/Inbox.mbox",
				"mail/old mail.mbox/Trash.mbox",
				"mail/Demo mailbox/Projects_Harbour Museum.mbox",
				"data/operations.jsonl",
				"data/users.jsonl",
				"README.txt",
			]),
		);
		const text = [...files].flatMap(([name, file]) => (name.startsWith("data/") ? [file.toString()] : [])).join("");
		expect(text).toContain(ada.email);
		expect(text).not.toMatch(/"(token|password|credentials|path)":/);
	});

	it("imports as the same account", async () => {
		const bytes = completeArchive;
		const bea = await server.signUp();
		const accounts = bea.client(accountsContract);
		const { account } = await accounts.importMbox({ query: { filename: "export.tar.gz" } }, { bytes });
		await server.ctx.jobs.drain();
		const statesOf = (owner: string) =>
			server.ctx.database.query<{ sha256: string; folder_role: string; labels: string[]; thread: string }>(
				`select raw_sha256 as sha256, folder_role, is_read, is_starred, is_important, is_answered, subject,
					date_trunc('second', received_date) as received, e.size_bytes, f.folder_name,
					array(select l from unnest(labels) l order by l) as labels,
					(select min(o.raw_sha256) from emails o where o.owner_id = e.owner_id and o.thread_id = e.thread_id) as thread
				from emails e join email_folders f on f.owner_id = e.owner_id and f.account_id = e.account_id and f.id = e.folder_id
				where e.owner_id = $1 order by raw_sha256`,
				[owner],
			);
		const [before, after] = [await statesOf(ada.ownerId), await statesOf(bea.ownerId)];
		// Duplicates in one account differ in nothing else: both are there.
		expect(after.map((row) => row.sha256)).toEqual(before.map((row) => row.sha256));
		const asImported = before.map((row) => {
			const { folder_name, ...rest } = row as typeof row & { folder_name: string };
			if (row.folder_role !== "custom") return { ...rest, folder_name };
			const labels = [...row.labels, folder_name].sort();
			return { ...rest, folder_role: "archive", folder_name: "Archive", labels };
		});
		expect(after).toEqual(asImported);
		expect((await accounts.listAccounts()).items[0]).toMatchObject({ id: account.id, lastError: null });
	});

	it("supports resuming a download, and is private", async () => {
		const { id, bytes } = await makeArchive(bob);
		const rest = await bob.fetch(`/api/v1/exports/${id}/archive`, { headers: { range: "bytes=1000-" } });
		const full = { status: 409, code: "too-many-exports" };
		await expect(requireRoomForExport(server.ctx, bob.ownerId, 1)).rejects.toMatchObject(full);
		await requireRoomForExport(server.ctx, bob.ownerId, 2);
		expect([rest.status, rest.headers.get("content-range")]).toEqual([
			206,
			`bytes 1000-${bytes.length - 1}/${bytes.length}`,
		]);
		expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(1000))).toBe(true);
		const eve = await server.signUp();
		expect((await eve.fetch(`/api/v1/exports/${id}/archive`)).status).toBe(404);
		expect((await fetch(`${server.url}/api/v1/exports/${id}/archive`)).status).toBe(401);
	});

	it("expires, and its file is deleted", async () => {
		const { id } = await makeArchive(bob);
		expect(await exists(id)).toBe(true);
		await server.ctx.database.exec("update exports set expires_at = now() - interval '1 second' where id = $1", [id]);
		const download = bob.client(exportsContract).downloadExport({ params: { id } });
		expect(await download.catch((cause: ApiError) => `${cause.status} ${cause.code}`)).toBe("410 export-expired");
		const { items } = await bob.client(exportsContract).listExports();
		expect(items.map((item) => item.id)).not.toContain(id);
		expect(await exists(id)).toBe(false);
	});

	it("is listed behind any number that failed since, and all that expired are deleted", async () => {
		const { id } = await makeArchive(bob);
		const failed = `insert into exports (owner_id, id, job_id, created_at, expires_at)
			select $1, gen_random_uuid(), gen_random_uuid(), now() + interval '1 day', now() + interval '2 days'
			from generate_series(1, 55)`;
		await server.ctx.database.exec(failed, [bob.ownerId]);
		const { items } = await bob.client(exportsContract).listExports();
		expect(items.map((item) => item.id)).toContain(id);
		const past = "update exports set expires_at = now() - interval '1 second' where owner_id = $1 returning id";
		expect(await server.ctx.database.query(past, [bob.ownerId])).toHaveLength(items.length);
		await expireExports(server.ctx, 2);
		expect(await server.ctx.database.query("select id from exports where owner_id = $1", [bob.ownerId])).toEqual([]);
		expect(await exists(id)).toBe(false);
	});

	it("contains the files that were made for the user, such as backups, unless they expired", async () => {
		const { ctx } = server;
		const stored = async (text: string, days: number, name = "backup.mbox.gz"): Promise<void> => {
			const id = newId();
			const expiresAt = new Date(ctx.now() + days * 24 * 3_600_000);
			const file = { ownerId: bob.ownerId, id, name, expiresAt };
			await ctx.database.transaction(() => registerArtifact(ctx, file));
			await writeFile(await pathToWrite(ctx.config, id), text);
			await finishFile(ctx, bob.ownerId, id, new AbortController().signal);
		};
		await stored("one", 1);
		await stored("two", 1);
		await stored("old", -1);
		// As people name what they attach.
		const long = `${"Sehr lange Übersicht ".repeat(8)}.pdf`;
		await stored("three", 1, "2-Backup.mbox.gz");
		await stored("four", 1, long);
		await stored("five", 1, "../Q1/2026.pdf");
		await stored("", 1, "empty.txt");
		const files = await filesIn((await makeArchive(bob)).bytes);
		const made = [...files]
			.filter(([name]) => name.startsWith("files/"))
			.map(([name, file]) => [name, file.toString()]);
		expect(made).toEqual([
			["files/backup.mbox.gz", "one"],
			["files/2-backup.mbox.gz", "two"],
			["files/2-2-Backup.mbox.gz", "three"],
			[`files/${long}`, "four"],
			["files/2026.pdf", "five"],
			["files/empty.txt", ""],
		]);
		expect(files.get("README.txt")?.toString()).toContain("files/<name>");
	});

	it("can be deleted, with its files", async () => {
		const { id } = await makeArchive(bob);
		await bob.client(exportsContract).deleteExport({ params: { id } });
		expect(await exists(id)).toBe(false);
		expect((await bob.fetch(`/api/v1/exports/${id}/archive`)).status).toBe(404);
	});
});

it("contains each row of every table once, whatever is read at a time", async () => {
	const { database } = server.ctx;
	let long = 0;
	for (const table of await ownedTables(database, [])) {
		const rows = async (limit?: number): Promise<string[]> => {
			const found: string[] = [];
			for await (const lines of tableLines(database, table, ada.ownerId, limit))
				found.push(...lines.toString().trimEnd().split("\n"));
			return found;
		};
		const all = await rows();
		expect([table.name, await rows(3)]).toEqual([table.name, all]);
		const counted = await database.one<{ n: number }>(
			`select count(*)::int as n from "${table.name}" where "${table.owner}" = $1`,
			[ada.ownerId],
		);
		expect([table.name, all.length]).toEqual([table.name, counted?.n]);
		if (all.length > 3) long++;
	}
	expect(long).toBeGreaterThan(3);
});

it("resumes after an interruption at any page, with the same result", async () => {
	const { ctx } = server;
	const id = "01a1f767-c935-77a0-bb9e-6bd6c560a3af";
	await ctx.database.exec(
		"insert into exports (owner_id, id, job_id, expires_at) values ($1, $2, $2, now() + interval '1 day')",
		[ada.ownerId, id],
	);
	let cuts = 0;
	for (let finished = false; !finished; ) {
		const controller = new AbortController();
		let pages = 0;
		const job: RunningJob<{ exportId: string }> = {
			id,
			ownerId: ada.ownerId,
			accountId: null,
			input: { exportId: id },
			attempt: 1,
			leaseId: "test-lease",
			previous: null,
			signal: controller.signal,
			progress() {
				pages += 1;
				if (pages === 3) controller.abort(new Error("cut"));
			},
			yieldIfWaiting: async () => undefined,
		};
		finished = await createExportJob([])
			.run(ctx, job)
			.then(
				() => true,
				() => false,
			);
		if (finished) break;
		cuts += 1;
		// What a kill leaves behind: bytes after the last checkpoint.
		await writeFile(join(exportFolder(ctx.config.dataDir), `${id}.tar.gz`), "half a file", { flag: "a" });
	}
	expect(cuts).toBeGreaterThan(3);
	const reply = await ada.fetch(`/api/v1/exports/${id}/archive`);
	const files = await filesIn(Buffer.from(await reply.arrayBuffer()));
	const mail = (all: Map<string, Buffer>) => [...all].filter(([name]) => name.startsWith("mail/"));
	expect(mail(files).map(([name]) => name)).toEqual(mail(completeFiles).map(([name]) => name));
	for (const [name, file] of mail(completeFiles)) expect([name, files.get(name)?.equals(file)]).toEqual([name, true]);
});
