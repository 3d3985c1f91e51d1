import { afterAll, beforeAll, expect, it } from "vitest";
import { createParsePool } from "#server/mail/parse/pool/pool.ts";
import { readTable } from "#tools/enrichment/server/lists/read-table.ts";
import { startTestServer, type TestServer, type TestUser } from "./server.ts";

/** Files that once held the server for seconds. They are read in worker threads, within limits that a sentence names. */

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
	server = await startTestServer();
	user = await server.signUp();
});
afterAll(() => server.close());

/** CPU time of this thread, in which the server runs; a busy machine does not change it. */
function threadMs(): number {
	// Linux updates the thread's time only when the process's time is read.
	process.cpuUsage();
	const { user: own, system } = process.threadCpuUsage();
	return (own + system) / 1000;
}

async function upload(path: string, text: string) {
	const body = new TextEncoder().encode(text);
	const before = threadMs();
	const reply = await user.fetch(path, { method: "POST", body });
	const ms = threadMs() - before;
	const { code, detail } = (await reply.json()) as { code?: string; detail?: string };
	return { status: reply.status, code, detail, ms };
}

const feed = (inner: string): string => `<feed>${inner}</feed>`;
const property = (value: string): string => `<property name="from" value="${value}"/>`;

it.each([
	{
		name: "1.2 million columns",
		path: "/api/v1/enrichment/lists?filename=a.csv",
		text: "ann@a.test,,,".repeat(400_000),
		expected: { status: 400, code: "not-a-table", detail: expect.stringContaining("more than 1,000 columns. Delete") },
	},
	{
		name: "1.2 million columns below a proper beginning",
		path: "/api/v1/enrichment/lists?filename=a.csv",
		text: `${"ann@a.test,b\n".repeat(30_000)}${",".repeat(1_200_000)}\n`,
		expected: { status: 400, code: "too-many-rows", detail: expect.stringContaining("10,000 rows. Split it") },
	},
	{
		name: "a row without an end",
		path: "/api/v1/enrichment/lists?filename=a.csv",
		text: `email,note\n${"ann@a.test,b\n".repeat(5_000)}ann@a.test,"${"x".repeat(3_000_000)}`,
		expected: { status: 400, code: "row-too-long", detail: expect.stringContaining("Row 5002 is too long") },
	},
	{
		name: "more than 20 MB",
		path: "/api/v1/enrichment/lists?filename=a.csv",
		text: "a".repeat(20_000_001),
		expected: { status: 413, code: "too-large", detail: "The file is larger than 20 MB. Split it and try again." },
	},
	{
		name: "Gmail's filters with 150,000 properties",
		path: "/api/v1/filters/read?format=gmail",
		text: feed(`<entry>${property("a").repeat(100_000)}</entry>`),
		expected: { status: 400, code: "bad-file", detail: expect.stringContaining("Too many elements") },
	},
	{
		name: "Gmail's filters nested deeply",
		path: "/api/v1/filters/read?format=gmail",
		text: "<a>".repeat(1_000_000),
		expected: { status: 400, code: "bad-file", detail: expect.stringContaining("Too many levels") },
	},
	{
		name: "a Sieve script of 4 MB",
		path: "/api/v1/filters/read?format=sieve",
		text: 'if header :contains "subject" "a" { discard; }\n'.repeat(85_000),
		expected: { status: 400, code: "bad-file", detail: "The Sieve script is too long. Split it and try again." },
	},
	{
		name: "a Sieve script nested deeply",
		path: "/api/v1/filters/read?format=sieve",
		text: "if true {".repeat(100_000),
		expected: { status: 400, code: "bad-file", detail: "The Sieve script is too long. Split it and try again." },
	},
	{
		name: "250,000 contacts",
		path: "/api/v1/contacts/import/vcard",
		text: "BEGIN:VCARD\nFN:Ann\nEMAIL:ann@a.test\nEND:VCARD\n".repeat(250_000),
		expected: { status: 400, code: "not-a-vcard", detail: expect.stringContaining("10,000 contacts. Split it") },
	},
	{
		name: "a contact of 10 million lines",
		path: "/api/v1/contacts/import/vcard",
		text: `BEGIN:VCARD\n${"N:\n".repeat(10_000_000)}`,
		expected: { status: 400, code: "not-a-vcard", detail: expect.stringContaining("1,000,000 lines. Split it") },
	},
])("a file with $name is refused, and does not hold the server", async ({ path, text, expected }) => {
	const { ms, ...reply } = await upload(path, text);
	expect(reply).toMatchObject(expected);
	// Sending and receiving the bytes takes a tenth of a second; reading them took ten and more.
	expect(ms).toBeLessThan(2_500);
});

it("the limits of a list end its reading", async () => {
	const pool = createParsePool({ workers: 1, taskWorkers: 1 });
	const read = (text: string, limits: { bytes?: number; rows?: number; columns?: number }) =>
		readTable({ parsePool: pool }, "ann", new Response(text).body, { bytes: 1_000, rows: 2, columns: 3, ...limits });
	try {
		const table = await read("email,b,c\na@a.test,1,2\n\nb@b.test,3,4\n", {});
		expect(table).toMatchObject({ columns: ["email", "b", "c"], skippedRows: 1 });
		expect(table.rows).toHaveLength(2);
		await expect(read("email\na@a.test\nb@b.test\nc@c.test\n", {})).rejects.toMatchObject({
			...{ status: 400, code: "too-many-rows", message: "The file has more than 2 rows. Split it and try again." },
		});
		await expect(read("a@a.test,b,c,d\n", {})).rejects.toMatchObject({
			code: "not-a-table",
			message: "The file has more than 3 columns. Delete those you don't need and try again.",
		});
		await expect(read("a@a.test,b,c\n", { bytes: 5 })).rejects.toMatchObject({ status: 413, code: "too-large" });
	} finally {
		await pool.close();
	}
});

it("a file that takes too long is refused", async () => {
	const pool = createParsePool({ workers: 1, taskWorkers: 1, taskTimeoutMs: 1 });
	try {
		const body = new Response("ann@a.test,b\n".repeat(1_000_000)).body;
		const limits = { bytes: 20_000_000, rows: 10_000_000, columns: 3 };
		await expect(readTable({ parsePool: pool }, "ann", body, limits)).rejects.toMatchObject({
			...{ status: 422, code: "file-too-complex" },
			message: "Reading this file takes too long. Split it into smaller files and try again.",
		});
	} finally {
		await pool.close();
	}
});
