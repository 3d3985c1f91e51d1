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

/**
 * Calls from WebAssembly keep their first wrapper. Node 24 rarely ends a process where it replaces one
 * (`Check failed: jit_page.has_value()`, https://github.com/nodejs/node/issues/64500); only the embedded database makes
 * enough of such calls for the replacement to pay.
 */
const KEEP_WRAPPERS = "--wasm-wrapper-tiering-budget=2147483647";

/** In a leg of `npm test` or `npm run test:release`. */
const isLeg = process.env.TEST_LEG !== undefined;
/** In `npm test`: without the files that belong to `npm run test:release` alone. */
const exclude = process.env.TEST_LEG === "test" ? releaseOnly : [];
/** The PostgreSQL server of `app` and `isolated` when `embedded` runs in the same process; by hand it is TEST_DATABASE_URL. */
const { TEST_POSTGRES_URL, TEST_DATABASE_URL = TEST_POSTGRES_URL } = process.env;
const postgres = TEST_DATABASE_URL === undefined ? {} : { TEST_DATABASE_URL };

const files = ["src/**/*.test.{ts,tsx}", "test/**/*.test.ts", "bench/**/*.test.ts"];
/** A server's parts, other processes and threads: more than pure functions. */
const needsServer =
	/#test\/|\.\.\/test\/|test-context|testing(?:\.ts|\/)|only-if|node:(?:child_process|worker_threads)/;
/**
 * Measures time, which the memory of other tests would change, or replaces something of its process: a clock, a module, a
 * global, the environment.
 */
const needsProcess = /linear-time|\bvi\.(?:mock|stub|spyOn|useFakeTimers)|process\.(?:env|chdir)/;
/** Files that share processes with others of their kind, and those that need one of their own. */
const unit: string[] = [];
const server: string[] = [];
const isolated: string[] = [];
for (const file of globSync(files, { exclude: ["**/*.ui.test.ts"] })) {
	const source = readFileSync(file, "utf8");
	const isPure = file.startsWith("src/") && !needsServer.test(source);
	(needsProcess.test(source) ? isolated : isPure ? unit : server).push(file);
}

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

const onPostgres = { env: postgres, execArgv: [TEST_DATABASE_URL === undefined ? QUICK_START : KEEP_WRAPPERS] };

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
					...onPostgres,
					name: "app",
					include: server,
					exclude,
					// Loading the server takes longer than most of their tests.
					isolate: false,
				},
			},
			{ test: { ...shared, ...onPostgres, name: "isolated", include: isolated, exclude } },
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
