import { defineConfig } from "vitest/config";

const shared = {
	testTimeout: 30_000,
	hookTimeout: 60_000,
	globalSetup: ["test/global-setup.ts"],
	// A second, which is Vitest's own, passes quickly on a machine that is busy.
	expect: { poll: { timeout: 15_000 } },
};

export default defineConfig({
	test: {
		// Two at a time: tests start servers, databases and parse threads of their own.
		maxWorkers: 2,
		// In a leg of npm test a file may have nothing to run: see fixtures/only-if.ts.
		passWithNoTests: process.env.TEST_LEG !== undefined,
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
					testTimeout: 120_000,
					// Some start a server, doubles of Google and Microsoft and a Dovecot, and fill a mailbox at each.
					hookTimeout: 120_000,
				},
			},
		],
	},
});
