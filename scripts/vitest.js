// Runs Vitest and totals the results, for npm test and npm run test:release.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findNode, root, run } from "./setup.js";

const SLOWEST = 10;
/** Seconds from which on a file is named in the report. */
const SLOW_FILE = 20;
const MESSAGE_LINES = 30;
const MESSAGE_WIDTH = 300;

/** A test run: its legs, what could not be checked, and the totals. */
export function createRun() {
	const ci = process.env.CI === "true";
	const results = mkdtempSync(join(tmpdir(), "mailstead-results-"));
	const began = Date.now();
	const total = { passed: 0, failed: 0, skipped: 0 };
	const files = [];
	const failures = [];
	const flaky = [];
	const notChecked = [];
	let legs = 0;

	function say(what) {
		process.stderr.write(`\n!! NOT CHECKED: ${what}\n`);
		notChecked.push(what);
	}

	/** What a file of a leg found. */
	function add(leg, file) {
		const where = `${file.path} (${leg}, ${file.project})`;
		const failed = file.tests.filter(({ state }) => state === "failed");
		const passed = file.tests.filter(({ state }) => state === "passed");
		total.passed += passed.length;
		total.failed += failed.length;
		total.skipped += file.tests.length - failed.length - passed.length;
		failures.push(...failed.map(({ name, errors }) => `${where}: ${name}\n${indented(errors.join("\n"))}`));
		flaky.push(...passed.filter(({ isFlaky }) => isFlaky).map(({ name }) => `${where}: ${name}`));
		// A hook or the file itself.
		if (file.errors.length > 0) {
			total.failed++;
			failures.push(`${where}\n${indented(file.errors.join("\n"))}`);
		}
		files.push({ ...file, where });
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
		 * @param name of the leg; the tests see it in TEST_LEG
		 * @param args Vitest arguments, including files
		 * @param env environment of the tests
		 */
		async leg(name, args, env) {
			this.title(name);
			const start = Date.now();
			const file = join(results, `${++legs}.json`);
			const vitest = join(root, "node_modules/vitest/vitest.mjs");
			const code = await run(findNode(), ["--disable-warning=ExperimentalWarning", vitest, "run", ...args], {
				TEST_LEG: name,
				TEST_REPORT: file,
				TEST_TEMPLATES: join(results, "templates"),
				NODE_COMPILE_CACHE: join(root, "node_modules/.cache/node"),
				...env,
			});
			const before = total.failed;
			try {
				const report = JSON.parse(readFileSync(file, "utf8"));
				for (const found of report.files) add(name, found);
				for (const error of report.errors) {
					total.failed++;
					failures.push(`${name}: an error outside of tests\n${indented(error)}`);
				}
				if (total.failed === before && (code !== 0 || report.files.length === 0)) {
					total.failed++;
					failures.push(`${name}: no test failed, but the run did (exit code ${code}); see its output above`);
				}
			} catch {
				total.failed++;
				failures.push(`${name}: Vitest wrote no report (exit code ${code})`);
			}
			process.stdout.write(`== ${name}: ${secondsSince(start)} s\n`);
		},
		/** Prints the totals and exits. */
		end() {
			rmSync(results, { recursive: true, force: true });
			print("Seconds by level, added up over the files that ran at the same time:", levels(files));
			const slow = files.filter(({ seconds }) => seconds > SLOW_FILE).sort((a, b) => b.seconds - a.seconds);
			print(`Files over ${SLOW_FILE} s:`, slow.map(timed));
			const tests = files.flatMap(({ where, tests }) =>
				tests.map(({ name, seconds }) => ({ where: `${where}: ${name}`, seconds })),
			);
			print(
				"The slowest tests:",
				tests
					.sort((a, b) => b.seconds - a.seconds)
					.slice(0, SLOWEST)
					.map(timed),
			);
			print("FLAKY, passed only when repeated:", flaky);
			print("Failed:", failures);
			for (const what of notChecked) process.stdout.write(`\n!! NOT CHECKED: ${what}\n`);
			process.stdout.write(`\nThe run took ${secondsSince(began)} s\n`);
			process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
			process.exit(total.failed === 0 ? 0 : 1);
		},
	};
}

const secondsSince = (start) => Math.round((Date.now() - start) / 1000);
const timed = ({ seconds, where }) => `${seconds.toFixed(1).padStart(6)} s  ${where}`;

function print(title, lines) {
	if (lines.length > 0) process.stdout.write(`\n${title}\n${lines.join("\n")}\n`);
}

function levels(files) {
	const sums = new Map();
	for (const { project, seconds } of files) sums.set(project, (sums.get(project) ?? 0) + seconds);
	return [...sums].map(([where, seconds]) => timed({ where, seconds }));
}

/** The start of a message: the output of a long run is often cut at its beginning. */
function indented(message) {
	return message
		.split("\n")
		.slice(0, MESSAGE_LINES)
		.map((line) => `    ${line.slice(0, MESSAGE_WIDTH)}`)
		.join("\n");
}
