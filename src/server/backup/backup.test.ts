import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm, stat, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiError, createClient } from "#shared/client.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { type Action, plansContract } from "#shared/contracts/plans.ts";
import { type TestInstall, testInstall } from "#test/database.ts";
import { makeMbox } from "#test/mail-file.ts";
import { programArguments } from "#test/programs.ts";
import { signInAt, startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { sized } from "#test/soak.ts";
import { testIf } from "../../../fixtures/only-if.ts";
import { countsAndRecounts } from "../mail/store/testing.ts";
import { blobsFolder } from "../platform/blobs/open.ts";
import { createSecrets } from "../platform/secrets/secrets.ts";
import { openContext, type RunningServer, startServer } from "../server.ts";
import { EXCLUDED_TABLES } from "./excluded-tables.ts";
import { command, configAt, contentOf, envOf } from "./testing.ts";

/** Messages that are imported before the backup, and while it is made. */
const BEFORE = 400;
const MEANWHILE = sized(1_200, 3_000);
const ALL = BEFORE + MEANWHILE;

let server: TestServer;
let ada: TestUser;
let mailbox: string;
let folder: string;
/** Backup of the server at work. */
let live: string;
/** Backup of the same server, stopped. */
let quiet: string;
let operation: string;

const installs: TestInstall[] = [];
async function emptyInstall(): Promise<TestInstall> {
	const install = await testInstall({ isEmpty: true });
	installs.push(install);
	return install;
}

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "mailstead-backup-"));
	live = join(folder, "live.tar");
	quiet = join(folder, "quiet");
	server = await startTestServer();
	ada = await server.signUp();
	const accounts = ada.client(accountsContract);
	const import1 = await accounts.importMbox({ query: { filename: "a.mbox" } }, { bytes: mboxOf(BEFORE, 0) });
	mailbox = import1.account.id;
	await server.ctx.jobs.drain();
	operation = await change({ type: "trash" }, "from:sender3");
	await server.ctx.jobs.drain();
	// Encrypted like a mailbox's password.
	const sealed = createSecrets(server.ctx.config).seal(
		JSON.stringify({ password: "hunter2" }),
		`${ada.ownerId}/${mailbox}`,
	);
	await server.ctx.database.exec("update connected_accounts set credentials = $2 where id = $1", [mailbox, sealed]);
	await accounts.importMbox({ query: { filename: "b.mbox" } }, { bytes: mboxOf(MEANWHILE, 1_000) });
	const working = changeContinuously();
	const { code, out } = await command("backup", envOf(server.install), live, "--with-secret");
	expect([code, out]).toEqual([0, expect.stringContaining("messages")]);
	await working.stop();
	await server.ctx.jobs.drain(180_000);
	await stop();
	const made = await command("backup", envOf(server.install), quiet);
	expect([made.code, made.out]).toEqual([0, expect.stringContaining("The secret is not in it")]);
}, 300_000);

afterAll(async () => {
	await server.install.remove();
	for (const install of installs) await install.remove();
	await rm(folder, { recursive: true, force: true });
});

function mboxOf(count: number, start: number): Buffer<ArrayBuffer> {
	return Buffer.from(makeMbox({ count, start }));
}

/** Releases the data folder and keeps it. */
async function stop(): Promise<void> {
	const { remove } = server.install;
	server.install.remove = async () => undefined;
	await server.close();
	server.install.remove = remove;
}

async function change(action: Action, query: string): Promise<string> {
	const plans = ada.client(plansContract);
	const plan = await plans.createPlan({ body: { action, query, account: mailbox } });
	await plans.applyPlan({ params: { id: plan.id } });
	return plan.id;
}

function ignoreNothingChosen(cause: unknown): void {
	if (!(cause instanceof ApiError && cause.code === "nothing-selected")) throw cause;
}

/** Applies changes until stopped. */
function changeContinuously() {
	let isOver = false;
	const working = (async () => {
		for (let n = 0; !isOver; n++) {
			// The change before may be under way: then none of the messages is as it was found.
			await change({ type: "label", add: [`Label ${n}`], remove: [] }, "subject:message").catch(ignoreNothingChosen);
			await pause(100);
		}
	})();
	return {
		stop: async () => {
			isOver = true;
			await working;
		},
	};
}

async function blobsMissing(running: Pick<RunningServer, "ctx">): Promise<number> {
	const rows = await running.ctx.database.query<{ account_id: string; raw_sha256: string }>(
		"select account_id, raw_sha256 from emails where raw_sha256 is not null",
		[],
	);
	let missing = 0;
	for (const row of rows) if ((await running.ctx.blobs.get(row.account_id, row.raw_sha256)) === null) missing++;
	return missing;
}

