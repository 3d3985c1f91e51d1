import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { checkFolders } from "./folders.ts";

/**
 * Checks which file imports which, as ARCHITECTURE.md describes it; run by `npm run check`. Each part of the product
 * imports only what its rule names, folders of the server import down the floors only, and no folders import each other
 * in a circle. Tests and test fixtures may import anything. Each folder says in a line what it holds.
 */

/** Folders whose names are aliases in package.json. */
const ALIASES: Record<string, string> = {
	shared: "src/shared",
	server: "src/server",
	kernel: "src/server/kernel",
	providers: "src/providers",
	tools: "src/tools",
	web: "src/web",
};

/** Floors of `src/server`, from the top. */
export const FLOORS = [
	["src/server", "src/server/cli", "src/server/backup"],
	["src/server/http", "src/server/kernel"],
	["src/server/identity"],
	["src/server/services"],
	["src/server/mail"],
	["src/server/platform"],
	[
		"src/server/db",
		"src/server/config.ts",
		"src/server/environment.ts",
		"src/server/own-secret.ts",
		"src/server/private-folder.ts",
		"src/server/progress.ts",
		"src/server/key-cursor.ts",
		"src/server/environment-types.ts",
		"src/server/errors.ts",
		"src/server/log.ts",
	],
];

interface Rule {
	of: RegExp;
	may: string[];
	not?: string[];
	message: string;
}

/**
 * What a file may import: the first rule whose pattern matches applies. `$1` is the pattern's first group; a path
 * means everything in it, and `{any}` for any folder.
 */
