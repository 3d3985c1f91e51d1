import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		globalSetup: ["src/server/testing/global-setup.ts"],
		include: ["src/**/*.test.{ts,tsx}", "bench/**/*.test.ts"],
		testTimeout: 30_000,
		hookTimeout: 60_000,
	},
});
