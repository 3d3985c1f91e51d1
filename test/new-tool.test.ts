import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";

/** `npm run new:tool` in a copy of the source: the tool that it writes passes all checks and its own tests. */

const root = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);
const COPIED = ["src", "test", "scripts", "db", "fixtures", "bench", "e2e"];
const FILES = ["package.json", "tsconfig.json", "biome.json", "vite.config.ts", "vitest.config.ts", ".gitignore"];

/** Of this test run. The tool is tested on the embedded database. */
const OWN_SETTINGS = new Set(["TEST_DATABASE_URL", "TEST_S3", "TEST_LEG", "VITEST", "NODE_OPTIONS"]);

let copy: string;
beforeAll(async () => {
	copy = await mkdtemp(path.join(tmpdir(), "new-tool-"));
	for (const name of [...COPIED, ...FILES]) await cp(path.join(root, name), path.join(copy, name), { recursive: true });
	await symlink(path.join(root, "node_modules"), path.join(copy, "node_modules"));
	await node("scripts/new-tool/new-tool.ts", "follow-up");
}, 60_000);
afterAll(() => rm(copy, { recursive: true, force: true }));

/** Runs a program in the copy. @throws with its output */
async function start(program: string, ...args: string[]): Promise<string> {
	const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OWN_SETTINGS.has(name)));
	const { stdout } = await run(program, args, { cwd: copy, env, maxBuffer: 1 << 24 }).catch((cause: unknown) => {
		const { stdout: out = "", stderr = "" } = cause as { stdout?: string; stderr?: string };
		throw new Error(`${args.join(" ")}\n${out}\n${stderr}`);
	});
	return stdout;
}

const node = (...args: string[]): Promise<string> => start(process.execPath, ...args);
const bin = (name: string, ...args: string[]): Promise<string> =>
	start(path.join(copy, "node_modules/.bin", name), ...args);

it("is one folder and a line in each list of tools", async () => {
	const [server, web] = await Promise.all(
		["src/server/tools.ts", "src/web/tools.ts"].map((file) => readFile(path.join(copy, file), "utf8")),
	);
	expect(server).toContain('export { followUpModule } from "#tools/follow-up/server/module.ts";');
	expect(web).toContain('export { screens as followUp } from "#tools/follow-up/web/screens.ts";');
	expect(await readFile(path.join(copy, "src/tools/follow-up/tool.ts"), "utf8")).toContain('title: "Follow up"');
});

it("refuses names that no tool can have, and taken ones", async () => {
	for (const name of ["Follow", "a--b", "", "follow-up", "inbox"])
		await expect(node("scripts/new-tool/new-tool.ts", name)).rejects.toThrow();
});

it("passes the type check, the import rules and the linter", async () => {
	await Promise.all([
		bin("tsc", "--noEmit"),
		node("scripts/imports.ts"),
		bin("biome", "check", "--error-on-warnings", "src/tools/follow-up", "src/server/tools.ts", "src/web/tools.ts"),
	]);
}, 120_000);

it("passes its own tests and those of all tools", async () => {
	const tests = ["src/tools/follow-up/", "src/server/registry.test.ts", "test/sql-rules.test.ts"];
	await node("node_modules/vitest/vitest.mjs", "run", "--project", "app", ...tests);
}, 120_000);
