import { afterEach, beforeEach, expect, it } from "vitest";
import { type TestInstall, testInstall } from "#test/database.ts";
import { ConfigError, readConfig } from "../../config.ts";
import { openContext } from "../../server.ts";

let install: TestInstall;
beforeEach(async () => {
	install = await testInstall();
});
afterEach(() => install.remove());

/** Starts with a secret, and stops. */
async function start(secret: string, env: Record<string, string> = {}): Promise<void> {
	const config = readConfig({
		...{ DATA_DIR: install.dataDir, LOG_LEVEL: "silent", MAILSTEAD_SECRET: secret.repeat(32) },
		...(install.databaseUrl === null ? {} : { DATABASE_URL: install.databaseUrl }),
		...env,
	});
	const { close } = await openContext(config);
	await close();
}

it("a secret that does not fit the data is refused at the start, unless the operator accepts it", async () => {
	await start("a");
	await start("a");
	await expect(start("b")).rejects.toThrow(ConfigError);
	await expect(start("b")).rejects.toThrow("The secret does not fit the data");
	await start("a");
	await start("b", { ACCEPT_NEW_SECRET: "on" });
	await start("b");
	await expect(start("a")).rejects.toThrow("The secret does not fit the data");
});