describe("a backup of a running server", () => {
	it("is consistent, and resumes from there when it is restored", async () => {
		const install = await emptyInstall();
		const { code, out } = await command("restore", envOf(install), live);
		expect([code, out]).toEqual([0, expect.stringContaining("Everything was compared with the backup.")]);
		expect(await readFile(join(install.dataDir, "secret"), "utf8")).toBe(server.ctx.config.secret);
		expect(existsSync(join(install.dataDir, "restoring"))).toBe(false);
		// No jobs have run yet: the state is that of the backup.
		const idle = await openContext(configAt(install));
		for (const { saved, counted } of await countsAndRecounts(idle.ctx.database)) expect(saved).toEqual(counted);
		expect(await blobsMissing(idle)).toBe(0);
		await idle.close();
		const running = await startServer(configAt(install));
		try {
			await running.ctx.jobs.drain(120_000);
			// The running import found its file and finished.
			const mail = await running.ctx.database.one<{ n: number }>("select count(*)::int as n from emails", []);
			expect(mail?.n).toBe(ALL);
			expect(await blobsMissing(running)).toBe(0);
			for (const { saved, counted } of await countsAndRecounts(running.ctx.database)) expect(saved).toEqual(counted);
			const account = await running.ctx.database.one<{ credentials: Buffer }>(
				"select credentials from connected_accounts where id = $1",
				[mailbox],
			);
			const open = createSecrets(running.ctx.config).open(account?.credentials as Buffer, `${ada.ownerId}/${mailbox}`);
			expect(JSON.parse(open)).toEqual({ password: "hunter2" });
			const back = await signInAt(running.url ?? "", ada.email);
			const emails = createClient(emailsContract, back.fetch);
			await expect
				.poll(async () => (await emails.listEmails({ query: { q: "message" } })).unsearched, { timeout: 120_000 })
				.toBe(0);
			const { total } = await emails.listEmails({ query: {} });
			expect((await emails.listEmails({ query: { q: "message" } })).total).toBe(total);
			const before = await trashed(running);
			expect(before).toBeGreaterThan(0);
			await createClient(plansContract, back.fetch).undoOperation({ params: { id: operation } });
			await running.ctx.jobs.drain();
			expect(await trashed(running)).toBeLessThan(before);
		} finally {
			await running.stop();
		}
	}, 300_000);
});

async function trashed(running: RunningServer): Promise<number> {
	const sql = "select count(*)::int as n from emails where account_id = $1 and folder_role = 'trash'";
	return (await running.ctx.database.one<{ n: number }>(sql, [mailbox]))?.n ?? 0;
}

describe("a restored backup", () => {
	it("equals the original, row by row, and warns of another secret", async () => {
		const install = await emptyInstall();
		const { code, out } = await command("restore", envOf(install), quiet);
		expect([code, out]).toEqual([0, expect.stringContaining("is not the one here")]);
		const [original, restored] = [await contentOf(server.install), await contentOf(install)];
		// Of the original's secret: the next start records the one here.
		expect([original.get("secret_check")?.length, restored.get("secret_check")]).toEqual([1, []]);
		original.delete("secret_check");
		for (const [name, lines] of original)
			if (!EXCLUDED_TABLES.has(name)) expect([name, restored.get(name)]).toEqual([name, lines]);
		for (const name of EXCLUDED_TABLES) if (restored.has(name)) expect([name, restored.get(name)]).toEqual([name, []]);
		expect(restored.get("emails")?.length).toBe(ALL);
		const again = await command("restore", envOf(install), quiet);
		expect(again).toEqual({ code: 78, out: "This installation is in use. Restore into an empty one.\n" });
	}, 300_000);

	// Like other kills, it is left to `npm run test:release`.
	testIf(process.env.TEST_LEG !== "test")(
		"is all or nothing when the restore is killed",
		async () => {
			const install = await emptyInstall();
			const child = spawn(process.execPath, [...(await programArguments("restore")), quiet], {
				env: { PATH: process.env.PATH ?? "", ...envOf(install) },
				stdio: "ignore",
			});
			const ended = new Promise((resolve) => child.once("exit", resolve));
			const staged = join(install.dataDir, "restoring", "blobs");
			while (!existsSync(staged) && child.exitCode === null) await pause(5);
			child.kill("SIGKILL");
			await ended;
			expect(existsSync(blobsFolder(install.dataDir))).toBe(false);
			const { code, out } = await command("restore", envOf(install), quiet);
			expect([code, out]).toEqual([0, expect.stringContaining(`${ALL.toLocaleString("en")} messages`)]);
			expect((await readdir(install.dataDir)).includes("restoring")).toBe(false);
		},
		300_000,
	);
});

it("rejects a truncated archive", async () => {
	const install = await emptyInstall();
	const copy = join(folder, "cut.tar");
	await cp(live, copy);
	await truncate(copy, (await stat(copy)).size / 2);
	const { code, out } = await command("restore", envOf(install), copy);
	expect([code, out]).toEqual([1, expect.stringContaining("cannot be restored.")]);
	expect(existsSync(blobsFolder(install.dataDir))).toBe(false);
	expect((await contentOf(install)).get("users") ?? []).toEqual([]);
});

it("overwrites nothing, and does not start without a database", async () => {
	expect((await command("backup", envOf(server.install), quiet)).out).toContain("already exists");
	const none = { DATA_DIR: join(folder, "none") };
	const { code, out } = await command("backup", none, join(folder, "x"));
	expect([code, out]).toEqual([78, expect.stringContaining("nothing has been stored yet")]);
	expect(existsSync(join(folder, "x.partial"))).toBe(false);
	expect((await command("restore", none, join(folder, "absent"))).out).toContain("There is no such file or folder.");
});
