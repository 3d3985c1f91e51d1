import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accountsContract } from "#shared/contracts/accounts.ts";
import { emailsContract } from "#shared/contracts/emails.ts";
import { startTestServer, type TestServer, type TestUser } from "#test/server.ts";
import { sized } from "#test/soak.ts";
import { zip } from "../../../../fixtures/mbox/zip.ts";

/** Small files that once cost minutes and gigabytes, tested through the whole server. */

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
	server = await startTestServer();
	user = await server.signUp();
});
afterAll(() => server.close());

const SEPARATOR = "From a@example.org Mon Jan  5 08:50:15 2026\n";
const entry = (subject: string): string => `${SEPARATOR}From: a@example.org\nSubject: ${subject}\n\nHello\n\n`;

/** CPU time of this thread, in which the server runs; a busy machine does not change it. */
function threadMs(): number {
	// Linux updates the thread's time only when the process's time is read.
	process.cpuUsage();
	const { user: own, system } = process.threadCpuUsage();
	return (own + system) / 1000;
}

async function importFile(filename: string, bytes: Buffer) {
	const from = performance.now();
	const { account, job } = await user
		.client(accountsContract)
		.importMbox({ query: { filename } }, { bytes: new Uint8Array(bytes) });
	await server.ctx.jobs.drain(120_000);
	const ms = performance.now() - from;
	const { state, result } = await server.ctx.jobs.get(user.ownerId, job.id);
	const { items } = await user.client(emailsContract).listEmails({ query: { account: account.id } });
	return { ms, state, result, subjects: items.map(({ subject }) => subject).sort() };
}

it("imports what is real among many empty messages, and reports how many were skipped", async () => {
	const size = sized(100_000, 400_000);
	const make = (count: number): Buffer =>
		gzipSync(entry(`first ${count}`) + `${SEPARATOR}\n`.repeat(count) + entry(`last ${count}`));
	const few = await importFile("few.mbox.gz", make(size / 10));
	const many = await importFile("many.mbox.gz", make(size));
	expect(many).toMatchObject({
		state: "done",
		subjects: [`first ${size}`, `last ${size}`],
		result: {
			added: 2,
			excluded: `Skipped: ${size.toLocaleString("en")} messages without any content.`,
			excludedCount: size,
			skippedCount: size,
		},
	});
	// Ten times the bytes, with room for a busy machine; each entry once cost a row.
	expect(many.ms).toBeLessThan(30 * Math.max(few.ms, 500));
}, 180_000);

it("reads each byte of a zip archive once, and reports what it skipped", async () => {
	const archive = zip([
		{ path: "a.mbox", bytes: entry("one") },
		{ path: "b.mbox", bytes: entry("two") },
	]);
	// The central directory points the second file to the first one's bytes.
	const second = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
	archive.writeUInt32LE(0, second + 42);
	const { state, result, subjects } = await importFile("overlap.zip", archive);
	expect({ state, subjects }).toEqual({ state: "done", subjects: ["one"] });
	expect(result).toMatchObject({ excluded: "Skipped: 1 overlapping archive entry." });
});

it("rejects a file of empty messages only, without reading them in the server's thread", async () => {
	const before = threadMs();
	const response = await user.fetch("/api/v1/accounts/mbox?filename=empty.mbox.gz", {
		method: "POST",
		body: new Uint8Array(gzipSync(`${SEPARATOR}\n`.repeat(400_000))),
	});
	expect(response.status).toBe(415);
	expect(await response.json()).toMatchObject({ code: "not-a-mail-file" });
	// Reading 400,000 entries takes seconds.
	expect(threadMs() - before).toBeLessThan(1_000);
});
