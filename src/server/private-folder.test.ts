import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testInstall } from "#test/database.ts";
import { startProcess } from "#test/process.ts";
import { programArguments } from "#test/programs.ts";
import { readConfig } from "./config.ts";
import { makePrivate } from "./private-folder.ts";

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "mailstead-private-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Entries that other users have access to. */
function open(path: string): string[] {
	const own = (lstatSync(path).mode & 0o077) === 0 ? [] : [path];
	if (!statSync(path).isDirectory()) return own;
	return [...own, ...readdirSync(path).flatMap((name) => open(join(path, name)))];
}

describe("the data folder", () => {
	it("is private with everything in it, although others could read all of it before", async () => {
		const install = await testInstall({ embedded: true });
		execFileSync("chmod", ["-R", "a+rwX", install.dataDir]);
		try {
			const server = await startProcess(install);
			try {
				expect(readdirSync(install.dataDir)).toContain("secret");
				expect(open(install.dataDir)).toEqual([]);
			} finally {
				await server.stop();
			}
		} finally {
			await install.remove();
		}
	});

	it("is tightened also when the folder itself is private", () => {
		mkdirSync(join(folder, "pg", "base"), { recursive: true });
		writeFileSync(join(folder, "pg", "base", "1"), "");
		execFileSync("chmod", ["-R", "a+rwX", join(folder, "pg")]);
		expect(makePrivate(folder)).toBeNull();
		expect(open(folder)).toEqual([]);
		expect(lstatSync(join(folder, "pg")).mode & 0o777).toBe(0o700);
		expect(lstatSync(join(folder, "pg", "base", "1")).mode & 0o777).toBe(0o600);
	});

	it.each([
		[0o1777, [], "is shared by all users"],
		[0o755, ["letters"], "holds other files"],
	])("is refused, and not touched, when it is not ours: mode %o", (mode, names, reason) => {
		for (const name of names) writeFileSync(join(folder, name), "", { mode: 0o644 });
		chmodSync(folder, mode);
		expect(() => readConfig({ DATA_DIR: folder })).toThrow(`DATA_DIR: ${folder} ${reason}`);
		expect(lstatSync(folder).mode & 0o7777).toBe(mode);
		expect(readdirSync(folder)).toEqual(names);
		for (const name of names) expect(lstatSync(join(folder, name)).mode & 0o777).toBe(0o644);
	});
});

it("a start with settings that cannot be used ends with a sentence", async () => {
	writeFileSync(join(folder, "secret"), "");
	const { PATH, NODE_COMPILE_CACHE } = process.env;
	const child = spawn(process.execPath, await programArguments("server"), {
		stdio: ["ignore", "ignore", "pipe"],
		env: { PATH, NODE_COMPILE_CACHE, PORT: "0", DATA_DIR: folder },
	});
	let output = "";
	child.stderr.on("data", (data: Buffer) => {
		output += data.toString();
	});
	const [code] = (await once(child, "close")) as [number];
	expect([code, output.trim()]).toEqual([78, expect.stringMatching(/^The secret in .* is empty[^\n]*$/)]);
});
