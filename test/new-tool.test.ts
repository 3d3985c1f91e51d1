import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copySource, type SourceCopy } from "./source-copy.ts";

/** `npm run new:tool` in a copy of the source: the tool that it writes passes all checks and its own tests. */

let source: SourceCopy;
beforeAll(async () => {
	source = await copySource();
	await source.node("scripts/new-tool/new-tool.ts", "follow-up");
}, 60_000);
afterAll(() => source.remove());

it("is one folder and a line in each list of tools", async () => {
	const [server, web] = await Promise.all(
		["src/server/tools.ts", "src/web/tools.ts"].map((file) => readFile(path.join(source.folder, file), "utf8")),
	);
	expect(server).toContain('export { followUpModule } from "#tools/follow-up/server/module.ts";');
	expect(web).toContain('export { screens as followUp } from "#tools/follow-up/web/screens.ts";');
	expect(await readFile(path.join(source.folder, "src/tools/follow-up/tool.ts"), "utf8")).toContain(
		'title: "Follow up"',
	);
});

it("refuses names that no tool can have, and taken ones", async () => {
	for (const name of ["Follow", "a--b", "", "follow-up", "inbox"])
		await expect(source.node("scripts/new-tool/new-tool.ts", name)).rejects.toThrow();
});

it("passes the type check, the import rules and the linter", async () => {
	await Promise.all([
		source.bin("tsc", "--noEmit"),
		source.node("scripts/imports.ts"),
		source.bin(
			"biome",
			"check",
			"--error-on-warnings",
			"src/tools/follow-up",
			"src/server/tools.ts",
			"src/web/tools.ts",
		),
	]);
}, 120_000);

it("passes its own tests and those of all tools", async () => {
	const tests = ["src/tools/follow-up/", "src/server/registry.test.ts", "test/sql-rules.test.ts"];
	await source.node("node_modules/vitest/vitest.mjs", "run", "--project", "app", ...tests);
}, 120_000);
