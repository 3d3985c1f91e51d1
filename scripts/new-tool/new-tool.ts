import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * `npm run new:tool NAME` copies the sample tool next to this file to `src/tools/NAME`, renames it, and adds one line to
 * each of the two lists of tools.
 */

const root = fileURLToPath(new URL("../..", import.meta.url));
const sample = fileURLToPath(new URL("sample", import.meta.url));

/** @throws Error with a sentence for the user */
export function createTool(name: string): string {
	if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name))
		throw new Error("A tool's name consists of lowercase letters, digits and hyphens: follow-up");
	const folder = path.join(root, "src/tools", name);
	if (existsSync(folder)) throw new Error(`There is a tool ${name} already.`);
	cpSync(sample, folder, { recursive: true });
	for (const file of readdirSync(folder, { recursive: true }).map(String)) {
		const from = path.join(folder, file);
		if (!/\.\w+$/.test(file)) continue;
		writeFileSync(from, renamed(readFileSync(from, "utf8"), name));
		if (file.endsWith("_sample.sql")) renameSync(from, from.replace("_sample.sql", `_${snake(name)}.sql`));
	}
	addLine("src/server/tools.ts", `export { ${camel(name)}Module } from "#tools/${name}/server/module.ts";`);
	addLine("src/web/tools.ts", `export { screens as ${camel(name)} } from "#tools/${name}/web/screens.ts";`);
	format(folder);
	return folder;
}

const snake = (name: string): string => name.replaceAll("-", "_");
const camel = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const pascal = (name: string): string => camel(`-${name}`);
const title = (name: string): string =>
	pascal(name.split("-")[0] ?? "") + name.slice(name.search(/-|$/)).replaceAll("-", " ");

function renamed(text: string, name: string): string {
	return text
		.replaceAll(/(?<=title: "|^# )Sample/gm, title(name))
		.replaceAll("Sample", pascal(name))
		.replaceAll("sample_", `${snake(name)}_`)
		.replaceAll(/\bsample(?=[A-Z])/g, camel(name))
		.replaceAll(/\b(?:const|import \{) sample\b|\bsample\./g, (found) => found.replace("sample", camel(name)))
		.replaceAll("sample", name);
}

/** Adds a line to a list of tools, which is sorted. */
function addLine(file: string, line: string): void {
	const lines = readFileSync(path.join(root, file), "utf8").trimEnd().split("\n");
	// As Biome sorts paths: folder by folder, so that `follow-up/` comes before `follow-up-tracker/`.
	const key = (text: string): string => (/"(.*)"/.exec(text)?.[1] ?? "").replaceAll("/", "\0");
	const at = lines.findIndex((other) => key(other) > key(line));
	lines.splice(at === -1 ? lines.length : at, 0, line);
	writeFileSync(path.join(root, file), `${lines.join("\n")}\n`);
}

/** A longer or shorter name breaks lines elsewhere. */
function format(folder: string): void {
	const biome = path.join(root, "node_modules/.bin/biome");
	const { status, stderr } = spawnSync(biome, ["check", "--write", folder], { cwd: root, encoding: "utf8" });
	if (status !== 0) throw new Error(stderr);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
	try {
		const folder = createTool(process.argv[2] ?? "");
		process.stdout.write(`Wrote ${path.relative(root, folder)}. Start with its README.md and contract.ts.\n`);
	} catch (cause) {
		process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
		process.exitCode = 1;
	}
