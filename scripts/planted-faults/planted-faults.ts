import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { copySource, type SourceCopy } from "../../test/source-copy.ts";
import type { Fault } from "./fault.ts";
import { faults } from "./faults.ts";
import { problemsOf } from "./problems.ts";

/**
 * `node scripts/planted-faults/planted-faults.ts [NAME...]` plants each fault (or those named) in a copy of the source and
 * runs its tests until one fails: what the tests would notice, level by level. `--unchanged` runs the tests of these faults
 * once without any, `--check` only whether the list still fits the source. Types and lint are not asked.
 */

/** A fault may make a test wait for ever. */
const LONGEST_MS = 10 * 60_000;

interface Outcome {
	/** As Vitest prints it: `|app| src/….test.ts > case`. */
	failed: string | null;
	output: string;
}

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { check: { type: "boolean", default: false }, unchanged: { type: "boolean", default: false } },
});
await main();

async function main(): Promise<void> {
	const problems = problemsOf(faults);
	const unknown = positionals.filter((name) => faults.every((fault) => fault.name !== name));
	problems.push(...unknown.map((name) => `${name}: there is no such fault`));
	if (problems.length > 0) {
		process.stderr.write(`${problems.join("\n")}\n`);
		process.exitCode = 1;
	} else if (values.check) process.stdout.write(`${faults.length} faults fit the source.\n`);
	else await plantAll(faults.filter(({ name }) => positionals.length === 0 || positionals.includes(name)));
}

async function plantAll(chosen: readonly Fault[]): Promise<void> {
	const copy = await copySource();
	try {
		if (values.unchanged) await runUnchanged(copy, chosen);
		else await runPlanted(copy, chosen);
	} finally {
		await copy.remove();
	}
}

async function runUnchanged(copy: SourceCopy, chosen: readonly Fault[]): Promise<void> {
	const build = builder(copy);
	for (const test of new Set(chosen.flatMap(({ tests }) => tests))) {
		if (needsBuild(test)) await build("");
		const { failed, output } = await runTest(copy, test);
		process.stdout.write(failed === null ? `passes ${test}\n` : `fails  ${test}\n${output}\n`);
		if (failed !== null) process.exitCode = 1;
	}
}

async function runPlanted(copy: SourceCopy, chosen: readonly Fault[]): Promise<void> {
	const build = builder(copy);
	const caught: { wing: string; level: string | null }[] = [];
	for (const fault of chosen) {
		const file = path.join(copy.folder, fault.file);
		const source = readFileSync(file, "utf8");
		const started = Date.now();
		writeFileSync(
			file,
			source.replace(fault.find, () => fault.replace),
		);
		const failed = await firstFailure(copy, fault, build).catch((cause: Error) => {
			process.stderr.write(`${fault.name} has no result: ${cause.message}\n`);
			process.exitCode = 1;
			return null;
		});
		writeFileSync(file, source);
		const seconds = Math.round((Date.now() - started) / 1000);
		process.stdout.write(
			`${fault.wing.padEnd(8)} ${fault.name.padEnd(34)} ${`${seconds} s`.padStart(6)}  ${failed ?? "not caught"}\n`,
		);
		caught.push({ wing: fault.wing, level: failed && (/^\|(\w+)\|/.exec(failed)?.[1] ?? "stopped") });
	}
	process.stdout.write(`\n${sums(caught)}`);
}

async function firstFailure(
	copy: SourceCopy,
	{ name, wing, tests }: Fault,
	build: (content: string) => Promise<void>,
): Promise<string | null> {
	for (const test of tests) {
		if (needsBuild(test)) await build(wing === "screens" ? name : "");
		const { failed } = await runTest(copy, test);
		if (failed !== null) return failed;
	}
	return null;
}

/** Whether it opens the built web app. */
function needsBuild(test: string): boolean {
	return test.startsWith("e2e/") || test.endsWith(".ui.test.ts");
}

/** Builds the web app unless its last build had this content: the name of a fault in it, or none. */
function builder(copy: SourceCopy): (content: string) => Promise<void> {
	let built: string | null = null;
	return async (content) => {
		if (built !== content) await copy.bin("vite", "build", "--logLevel", "warn");
		built = content;
	};
}

/** With the environment of this process: TEST_DATABASE_URL, DOVECOT, CHROMIUM. */
async function runTest({ folder }: SourceCopy, test: string): Promise<Outcome> {
	const projects = needsBuild(test) ? ["ui", "e2e"] : ["unit", "app", "isolated"];
	const child = spawn(
		path.join(folder, "node_modules/.bin/vitest"),
		["run", "--bail=1", ...projects.flatMap((name) => ["--project", name]), test],
		{ cwd: folder, env: { ...process.env, NO_COLOR: "1" }, stdio: ["ignore", "pipe", "pipe"], timeout: LONGEST_MS },
	);
	let output = "";
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding("utf8").on("data", (text: string) => {
			output += text;
		});
	const started = Date.now();
	const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
	if (code === 0) return { failed: null, output };
	if (code === null) {
		if (Date.now() - started < LONGEST_MS) throw new Error(`${test} was stopped by ${signal}`);
		return { failed: `${test} did not end`, output };
	}
	const failed = /^ ?FAIL +(\|\w+\| .*)$/m.exec(output)?.[1];
	// Not a failed test: the run itself is broken.
	if (failed === undefined && !/Unhandled (?:Error|Rejection)/.test(output)) throw new Error(output);
	return { failed: failed ?? `|${/\|(\w+)\|/.exec(output)?.[1] ?? "app"}| ${test}: unhandled error`, output };
}

/** Caught of planted by wing, with the levels that caught them. */
function sums(caught: readonly { wing: string; level: string | null }[]): string {
	const lines = [...Map.groupBy(caught, ({ wing }) => wing)].map(([wing, ones]) => {
		const levels = Map.groupBy(
			ones.flatMap(({ level }) => level ?? []),
			(level) => level,
		);
		const by = [...levels].map(([level, hits]) => `${level} ${hits.length}`).join(", ");
		return `${wing.padEnd(8)} ${ones.filter(({ level }) => level !== null).length} of ${ones.length}  ${by}\n`;
	});
	const all = caught.filter(({ level }) => level !== null).length;
	return `${lines.join("")}${"all".padEnd(8)} ${all} of ${caught.length}\n`;
}
