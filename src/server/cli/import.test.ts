import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeMbox } from "#test/mail-file.ts";
import { programArguments } from "#test/programs.ts";
import { startTestServer, type TestServer } from "#test/server.ts";
import { readConfig } from "../config.ts";
import { createLogger } from "../log.ts";
import { startServer } from "../server.ts";

let server: TestServer;
let folder: string;
let file: string;
const user = "reader@example.net";

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "mailstead-import-"));
	file = join(folder, "Old mail.mbox");
	await writeMbox(file, { count: 60 });
	server = await startTestServer({ embedded: true });
	await server.signUp(user);
});

afterAll(async () => {
	await server.install.remove();
	await rm(folder, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<{ code: number; out: string }> {
	const { PATH, NODE_COMPILE_CACHE } = process.env;
	const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: server.install.dataDir };
	const all = [...(await programArguments("import")), ...args];
	return new Promise((resolve) => {
		execFile(process.execPath, all, { env }, (error, stdout, stderr) => {
			resolve({ code: typeof error?.code === "number" ? error.code : 0, out: stdout + stderr });
		});
	});
}

it("explains why it cannot run next to a running server", async () => {
	const { code, out } = await run(file, "--user", user);
	expect(code).toBe(78);
	expect(out).toContain("in use by another Mailstead process");
	expect(out).toContain("upload page");
	expect(out).not.toMatch(/^\s+at /m);
	await server.ctx.jobs.drain();
});

it("imports a file in place, idempotently", async () => {
	await stop();
	const first = await run(file, "--user", user.toUpperCase());
	expect(first).toEqual({ code: 0, out: "Old mail.mbox: 60 added to “Old mail.mbox”.\n" });
	const second = await run(file, "--user", user);
	expect(second).toEqual({ code: 0, out: "Old mail.mbox: 0 added to “Old mail.mbox”.\n" });
	const other = join(folder, "other.mbox");
	await writeMbox(other, { count: 5, start: 500 });
	expect((await run(other, "--user", user, "--account", "Old mail.mbox")).out).toContain("5 added to “Old mail.mbox”");
	expect(await readdir(join(server.install.dataDir, "uploads")).catch(() => [])).toEqual([]);
	expect((await stat(file)).size).toBeGreaterThan(0);
}, 600_000);

it("reports invalid arguments", async () => {
	await writeFile(join(folder, "notes.csv"), "a,b\n1,2\n".repeat(100));
	const { code, out } = await run(join(folder, "notes.csv"), join(folder, "absent.mbox"), folder, "--user", user);
	expect(code).toBe(1);
	expect(out).toContain("notes.csv: This is no mail file.");
	expect(out).toContain("absent.mbox: There is no such file.");
	expect(out).toContain("This is not a file.");
	expect((await run(file, "--user", "nobody@example.org")).out).toContain("Nobody has signed up as nobody@example.org");
	expect((await run(file)).out).toContain("--user you@example.org");
	expect((await run("--nonsense")).code).toBe(1);
	expect((await run("--help")).out).toContain("Usage:");
}, 600_000);

it("creates a mailbox that the server shows", async () => {
	const config = readConfig({ DATA_DIR: server.install.dataDir, PORT: "0", LOG_LEVEL: "silent", PREPARE_DEMO: "off" });
	const running = await startServer(config, { log: createLogger(config) });
	const rows = await running.ctx.database.query("select name, status from connected_accounts", []);
	const mail = await running.ctx.database.one<{ n: number }>("select count(*)::int as n from emails", []);
	await running.stop();
	expect(rows).toEqual([{ name: "Old mail.mbox", status: "connected" }]);
	expect(mail?.n).toBe(65);
});

/** Releases the data folder and keeps it. */
async function stop(): Promise<void> {
	const { remove } = server.install;
	server.install.remove = async () => undefined;
	await server.close();
	server.install.remove = remove;
}
