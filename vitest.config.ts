import { defineConfig } from "vitest/config";
import { packageAliases } from "./test/packages.ts";

/**
 * Of the embedded database's WebAssembly only the quick compilation: optimizing takes 2 to 5 s of CPU time in each
 * process, and pays from about 5,000 messages on.
 */
const quickStart = process.env.TEST_DATABASE_URL === undefined ? ["--liftoff-only"] : [];

/** In `npm test`. */
const isLeg = process.env.TEST_LEG !== undefined;

const shared = {
	// Legs run at the same time: a process that a test starts may take a minute on a busy machine, so no test sets a
	// shorter limit. Some journeys start a server, emulators of Google and Microsoft and a Dovecot, and fill a mailbox at
	// each.
	testTimeout: 180_000,
	hookTimeout: 180_000,
	globalSetup: ["test/global-setup.ts"],
	alias: packageAliases,
	execArgv: quickStart,
	// A second, which is Vitest's own, passes quickly on a machine that is busy.
	expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
	test: {
		// Two at a time: tests start servers, databases and parse threads of their own.
		maxWorkers: 2,
		// Two legs of npm test write to the same terminal: without the summary that is redrawn.
		reporters: isLeg ? [["default", { summary: false }], "json"] : ["default"],
		// In a leg of npm test a file may have nothing to run: see fixtures/only-if.ts.
		passWithNoTests: isLeg,
		projects: [
			{
				test: {
					...shared,
					name: "app",
					include: ["src/**/*.test.{ts,tsx}", "test/**/*.test.ts", "bench/**/*.test.ts"],
				},
			},
			{
				test: {
					...shared,
					name: "e2e",
					include: ["e2e/**/*.test.ts"],
					setupFiles: ["e2e/setup.ts"],
				},
			},
		],
	},
});
