// Runs Vitest and totals the results, for npm test and npm run test:soak.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { findNode, root, run } from "./setup.js";

const SLOWEST = 10;
const MESSAGE_LINES = 30;
const MESSAGE_WIDTH = 300;

/** A test run: its legs, what could not be checked, and the totals. */
export function createRun() {
	const ci = process.env.CI === "true";
	const results = mkdtempSync(join(tmpdir(), "mailstead-results-"));
	const total = { passed: 0, failed: 0, skipped: 0 };
	const tests = [];
	const failures = [];
	const notChecked = [];
	let legs = 0;

	function say(what) {
		process.stderr.write(`\n!! NOT CHECKED: ${what}\n`);
		notChecked.push(what);
	}

	return {
		title(text) {
			process.stdout.write(`\n== ${text}\n`);
		},
		/** A check that is not a test. */
		count(what, hasPassed) {
			if (hasPassed) total.passed++;
			else {
				total.failed++;
				failures.push(what);
			}
		},
		/** Missing system software: a failure in CI, reported prominently elsewhere. */
		skip(what) {
			say(what);
			if (ci) {
				total.failed++;
				failures.push(what);
			} else total.skipped++;
		},
		/** Something not available everywhere, including CI: reported prominently, not a failure. */
		absent: say,
		/**
		 * @param name display name of the leg
		 * @param args Vitest arguments, including files
		 * @param env environment of the tests
		 */
		async leg(name, args, env) {
			this.title(name);
			const began = Date.now();
			const file = join(results, `${++legs}.json`);
			const vitest = join(root, "node_modules/vitest/vitest.mjs");
			const code = await run(
				findNode(),
				["--disable-warning=ExperimentalWarning", vitest, "run", `--outputFile.json=${file}`, ...args],
				{
					TEST_LEG: name,
					TEST_TEMPLATES: join(results, "templates"),
					NODE_COMPILE_CACHE: join(root, "node_modules/.cache/node"),
					...env,
				},
			);
			try {
				const report = JSON.parse(readFileSync(file, "utf8"));
				total.passed += report.numPassedTests;
				total.failed += report.numFailedTests;
				total.skipped += report.numPendingTests + report.numTodoTests;
				const isRed = code !== 0 || report.numPassedTests === 0;
				if (isRed && report.numFailedTests === 0) {
					total.failed++;
					failures.push(`${name}: no test failed, but the run did (exit code ${code}); see its output above`);
				}
				tests.push(...report.testResults.flatMap((result) => testsOf(name, result)));
				failures.push(...report.testResults.flatMap((result) => failuresOf(name, result)));
			} catch {
				total.failed++;
				failures.push(`${name}: Vitest wrote no report (exit code ${code})`);
			}
			process.stdout.write(`== ${name}: ${Math.round((Date.now() - began) / 1000)} s\n`);
		},
		/** Prints the totals and exits. */
		end() {
			rmSync(results, { recursive: true, force: true });
			const slowest = tests.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
			const lines = slowest.map(({ seconds, name }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`);
			process.stdout.write(`\nThe slowest tests:\n${lines.join("\n")}\n`);
			if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.join("\n")}\n`);
			for (const what of notChecked) process.stdout.write(`\n!! NOT CHECKED: ${what}\n`);
			process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
			process.exit(total.failed === 0 ? 0 : 1);
		},
	};
}

function testsOf(leg, { name: path, assertionResults }) {
	return assertionResults.map(({ fullName, duration }) => ({
		seconds: (duration ?? 0) / 1000,
		name: `${relative(root, path)}: ${fullName} (${leg})`,
	}));
}

/** What failed and the start of each message: the output of a long run is often cut at its beginning. */
function failuresOf(leg, { name: path, status, message, assertionResults }) {
	const failed = assertionResults.filter((test) => test.status === "failed");
	if (failed.length === 0)
		return status === "failed" ? [`${relative(root, path)} (${leg})\n${indented(message ?? "")}`] : [];
	return failed.map(
		({ fullName, failureMessages }) =>
			`${relative(root, path)}: ${fullName} (${leg})\n${indented(failureMessages.join("\n"))}`,
	);
}

function indented(message) {
	return message
		.split("\n")
		.slice(0, MESSAGE_LINES)
		.map((line) => `    ${line.slice(0, MESSAGE_WIDTH)}`)
		.join("\n");
}