const RULES: readonly Rule[] = [
	{
		of: /^src\/shared\/providers\.ts$/,
		may: ["src/shared", "src/providers/{any}/info.ts"],
		message: "shared/providers.ts lists the info.ts of each provider",
	},
	{ of: /^src\/shared\//, may: ["src/shared", "zod"], message: "shared imports zod and itself" },
	{
		of: /^src\/providers\/[\w-]+\/info\.ts$/,
		may: ["src/shared/provider-info.ts"],
		message: "a provider's info.ts imports the type of an info",
	},
	{ of: /^src\/server\/tools\.ts$/, may: ["src/tools"], message: "server/tools.ts names tools" },
	{
		of: /^src\/server\/providers\.ts$/,
		may: ["src/shared", "src/server", "src/providers/{any}/manifest.ts"],
		message: "server/providers.ts lists the manifest.ts of each provider",
	},
	{
		of: /^src\/server\//,
		may: ["src/shared", "src/server", "node:", "*"],
		message: "the server names no tool, provider or screen: tools.ts and providers.ts do",
	},
	{
		of: /^src\/providers\/([\w-]+)\/web\//,
		may: ["src/shared", "src/web/ui", "src/web/lib", "src/providers/$1/web", "*"],
		message: "a provider's screens import shared, web/ui, web/lib and their own folder",
	},
	{
		of: /^src\/providers\/([\w-]+)\//,
		may: [
			...["src/shared", "src/server/mail/provider", "src/server/progress.ts"],
			...["src/providers/shared", "src/providers/$1", "node:", "*"],
		],
		not: ["src/providers/$1/web"],
		message:
			"a provider imports shared, the provider interface, the proof of progress, providers/shared and its own folder",
	},
	{
		of: /^src\/tools\/([\w-]+)\/server\//,
		may: ["src/shared", "src/server/kernel", "src/tools/$1", "node:", "*"],
		not: ["src/tools/$1/web"],
		message: "a tool's server imports shared, the kernel API (#kernel) and its own folder",
	},
	{
		of: /^src\/tools\/([\w-]+)\/web\//,
		may: ["src/shared", "src/web/ui", "src/web/lib", "src/web/providers.ts", "src/tools/$1", "*"],
		not: ["src/tools/$1/server"],
		message: "a tool's screens import shared, web/ui, web/lib, web/providers.ts and their own folder",
	},
	{
		of: /^src\/tools\/([\w-]+)\//,
		may: ["src/shared", "src/tools/$1", "zod"],
		not: ["src/tools/$1/server", "src/tools/$1/web"],
		message: "a manifest or contract imports shared",
	},
	{
		of: /^src\/web\/providers\.ts$/,
		may: ["src/shared", "src/web/lib", "src/providers/{any}/web/manifest.ts"],
		message: "web/providers.ts lists the web/manifest.ts of each provider",
	},
	{ of: /^src\/web\/tools\.ts$/, may: ["src"], message: "the web app's tools.ts names tools" },
	{
		of: /^src\/web\//,
		may: ["src/shared", "src/web", "*"],
		message: "the web app names no tool and no server: tools.ts does",
	},
];

/**
 * What reads files of users and other input of strangers: it runs in worker threads (decision note 10), so only tasks and
 * each other import it.
 */
const PARSERS: readonly string[] = [
	...["csv-parse", "csv-parse/sync", "@kenjiuno/msgreader", "@kenjiuno/decompressrtf", "rtf-stream-parser", "unpdf"],
	...["src/providers/mbox/msg/msg-mail.ts", "src/providers/mbox/reading/reader.ts"],
	"src/shared/calendar/invitation.ts",
	"src/shared/calendar/people.ts",
	"src/server/mail/provider/rtf.ts",
	"src/server/mail/tables/format.ts",
	"src/server/mail/tables/segment.ts",
	"src/server/services/cards/read-vcards.ts",
	"src/server/services/cards/vcard-lines.ts",
	"src/server/kernel/card-parsing.ts",
	"src/server/kernel/table-parsing.ts",
	"src/tools/block-filter/server/formats/read-json.ts",
	"src/tools/block-filter/server/formats/read-gmail-xml.ts",
	"src/tools/block-filter/server/formats/sieve/parse.ts",
	"src/tools/block-filter/server/formats/sieve/read.ts",
	"src/tools/block-filter/server/formats/sieve/tokens.ts",
	"src/tools/spam-analyzer/server/dmarc/read-report.ts",
	"src/tools/spam-analyzer/server/dmarc/unpack.ts",
];

/** Where they run beside tasks: in processes of their own, or in modules that only tasks load. */
const MAY_PARSE =
	/\.(?:task|worker)\.ts$|^src\/server\/mail\/(?:parse|attachment-text)\/|\/(?:msg-mail|provider\/rtf)\.ts$|\/command\/validate\.ts$/;

/** Files directly in these folders count one by one: they put the folders together, or are used by all of them. */
const TOPS = /^src\/(?:shared|server|web|web\/(?:settings|site)|providers(?:\/[\w-]+)?|tools\/[\w-]+(?:\/server)?)$/;

const isTest = (file: string): boolean =>
	/\.test\.tsx?$|(?:^|\/)(?:testing|test-context|conformance[\w-]*|memory-environment)(?:\.ts|\/)/.test(file);
const within = (file: string, folder: string): boolean => file === folder || file.startsWith(`${folder}/`);

/** What a file imports: paths from the root, and names of packages. */
function importsOf(root: string, file: string): string[] {
	return targetsIn(file, readFileSync(path.join(root, file), "utf8"));
}

function targetsIn(file: string, text: string): string[] {
	const found = text.matchAll(
		/^(?:import|export)\b[^"'=(]*?\sfrom "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm,
	);
	return [...found].map(([, from, alone, dynamic]) => {
		const name = (from ?? alone ?? dynamic ?? "").split("?")[0] ?? "";
		if (name.startsWith(".")) return path.posix.join(path.posix.dirname(file), name);
		const [alias = ""] = name.slice(1).split("/");
		const folder = name.startsWith("#") ? ALIASES[alias] : undefined;
		return folder === undefined ? name : folder + name.slice(alias.length + 1);
	});
}

/** Those whose code is loaded: not types. */
function loadedBy(root: string, file: string): string[] {
	const text = readFileSync(path.join(root, file), "utf8").replace(/^(?:import|export) type [^;]*;/gm, "");
	return targetsIn(file, text);
}

/** The floor of a file in `src/server`: 0 is the top. */
function floorOf(file: string): number {
	const lengths = FLOORS.map((parts) => Math.max(...parts.map((part) => (within(file, part) ? part.length : -1))));
	return lengths.indexOf(Math.max(...lengths));
}

/** Why a file may not import this; null: it may. */
function objection(file: string, target: string): string | null {
	const rule = RULES.find(({ of }) => of.test(file));
	if (rule === undefined) return null;
	const own = rule.of.exec(file)?.[1] ?? "";
	const isPackage = !/^(?:src|test|fixtures|e2e|node:)/.test(target);
	const covers = (part: string): boolean => {
		if (part === "*") return isPackage;
		if (part === "node:") return target.startsWith(part);
		const [before = "", after] = part.replace("$1", own).split("/{any}/");
		return after === undefined
			? within(target, before)
			: within(target, before) && target.split("/").slice(3).join("/") === after;
	};
	if (!rule.may.some(covers) || rule.not?.some(covers)) return rule.message;
	if (within(file, "src/server") && within(target, "src/server") && floorOf(target) < floorOf(file))
		return "imports point down the floors of src/server";
	return null;
}

/** From folder to folder, with an import that makes the arrow. */
type Graph = Map<string, Map<string, string>>;

/** The shortest way from a folder back to itself; null: there is none. */
function circleOf(graph: Graph, start: string): string[] | null {
	const before = new Map<string, string>();
	const queue = [start];
	for (const node of queue)
		for (const next of graph.get(node)?.keys() ?? []) {
			if (next === start) {
				const folders = [start];
				for (let at = node; at !== start; at = before.get(at) ?? start) folders.unshift(at);
				return [start, ...folders];
			}
			if (before.has(next)) continue;
			before.set(next, node);
			queue.push(next);
		}
	return null;
}

/** @returns a sentence for each import that should not be; empty when all is well */
export function checkImports(root: string): string[] {
	const problems: string[] = [];
	const graph: Graph = new Map();
	const nodeOf = (file: string): string => (TOPS.test(path.posix.dirname(file)) ? file : path.posix.dirname(file));
	const files = readdirSync(path.join(root, "src"), { recursive: true })
		.map((file) => `src/${String(file).replaceAll(path.sep, "/")}`)
		.filter((file) => /\.tsx?$/.test(file) && !isTest(file));
	for (const file of files.sort())
		for (const target of importsOf(root, file)) {
			const why = objection(file, target);
			if (why !== null) problems.push(`${file} imports ${target}: ${why}`);
			const [from, to] = [nodeOf(file), nodeOf(target)];
			if (from === to || !target.startsWith("src/")) continue;
			graph.set(from, (graph.get(from) ?? new Map<string, string>()).set(to, `${file} imports ${target}`));
		}
	for (const file of files) {
		if (MAY_PARSE.test(file) || PARSERS.includes(file)) continue;
		for (const target of loadedBy(root, file))
			if (PARSERS.includes(target))
				problems.push(`${file} imports ${target}: input of strangers is read in worker threads, by *.task.ts`);
	}
	const reported = new Set<string>();
	for (const start of graph.keys()) {
		const circle = reported.has(start) ? null : circleOf(graph, start);
		if (circle === null) continue;
		for (const node of circle) reported.add(node);
		const steps = circle.slice(1).map((to, index) => graph.get(circle[index] ?? "")?.get(to) ?? "");
		problems.push(`folders import each other in a circle: ${steps.join("; ")}`);
	}
	return problems;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const root = fileURLToPath(new URL("..", import.meta.url));
	const problems = [...checkFolders(root), ...checkImports(root)];
	for (const problem of problems) process.stderr.write(`${problem}\n`);
	if (problems.length > 0) process.exitCode = 1;
}
