import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { checkImports } from "../scripts/imports.ts";

let root = "";
afterEach(() => rm(root, { recursive: true, force: true }));

/** Checks a tree of files that each import what is listed. */
async function check(tree: Record<string, string[]>): Promise<string[]> {
	root = await mkdtemp(path.join(tmpdir(), "imports-"));
	for (const [file, imports] of Object.entries(tree)) {
		await mkdir(path.join(root, path.dirname(file)), { recursive: true });
		await writeFile(path.join(root, file), imports.map((name) => `import { one } from "${name}";\n`).join(""));
	}
	return checkImports(root);
}

it("accepts imports that point down", async () => {
	const tree = {
		"src/server/modules.ts": ["./tools.ts"],
		"src/server/providers.ts": ["#providers/two/manifest.ts"],
		"src/shared/providers.ts": ["#providers/two/info.ts", "./provider-info.ts"],
		"src/server/tools.ts": ["#tools/one/server/module.ts"],
		"src/server/mail/sync/job.ts": ["../../platform/jobs/jobs.ts", "#shared/ids.ts", "node:path", "zod"],
		"src/tools/one/server/module.ts": ["#kernel/changes.ts", "../contract.ts", "node:path", "zod"],
		"src/tools/one/web/screens.ts": ["#web/ui/button/button.tsx", "#web/providers.ts", "../contract.ts", "react"],
		"src/web/providers.ts": ["#providers/two/web/manifest.ts", "#shared/providers.ts"],
		"src/providers/two/web/manifest.ts": ["./text.ts", "#web/lib/base/format.ts", "react"],
	};
	expect(await check(tree)).toEqual([]);
});

it("reports an import up the floors of the server", async () => {
	const [problem, ...others] = await check({ "src/server/platform/jobs/jobs.ts": ["../../mail/sync/job.ts"] });
	expect(problem).toContain("src/server/platform/jobs/jobs.ts imports src/server/mail/sync/job.ts");
	expect(others).toEqual([]);
});

it("reports folders that import each other", async () => {
	const tree = { "src/server/mail/a/one.ts": ["../b/two.ts"], "src/server/mail/b/three.ts": ["../a/four.ts"] };
	const [problem, ...others] = await check(tree);
	expect(problem).toContain("circle");
	expect(others).toEqual([]);
});

it.each([
	["src/shared/one.ts", "node:fs"],
	["src/shared/one.ts", "#server/config.ts"],
	["src/shared/one.ts", "#providers/one/info.ts"],
	["src/shared/providers.ts", "#providers/one/provider.ts"],
	["src/server/providers.ts", "#providers/one/provider.ts"],
	["src/server/modules.ts", "#providers/one/manifest.ts"],
	["src/web/providers.ts", "#providers/one/manifest.ts"],
	["src/web/lib/session/consent.ts", "#providers/one/web/manifest.ts"],
	["src/providers/one/info.ts", "#shared/contracts/accounts.ts"],
	["src/providers/one/manifest.ts", "./web/manifest.ts"],
	["src/providers/one/web/panel.tsx", "../provider.ts"],
	["src/providers/one/web/panel.tsx", "#server/config.ts"],
	["src/providers/one/web/panel.tsx", "#web/providers.ts"],
	["src/server/mail/sync/job.ts", "#tools/one/contract.ts"],
	["src/providers/one/provider.ts", "#providers/two/provider.ts"],
	["src/providers/one/provider.ts", "../two/provider.ts"],
	["src/providers/one/provider.ts", "#server/db/database.ts"],
	["src/tools/one/server/module.ts", "#server/mail/changes/plan.ts"],
	["src/tools/one/server/module.ts", "#tools/two/contract.ts"],
	["src/tools/one/server/module.ts", "../web/screens.ts"],
	["src/tools/one/contract.ts", "./server/module.ts"],
	["src/tools/one/web/screens.ts", "#web/shell/shell.tsx"],
	["src/web/app.tsx", "#tools/one/web/screens.ts"],
])("reports %s importing %s", async (file, target) => {
	expect(await check({ [file]: [target] })).toHaveLength(1);
});

it("keeps parsers of uploads out of the main thread", async () => {
	const parser = "src/server/services/cards/read-vcards.ts";
	const tree = {
		[parser]: ["csv-parse"],
		"src/server/services/cards/read-card.task.ts": ["./read-vcards.ts"],
		"src/server/services/cards/module.ts": ["./read-vcards.ts", "csv-parse/sync"],
	};
	expect(await check(tree)).toEqual([
		expect.stringContaining(`src/server/services/cards/module.ts imports ${parser}: input of strangers`),
		expect.stringContaining("src/server/services/cards/module.ts imports csv-parse/sync: input of strangers"),
	]);
});
