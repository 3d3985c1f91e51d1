import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { makeMbox } from "#test/mail-file.ts";
import { startTestServer, type TestServer } from "#test/server.ts";
import { blobsFolder } from "../platform/blobs/open.ts";
import { openContext } from "../server.ts";
import { command, configAt, envOf } from "./testing.ts";

const MESSAGES = 60;

let server: TestServer;
let account: string;
beforeAll(async () => {
	server = await startTestServer();
	const ada = await server.signUp();
	const bytes = Buffer.from(makeMbox({ count: MESSAGES, start: 0 }));
	account = (await ada.client(accountsContract).importMbox({ query: { filename: "a.mbox" } }, { bytes })).account.id;
	await server.ctx.jobs.drain();
	// Releases the data folder and keeps it.
	const { remove } = server.install;
	server.install.remove = async () => undefined;
	await server.close();
	server.install.remove = remove;
});
afterAll(() => server.install.remove());

const verify = (...args: string[]) => command("verify", envOf(server.install), ...args);

/** Removes the words of one message from the index, without the database knowing. */
async function removeFromIndex(): Promise<void> {
	const { dataDir } = server.install;
	const { ctx, close } = await openContext(configAt(server.install));
	if (!ctx.database.embedded)
		await ctx.database.exec(
			"delete from email_search where email_id = (select min(email_id::text)::uuid from email_search)",
			[],
		);
	await close();
	if (!ctx.database.embedded) return;
	const file = new DatabaseSync(join(dataDir, "search", "index.db"));
	const { n } = file.prepare("select n from accounts where id = ?").get(account) as { n: number };
	const { position } = file.prepare(`select max(position) as position from messages_${n}`).get() as {
		position: number;
	};
	for (const table of ["messages", "texts"])
		file.prepare(`delete from ${table}_${n} where position = ?`).run(BigInt(position));
	file.prepare(`delete from words_${n} where rowid = ?`).run(BigInt(position));
	file.close();
}

it("finds nothing in an installation as the server leaves it, then names what was lost", async () => {
	const intact = await verify("--content");
	expect([intact.code, intact.out]).toEqual([0, expect.stringContaining(`${MESSAGES} messages read, no differences`)]);
	expect(intact.out).toContain("Search index: no differences.");

	const folder = join(blobsFolder(server.install.dataDir), account);
	const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
	const [lost, damaged] = files.map(({ parentPath, name }) => join(parentPath, name));
	await rm(lost ?? "");
	await rm(damaged ?? "");
	await writeFile(damaged ?? "", "something else");
	const unknown = randomBytes(32).toString("hex");
	await mkdir(join(folder, unknown.slice(0, 2)), { recursive: true });
	await writeFile(join(folder, unknown.slice(0, 2), unknown), "x");
	await removeFromIndex();

	const found = await verify("--content");
	expect(found.code).toBe(1);
	expect(found.out).toContain("Search index: 1 difference.");
	expect(found.out).toMatch(new RegExp(`mailbox ${account}, email [0-9a-f-]{36}: missing`));
	expect(found.out).toContain(`message ${files[0]?.name}: missing`);
	expect(found.out).toContain(`message ${files[1]?.name}: damaged`);
	expect(found.out).toContain("1 stored message (1 kB) belongs to no email.");
	const withoutContent = await verify();
	expect(withoutContent.out).not.toContain("damaged");
}, 300_000);
