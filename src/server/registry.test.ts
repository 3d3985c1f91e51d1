import { existsSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { ToolManifest } from "#shared/tool.ts";
import { readConfig } from "./config.ts";
import { modules, providersOf } from "./registry.ts";

const src = fileURLToPath(new URL("../", import.meta.url));
const foldersOf = (name: string): string[] =>
	readdirSync(src + name, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map((entry) => entry.name);

test("every provider folder is registered under its name", () => {
	const keys = {
		MICROSOFT_CLIENT_ID: "m",
		MICROSOFT_CLIENT_SECRET: "m",
		GOOGLE_CLIENT_ID: "g",
		GOOGLE_CLIENT_SECRET: "g",
	};
	const providers = providersOf(readConfig({ DATA_DIR: tmpdir(), MAILSTEAD_SECRET: "s".repeat(32), ...keys }));
	expect([...providers.keys()].sort()).toEqual(
		foldersOf("providers")
			.filter((name) => name !== "shared")
			.sort(),
	);
	for (const [kind, provider] of providers) expect(provider.kind).toBe(kind);
});

test("every tool folder has a manifest and is registered where it has code", () => {
	const web = readFileSync(`${src}web/tools.ts`, "utf8");
	for (const tool of foldersOf("tools")) {
		expect(existsSync(`${src}tools/${tool}/tool.ts`), tool).toBe(true);
		expect(web, tool).toContain(`#tools/${tool}/`);
		if (existsSync(`${src}tools/${tool}/server`)) expect(modules.map((module) => module.name)).toContain(tool);
	}
});

test("every job kind of a tool has a title in its manifest", () => {
	const manifests = import.meta.glob<ToolManifest>("../tools/*/tool.ts", { eager: true, import: "tool" });
	for (const { id, jobs = {} } of Object.values(manifests)) {
		const { jobs: kinds = [], work = [] } = modules.find(({ name }) => name === id) ?? {};
		const names = [...kinds, ...work].map(({ name }) => name).sort();
		expect([id, Object.keys(jobs).sort()]).toEqual([id, names]);
	}
});

test("no two modules, job kinds or providers share a name", () => {
	const kinds = modules.flatMap((module) => [...(module.jobs ?? []), ...(module.work ?? [])]).map((kind) => kind.name);
	const names = modules.map((module) => module.name);
	expect(new Set(names).size).toBe(names.length);
	expect(new Set(kinds).size).toBe(kinds.length);
});
