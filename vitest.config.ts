import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { embedded, releaseOnly } from "./scripts/legs.js";
import { CostSequencer } from "./test/cost-sequencer.ts";
import { packageAliases } from "./test/packages.ts";

/**
 * Of the embedded database's WebAssembly only the quick compilation: optimizing takes 2 to 5 s of CPU time in each
 * process, and pays from about 5,000 messages on.
 */
const QUICK_START = "--liftoff-only";

/** In a leg of `npm test` or `npm run test:release`. */
const isLeg = process.env.TEST_LEG !== undefined;
/** In `npm test`: without the files that belong to `npm run test:release` alone. */
const exclude = process.env.TEST_LEG === "test" ? releaseOnly : [];
/** The PostgreSQL server of `app` when `embedded` runs in the same process; by hand it is TEST_DATABASE_URL. */
const { TEST_POSTGRES_URL, TEST_DATABASE_URL = TEST_POSTGRES_URL } = process.env;
const postgres = TEST_DATABASE_URL === undefined ? {} : { TEST_DATABASE_URL };

const files = ["src/**/*.test.{ts,tsx}", "test/**/*.test.ts", "bench/**/*.test.ts"];
/**
 * What makes a test more than one of pure functions: parts of a server, measured time, other processes and threads, and
 * whatever replaces something of its process: a clock, a module, a global, the environment.
 */
const needsProcess =
	/#test\/|\.\.\/test\/|linear-time|test-context|testing(?:\.ts|\/)|only-if|node:(?:child_process|worker_threads)|\bvi\.(?:mock|stub|spyOn|useFakeTimers)|process\.(?:env|chdir)/;
/** Tests of pure functions: they share threads, and nothing is set up for them. */
const unit = globSync(files).filter((file) => {
	const isBesideCode = file.startsWith("src/") && !file.endsWith(".ui.test.ts");
	return isBesideCode && !needsProcess.test(readFileSync(file, "utf8"));
});

const shared = {
	// A process that a test starts may take a minute on a busy machine, so no test sets a shorter limit. Some journeys
	// start a server, emulators of Google and Microsoft and a Dovecot, and fill a mailbox at each.
	testTimeout: 180_000,
	hookTimeout: 180_000,
	globalSetup: ["test/global-setup.ts"],
	alias: packageAliases,
	// A second, which is Vitest's own, passes quickly on a machine that is busy.
	expect: { poll: { timeout: 30_000 } },
	// A test that passes only when it is repeated is reported as flaky, with its file.
	retry: isLeg ? 1 : 0,
};

export default defineConfig({
	test: {
		// Two at a time: tests start servers, databases and parse threads of their own.
		maxWorkers: 2,
		sequence: { sequencer: CostSequencer },
		reporters: isLeg ? [["default", { summary: false }], "./scripts/report.js"] : ["default"],
		// In a leg a file may have nothing to run: see fixtures/only-if.ts.
		passWithNoTests: isLeg,
		projects: [
			{
				test: {
					...shared,
					name: "unit",
					include: unit,
					exclude,
					globalSetup: [],
					pool: "threads",
					isolate: false,
				},
			},
			{
				test: {
					...shared,
					name: "app",
					include: files,
					exclude: [...exclude, ...unit, "**/*.ui.test.ts"],
					env: postgres,
					execArgv: TEST_DATABASE_URL === undefined ? [QUICK_START] : [],
				},
			},
			{
				test: {
					...shared,
					name: "ui",
					include: ["{src,test}/**/*.ui.test.ts"],
					globalSetup: [],
					setupFiles: ["e2e/setup.ts"],
				},
			},
			{
				test: {
					...shared,
					name: "embedded",
					include: embedded,
					exclude,
					execArgv: [QUICK_START],
				},
			},
			{
				test: {
					...shared,
					name: "e2e",
					include: ["e2e/**/*.test.ts"],
					exclude,
					// They replace nothing of their process, which loads the server once.
					isolate: false,
					setupFiles: ["e2e/setup.ts"],
					execArgv: [QUICK_START],
				},
			},
		],
	},
});
