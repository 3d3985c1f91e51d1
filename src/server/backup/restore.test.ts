import { existsSync } from "node:fs";
import { appendFile, cp, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { type TestInstall, testInstall } from "#test/database.ts";
import { makeMbox } from "#test/mail-file.ts";
import { startTestS3 } from "#test/s3/server.ts";
import { startTestServer } from "#test/server.ts";
import { blobsFolder } from "../platform/blobs/open.ts";
import { command, contentOf, envOf } from "./testing.ts";

let folder: string;
/** Backup of a mailbox of 400 messages. */
let small: string;

const installs: TestInstall[] = [];
async function emptyInstall(): Promise<TestInstall> {
	const install = await testInstall({ isEmpty: true });
	installs.push(install);
	return install;
}

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "mailstead-restore-"));
	small = join(folder, "small");
	const server = await startTestServer();
	const user = await server.signUp();
	const bytes = Buffer.from(makeMbox({ count: 400, start: 0 }));
	await user.client(accountsContract).importMbox({ query: { filename: "a.mbox" } }, { bytes });
	await server.ctx.jobs.drain();
	expect((await command("backup", envOf(server.install), small)).code).toBe(0);
	await server.close();
});

afterAll(async () => {
	for (const install of installs) await install.remove();
	await rm(folder, { recursive: true, force: true });
});

it("can be restored to an object store or files, and made from both", async () => {
	const s3 = await startTestS3();
	const [inStore, inFiles] = [await emptyInstall(), await emptyInstall()];
	const env = { ...envOf(inStore), ...s3.env("restored") };
	expect((await command("restore", env, small)).code).toBe(0);
	expect(s3.objects.size).toBe(400);
	expect(existsSync(blobsFolder(inStore.dataDir))).toBe(false);
	const again = join(folder, "from-store.tar");
	expect((await command("backup", env, again)).out).toContain("400 messages");
	expect((await command("restore", envOf(inFiles), again)).out).toContain("400 messages");
	expect(await contentOf(inFiles)).toEqual(await contentOf(inStore));
	const without = join(folder, "without");
	expect((await command("backup", env, without, "--without-messages")).out).toContain("0 messages");
	await s3.stop();
});

describe("a damaged backup is rejected without changes", () => {
	const cases: [string, (copy: string) => Promise<void>, string][] = [
		["a table's file was cut", async (copy) => truncate(await tableFile(copy), 1_000), "emails-1.ndjson.gz is damaged"],
		["a table's file has more", async (copy) => appendFile(await tableFile(copy), "x"), "emails-1.ndjson.gz"],
		["a message was changed", async (copy) => appendFile(await firstBlob(copy), "x"), "is damaged; --skip-damaged"],
		["a message is missing", async (copy) => rm(await firstBlob(copy)), "It should hold 400 messages"],
		["the manifest was changed", (copy) => swap(join(copy, "manifest.json"), '"rows": ', '"rows": 1'), "manifest.json"],
		["its end is missing", (copy) => rm(join(copy, "end.json")), "no such file"],
		["it is no backup", (copy) => rm(join(copy, "manifest.json")), "It has no manifest"],
		["it has a foreign file", (copy) => writeFile(join(copy, "uploads", "..x"), "x"), "that no backup holds"],
		[
			"it is newer",
			(copy) => swap(join(copy, "manifest.json"), '"format": 1', '"format": 2'),
			"made by a newer version",
		],
	];
	let install: TestInstall;
	beforeAll(async () => {
		install = await emptyInstall();
	});

	it.each(cases)("%s", async (_, spoil, words) => {
		const copy = join(folder, "spoiled");
		await cp(small, copy, { recursive: true });
		await spoil(copy);
		const { code, out } = await command("restore", envOf(install), copy);
		expect([code, out.toLowerCase()]).toEqual([1, expect.stringContaining(words.toLowerCase())]);
		expect(out).not.toContain("    at ");
		await rm(copy, { recursive: true });
	});

	it("skips damaged messages on request", async () => {
		expect(existsSync(blobsFolder(install.dataDir))).toBe(false);
		expect((await contentOf(install)).get("users") ?? []).toEqual([]);
		const copy = join(folder, "skipped");
		await cp(small, copy, { recursive: true });
		await appendFile(await firstBlob(copy), "x");
		const { code, out } = await command("restore", envOf(install), copy, "--skip-damaged");
		expect([code, out]).toEqual([0, expect.stringContaining("1 damaged and left out")]);
		expect((await contentOf(install)).get("emails")?.length).toBe(400);
	});
});

async function tableFile(copy: string): Promise<string> {
	return unshared(join(copy, "tables", "emails-1.ndjson.gz"));
}

async function firstBlob(copy: string): Promise<string> {
	const files = await readdir(join(copy, "blobs"), { recursive: true, withFileTypes: true });
	const file = files.find((entry) => entry.isFile());
	return unshared(join(file?.parentPath ?? "", file?.name ?? ""));
}

/** Path of a copy that shares no blocks or links with other files. */
async function unshared(path: string): Promise<string> {
	await cp(path, `${path}.own`);
	await rename(`${path}.own`, path);
	return path;
}

async function swap(path: string, from: string, to: string): Promise<void> {
	await writeFile(path, (await readFile(path, "utf8")).replace(from, to));
}
