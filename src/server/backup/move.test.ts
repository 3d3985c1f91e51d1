import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createClient } from "#shared/client.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { type TestInstall, testInstall } from "#test/database.ts";
import { smallDemo } from "#test/demo.ts";
import { makeMbox } from "#test/mail-file.ts";
import { startTestS3, type TestS3 } from "#test/s3/server.ts";
import { signInAt, startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { describeIf, isPostgres } from "../../../fixtures/only-if.ts";
import { blobsFolder } from "../platform/blobs/open.ts";
import { startServer } from "../server.ts";
import { command, configAt, contentOf, envOf } from "./testing.ts";

let server: TestServer;
let ada: TestUser;
let s3: TestS3;

beforeAll(async () => {
	s3 = await startTestS3();
	server = await startTestServer({
		embedded: true,
		demo: smallDemo(),
		env: { S3_ENDPOINT: "", S3_BUCKET: "", S3_ACCESS_KEY_ID: "", S3_SECRET_ACCESS_KEY: "" },
	});
	ada = await server.signUp();
	const accounts = ada.client(accountsContract);
	await accounts.importMbox({ query: { filename: "a.mbox" } }, { bytes: Buffer.from(makeMbox({ count: 500 })) });
	await accounts.startDemo();
	await server.ctx.jobs.drain();
}, 600_000);

afterAll(async () => {
	await server.install.remove();
	await s3.stop();
});

/** Releases the data folder and keeps it. */
async function stop(): Promise<void> {
	const { remove } = server.install;
	server.install.remove = async () => undefined;
	await server.close();
	server.install.remove = remove;
}

it("is rejected while a server runs", async () => {
	const { code, out } = await command("move", envOf(server.install), "--to", "postgres://127.0.0.1:9/x");
	expect([code, out]).toEqual([78, expect.stringContaining("in use by another Mailstead process")]);
	expect((await command("move", envOf(server.install))).out).toContain("Usage:");
	expect((await command("move", envOf(server.install), "--to", "mysql://x")).out).toContain("--to takes embedded");
	await stop();
	const far = await command("move", envOf(server.install), "--to", "postgres://127.0.0.1:9/x");
	expect([far.code, far.out]).toEqual([78, expect.stringContaining("127.0.0.1:9/x cannot be reached")]);
});

describeIf(isPostgres)("between the embedded database and PostgreSQL", () => {
	let install: TestInstall;
	let other: string;
	beforeAll(async () => {
		install = await testInstall({ isEmpty: true });
		other = await mkdtemp(join(tmpdir(), "mailstead-move-"));
	});
	afterAll(async () => {
		await install.remove();
		await rm(other, { recursive: true, force: true });
	});

	it("copies every row to PostgreSQL, and users find everything as before", async () => {
		const before = await contentOf(server.install);
		const moved = await command("move", envOf(server.install), "--to", install.databaseUrl ?? "");
		expect([moved.code, moved.out]).toEqual([0, expect.stringContaining("compared row by row")]);
		const target = { dataDir: server.install.dataDir, databaseUrl: install.databaseUrl };
		// The words are left out, and indexed again there.
		expect(withoutIndex(await contentOf(target))).toEqual(withoutIndex(before));
		expect(await contentOf(server.install)).toEqual(before);
		const running = await startServer(configAt(target));
		try {
			// The old session cookie is still valid.
			const get = (path: string, init: RequestInit = {}) =>
				fetch(new URL(path, running.url ?? ""), { ...init, headers: { cookie: ada.cookie } });
			const { items, total } = await createClient(emailsContract, get).listEmails({ query: { q: "in:inbox" } });
			expect(total).toBeGreaterThan(100);
			const raw = await get(`/api/v1/emails/${items[0]?.id}/raw`);
			expect(raw.status).toBe(200);
			const busy = await command("move", envOf({ ...target }), "--to", "embedded");
			expect([busy.code, busy.out]).toEqual([78, expect.stringContaining("running Mailstead processes")]);
			await signInAt(running.url ?? "", ada.email);
		} finally {
			await running.stop();
		}
		const again = await command("move", envOf(server.install), "--to", install.databaseUrl ?? "");
		expect([again.code, again.out]).toEqual([78, expect.stringContaining("Restore into an empty one")]);
	}, 600_000);

	it("copies every row back, keeping the old database aside", async () => {
		const target = { dataDir: server.install.dataDir, databaseUrl: install.databaseUrl };
		const before = await contentOf(target);
		const moved = await command("move", envOf(target), "--to", "embedded");
		expect([moved.code, moved.out]).toEqual([0, expect.stringContaining("compared row by row")]);
		expect(withoutIndex(await contentOf(server.install))).toEqual(withoutIndex(before));
		expect((await readdir(server.install.dataDir)).filter((name) => name.startsWith("pg.before-"))).toHaveLength(1);
		const elsewhere = { dataDir: other, databaseUrl: install.databaseUrl };
		expect((await command("move", envOf(elsewhere), "--to", "embedded")).code).toBe(0);
		expect(withoutIndex(await contentOf({ dataDir: other, databaseUrl: null }))).toEqual(withoutIndex(before));
	}, 600_000);
});

it("copies raw mail to an object store and back completely, and resumes", async () => {
	const { dataDir } = server.install;
	const files = await filesIn(blobsFolder(dataDir));
	const env = { ...envOf({ dataDir, databaseUrl: null }), ...s3.env("moved") };
	expect((await command("move", envOf(server.install), "--blobs", "s3")).out).toContain("S3_BUCKET");
	s3.faults.push({ on: "PUT", how: 403 });
	expect((await command("move", env, "--blobs", "s3")).code).toBe(78);
	const first = await command("move", env, "--blobs", "s3");
	expect([first.code, first.out]).toEqual([
		0,
		expect.stringContaining(`${files.length.toLocaleString("en-US")} messages`),
	]);
	expect(s3.objects.size).toBe(files.length);
	const running = await startServer(configAt({ dataDir, databaseUrl: null }, s3.env("moved")));
	const back = await signInAt(running.url ?? "", ada.email);
	const { items } = await back.client(emailsContract).listEmails({ query: {} });
	expect((await back.fetch(`/api/v1/emails/${items[0]?.id}/raw`)).status).toBe(200);
	await running.stop();
	const second = await command("move", env, "--blobs", "files");
	expect([second.code, second.out]).toEqual([
		0,
		expect.stringContaining(`${files.length.toLocaleString("en-US")} messages`),
	]);
	expect(await filesIn(blobsFolder(dataDir))).toEqual(files);
	const third = await command("move", env, "--blobs", "files");
	expect(third.out).toContain(`${files.length.toLocaleString("en-US")} of them there already`);
}, 600_000);

/**
 * Without the text index, which each database builds itself: words, the state of its file, and the version of the
 * search tokens, the ninth column of each mailbox.
 */
function withoutIndex(content: Map<string, string[]>): Map<string, string[]> {
	const withoutVersion = (line: string): string => JSON.stringify((JSON.parse(line) as unknown[]).toSpliced(8, 1));
	const accounts = (content.get("connected_accounts") ?? []).map(withoutVersion);
	const empty = ["email_search", "search_outbox", "search_outbox_state"].map((table): [string, string[]] => [
		table,
		[],
	]);
	return new Map([...content, ...empty, ["connected_accounts", accounts]]);
}

async function filesIn(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => entry.name)
		.sort();
}
