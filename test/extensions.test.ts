import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addProvider } from "./new-provider.ts";
import { copySource, type SourceCopy } from "./source-copy.ts";

/**
 * A tool written by `npm run new:tool`, and a sixth kind of mailbox, in a copy of the source: both pass all checks and
 * their own tests. One copy, because a type check takes 15 s of CPU time.
 */

let source: SourceCopy;
beforeAll(async () => {
	source = await copySource();
	await source.node("scripts/new-tool/new-tool.ts", "follow-up");
	await addProvider(source);
});
afterAll(() => source.remove());

it("a tool is one folder and a line in each list of tools", async () => {
	const [server, web] = await Promise.all(
		["src/server/tools.ts", "src/web/tools.ts"].map((file) => readFile(path.join(source.folder, file), "utf8")),
	);
	expect(server).toContain('export { followUpModule } from "#tools/follow-up/server/module.ts";');
	expect(web).toContain('export { screens as followUp } from "#tools/follow-up/web/screens.ts";');
	expect(await readFile(path.join(source.folder, "src/tools/follow-up/tool.ts"), "utf8")).toContain(
		'title: "Follow up"',
	);
});

it("names that no tool can have, and taken ones, are refused", async () => {
	for (const name of ["Follow", "a--b", "", "follow-up", "inbox"])
		await expect(source.node("scripts/new-tool/new-tool.ts", name)).rejects.toThrow();
});

it("both pass the type check, the import rules and the linter", async () => {
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
}, 300_000);

it("the tool passes its own tests and those of all tools; the API and the web app show the provider, and no other file names it", async () => {
	const tool = ["src/tools/follow-up/", "src/server/registry.test.ts", "test/sql-rules.test.ts"];
	const provider = ["src/providers/acme/", "src/server/providers.test.ts", "src/web/text.test.ts"];
	await source.node("node_modules/vitest/vitest.mjs", "run", "--project", "app", ...tool, ...provider);
}, 300_000);
