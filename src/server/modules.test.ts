import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Capability } from "#shared/capabilities/capability.ts";
import type { ToolManifest } from "#shared/tool.ts";
import { modules } from "./modules.ts";

const src = fileURLToPath(new URL("../", import.meta.url));
const foldersOf = (name: string): string[] =>
	readdirSync(src + name, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map((entry) => entry.name);

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

test("no two modules or job kinds share a name", () => {
	const kinds = modules.flatMap((module) => [...(module.jobs ?? []), ...(module.work ?? [])]).map((kind) => kind.name);
	const names = modules.map((module) => module.name);
	expect(new Set(names).size).toBe(names.length);
	expect(new Set(kinds).size).toBe(kinds.length);
});

test("every capability that is declared is offered by one module, and has a name of its own", () => {
	const files = import.meta.glob<Record<string, unknown>>("../shared/capabilities/*.ts", { eager: true });
	const declared = Object.values(files)
		.flatMap((file) => Object.values(file))
		.filter((value): value is Capability => typeof value === "object");
	const offered = modules.flatMap(({ capabilities = [] }) => capabilities.map(({ capability }) => capability));
	expect(declared.length).toBeGreaterThan(2);
	expect(new Set(offered)).toEqual(new Set(declared));
	expect(new Set(offered.map(({ name }) => name)).size).toBe(offered.length);
});
