import { existsSync } from "node:fs";
import { cp, mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { vi } from "vitest";
import { prepareSample } from "#server/mail/samples/prepare.ts";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { startTestServer, type TestServer } from "#test/server.ts";

export const demoEmail = "demo@cleaning.example";

/**
 * A stopped installation with one user, `demoEmail`, and the synced demo mailbox. Creating that mailbox takes several
 * seconds of CPU time: the first file of a test run that needs it does so, the others wait.
 * @returns its data folder, to be copied
 */
export async function demoInstall(): Promise<string> {
	const folder = process.env.MAILSTEAD_TEST_DEMO;
	if (folder === undefined) throw new Error("The test run has not named the folder of the demo mailbox");
	if (existsSync(folder)) return folder;
	const isFirst = await mkdir(`${folder}.lock`).then(
		() => true,
		() => false,
	);
	if (isFirst) await createDemoInstall(folder);
	await vi.waitUntil(() => existsSync(folder), { timeout: 100_000, interval: 100 });
	return folder;
}

/** Gives a server the mail that a worker prepares for new demo mailboxes. */
export async function shareSample({ install }: Pick<TestServer, "install">): Promise<void> {
	await cp(join(await demoInstall(), "samples"), join(install.dataDir, "samples"), { recursive: true });
}

async function createDemoInstall(folder: string): Promise<void> {
	const server = await startTestServer({ embedded: true });
	const provider = server.ctx.providers.get("demo");
	if (provider === undefined) throw new Error("There is no demo mailbox");
	await prepareSample(server.ctx, provider, new AbortController().signal);
	const user = await server.signUp(demoEmail);
	await user.client(accountsContract).startDemo();
	await server.ctx.jobs.drain(100_000);
	const { dataDir, remove } = server.install;
	server.install.remove = async () => undefined;
	await server.close();
	await rename(dataDir, folder);
	await remove();
}
