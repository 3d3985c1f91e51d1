import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Checks which file imports which, as ARCHITECTURE.md describes it; run by `npm run check`. Each part of the product
 * imports only what its rule names, folders of the server import down the floors only, and no folders import each other
 * in a circle. Tests and test fixtures may import anything.
 */

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Folders whose names are aliases in package.json. */
const ALIASES = ["shared", "server", "providers", "tools", "web"];

/** Floors of `src/server`, from the top. */
const FLOORS = [
	["src/server", "src/server/cli", "src/server/backup"],
	["src/server/http"],
	["src/server/identity"],
	["src/server/mail"],
	["src/server/platform"],
	["src/server/db", "src/server/config.ts", "src/server/errors.ts", "src/server/log.ts"],
];

/**
 * What a file may import: the first rule whose pattern matches applies. `$1` is the pattern's first group; a path
 * stands for everything in it.
 */
const RULES = [
	{ of: /^src\/shared\//, may: ["src/shared", "zod"], says: "shared imports zod and itself" },
	{
		of: /^src\/server\/(?:main|registry)\.ts$/,
		may: ["src", "node:", "*"],
		says: "main.ts and registry.ts name tools and providers",
	},
	{
		of: /^src\/server\//,
		may: ["src/shared", "src/server", "node:", "*"],
		says: "the server names no tool, provider or screen: registry.ts does",
	},
	{
		of: /^src\/providers\/([\w-]+)\//,
		may: ["src/shared", "src/server/mail/provider", "src/providers/shared", "src/providers/$1", "node:", "*"],
		says: "a provider imports shared, the provider interface, providers/shared and its own folder",
	},
	{
		of: /^src\/tools\/([\w-]+)\/server\//,
		may: ["src/shared", "src/server", "src/tools/$1", "node:", "*"],
		not: ["src/tools/$1/web"],
		says: "a tool's server imports shared, the server and its own folder",
	},
	{
		of: /^src\/tools\/([\w-]+)\/web\//,
		may: ["src/shared", "src/web/ui", "src/web/lib", "src/tools/$1", "*"],
		not: ["src/tools/$1/server"],
		says: "a tool's screens import shared, web/ui, web/lib and their own folder",
	},
	{
		of: /^src\/tools\/([\w-]+)\//,
		may: ["src/shared", "src/tools/$1", "zod"],
		not: ["src/tools/$1/server", "src/tools/$1/web"],
		says: "a manifest or contract imports shared",
	},
	{ of: /^src\/web\/registry\.ts$/, may: ["src"], says: "the web app's registry.ts names tools" },
	{
		of: /^src\/web\//,
		may: ["src/shared", "src/web", "*"],
		says: "the web app names no tool and no server: registry.ts does",
	},
];

/** Files directly in these folders count one by one: they put the folders together, or are used by all of them. */
const TOPS = /^src\/(?:server|web|web\/(?:settings|site)|providers|tools\/[\w-]+(?:\/(?:server|web))?)$/;

const isTest = (file) =>
	/\.test\.tsx?$|(?:^|\/)(?:testing|test-context|conformance[\w-]*|memory-environment)(?:\.ts|\/)/.test(file);
const within = (file, folder) => file === folder || file.startsWith(`${folder}/`);

const files = readdirSync(path.join(ROOT, "src"), { recursive: true })
	.map((file) => `src/${file.replaceAll(path.sep, "/")}`)
	.filter((file) => /\.tsx?$/.test(file) && !isTest(file));

/** What a file imports: paths from the root, and names of packages. */
function importsOf(file) {
	const text = readFileSync(path.join(ROOT, file), "utf8");
	const found = text.matchAll(
		/^(?:import|export)\b[^"'=(]*?\sfrom "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm,
	);
	return [...found].map(([, one, two, three]) => {
		const bare = (one ?? two ?? three).split("?")[0];
		if (bare.startsWith(".")) return path.posix.join(path.posix.dirname(file), bare);
		const [alias] = bare.slice(1).split("/");
		return bare.startsWith("#") && ALIASES.includes(alias) ? `src/${bare.slice(1)}` : bare;
	});
}

const floorOf = (file) => {
	const best = FLOORS.map((folders) =>
		Math.max(...folders.map((folder) => (within(file, folder) ? folder.length : -1))),
	);
	return best.indexOf(Math.max(...best));
};

const problems = [];
/** Imports between folders: from → to → one file that does it. */
const graph = new Map();
const nodeOf = (file) => (TOPS.test(path.posix.dirname(file)) ? file : path.posix.dirname(file));

for (const file of files) {
	const rule = RULES.find(({ of }) => of.test(file));
	const [, own = ""] = rule?.of.exec(file) ?? [];
	for (const target of importsOf(file)) {
		const isOurs = target.startsWith("src/") || /^(?:test|fixtures|e2e)\//.test(target);
		const covers = (one) =>
			one === "*"
				? !isOurs && !target.startsWith("node:")
				: one === "node:"
					? target.startsWith(one)
					: within(target, one.replace("$1", own));
		if (rule !== undefined && (!rule.may.some(covers) || rule.not?.some(covers)))
			problems.push(`${file} imports ${target}: ${rule.says}`);
		if (!target.startsWith("src/")) continue;
		if (within(file, "src/server") && within(target, "src/server") && floorOf(target) < floorOf(file))
			problems.push(`${file} imports ${target}: imports point down the floors of src/server`);
		const [from, to] = [nodeOf(file), nodeOf(target)];
		if (from === to) continue;
		if (!graph.has(from)) graph.set(from, new Map());
		graph.get(from).set(to, `${file} imports ${target}`);
	}
}

/** The shortest way from a folder back to itself; null: there is none. */
function circleOf(start) {
	const before = new Map();
	const queue = [start];
	for (const node of queue)
		for (const next of graph.get(node)?.keys() ?? []) {
			if (next === start) {
				const way = [start];
				for (let at = node; at !== start; at = before.get(at)) way.unshift(at);
				return [start, ...way];
			}
			if (before.has(next)) continue;
			before.set(next, node);
			queue.push(next);
		}
	return null;
}

const reported = new Set();
for (const start of [...graph.keys()].sort()) {
	if (reported.has(start)) continue;
	const circle = circleOf(start);
	if (circle === null) continue;
	for (const node of circle) reported.add(node);
	const steps = circle.slice(1).map((to, index) => `\n    ${graph.get(circle[index]).get(to)}`);
	problems.push(`these folders import each other in a circle:${steps.join("")}`);
}

for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
