import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { createParsePool, type ParsePool, type ParsePoolOptions } from "./pool.ts";

const folder = mkdtempSync(join(tmpdir(), "parse-pool-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const pools: ParsePool[] = [];
afterEach(async () => {
	for (const pool of pools.splice(0)) await pool.close();
});
function start(options: ParsePoolOptions = {}): ParsePool {
	const pool = createParsePool({ workers: 2, ...options });
	pools.push(pool);
	return pool;
}

const mail = (n: number, body = "Hello") =>
	Buffer.from(`From: Ann <ann@example.org>\nSubject: Number ${n}\nMessage-ID: <${n}@example.org>\n\n${body}\n`);
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** A worker that does the real work, but crashes or hangs on messages that say so. */
const fragile = new URL(`file://${join(folder, "fragile.mjs")}`);
writeFileSync(
	fragile,
	`import { parentPort } from "node:worker_threads";
const on = parentPort.on.bind(parentPort);
parentPort.on = (name, listener) => on(name, (request) => {
	const raw = Buffer.from(request.memory);
	for (const i of request.indexes) {
		const body = raw.toString("latin1", request.offsets[i], request.offsets[i + 1]);
		if (!body.includes("DIE") && !body.includes("HANG")) continue;
		Atomics.store(new Int32Array(request.progress), 0, i);
		if (body.includes("DIE")) process.exit(7);
		for (;;) {}
	}
	listener(request);
});
await import(${JSON.stringify(new URL("./parse.worker.ts", import.meta.url).href)});
`,
);
const stillborn = new URL(`file://${join(folder, "stillborn.mjs")}`);
writeFileSync(stillborn, `throw new Error("no");`);

describe("createParsePool", () => {
	test("returns what the store needs in order, and does not change the caller's bytes", async () => {
		const pool = start();
		const batch = Array.from({ length: 120 }, (_, i) => mail(i));
		const before = batch.map(sha256);
		const items = await pool.parse(batch);
		expect(items.map(({ message }) => message.subject)).toEqual(batch.map((_, i) => `Number ${i}`));
		expect(items.map((item) => item.sha256)).toEqual(before);
		expect(items[7]?.lexemes.split(" ")).toEqual(expect.arrayContaining(["s:7", "f:ann", "hello"]));
		expect(batch.map(sha256)).toEqual(before);
		expect(await pool.parse([])).toEqual([]);
	});

	test("parses a header alone as in the whole message, and invents nothing about the rest", async () => {
		const pool = start();
		const head =
			"Received: by x; Fri, 1 Jan 2021 10:00:00 +0000\r\nFrom: Ann <ann@example.org>\r\nTo: Bo <bo@example.org>\r\n" +
			"Subject: =?utf-8?q?Caf=C3=A9?=\r\nMessage-ID: <1@example.org>\r\nIn-Reply-To: <0@example.org>\r\n" +
			"References: <a@example.org> <0@example.org>\r\nDate: Fri, 1 Jan 2021 11:00:00 +0100\r\n" +
			"List-Unsubscribe: <https://example.org/leave>\r\nList-ID: <a.example.org>\r\nPrecedence: list\r\n" +
			"Content-Type: multipart/mixed; boundary=b\r\n\r\n";
		const [header, broken] = await pool.parseHeaders([Buffer.from(head), Buffer.from("\0\xff no header at all")]);
		const [full] = await pool.parse([Buffer.from(`${head}--b\r\n\r\nHello\r\n--b--\r\n`)]);
		const empty = {
			text: "",
			preview: "",
			hasHtml: false,
			quotedSender: null,
			incoming: null,
			contentFeatures: [],
			trust: { signals: [], isAuthentic: false },
			attachments: [],
		};
		expect(header).toEqual({ ...full?.message, ...empty, sizeBytes: head.length, damage: [] });
		expect(full?.message).toMatchObject({ subject: "Café", text: "Hello" });
		expect(broken).toMatchObject({ subject: "", messageId: null });
		expect(await pool.parseHeaders([])).toEqual([]);
	});

	test("finds a message by the text of one attached to it", async () => {
		const inner = "--b\nContent-Type: message/rfc822\n\nSubject: Inner\n\nhidden treasure\n--b--";
		const [item] = await start().parse([
			Buffer.from(`Subject: Outer\nContent-Type: multipart/mixed; boundary=b\n\n${inner}`),
		]);
		expect(item?.lexemes.split(" ")).toEqual(expect.arrayContaining(["s:outer", "inner", "treasure"]));
		expect(item?.message).toMatchObject({ text: "", preview: "Inner hidden treasure" });
	});

	test("writes blobs under their hash, once", async () => {
		const pool = start();
		const blobDir = join(folder, "blobs");
		const [first] = await pool.parse([mail(1), mail(2), mail(1)], { blobDir });
		const files = readdirSync(blobDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
		expect(files.map(({ name }) => name).sort()).toEqual([sha256(mail(1)), sha256(mail(2))].sort());
		const hash = first?.sha256 ?? "";
		expect(readFileSync(join(blobDir, hash.slice(0, 2), hash)).equals(mail(1))).toBe(true);
		await pool.parse([mail(1)], { blobDir });
	});

	test("reports an error when blobs cannot be written", async () => {
		const blocked = join(folder, "a-file");
		writeFileSync(blocked, "");
		await expect(start().parse([mail(1)], { blobDir: blocked })).rejects.toThrow(
			/could not be written to the data folder/,
		);
	});

	test("continues when a worker crashes on a message", async () => {
		const pool = start({ workerUrl: fragile });
		const batch = [mail(0), mail(1, "DIE"), mail(2), mail(3, "DIE"), mail(4)];
		const items = await pool.parse(batch, { blobDir: join(folder, "died") });
		expect(items.map(({ message }) => message.subject)).toEqual([
			"Number 0",
			"Number 1",
			"Number 2",
			"Number 3",
			"Number 4",
		]);
		expect(items.map(({ message }) => message.damage.length)).toEqual([0, 1, 0, 1, 0]);
		expect(items[1]?.message).toMatchObject({ from: { email: "ann@example.org" }, messageId: "1@example.org" });
		expect(
			readdirSync(join(folder, "died"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
		).toHaveLength(5);
	});

	test("stops a message that takes too long", async () => {
		const pool = start({ workerUrl: fragile, messageTimeoutMs: 1_500 });
		const items = await pool.parse([mail(0), mail(1, "HANG"), mail(2)]);
		expect(items.map(({ message }) => message.damage.length)).toEqual([0, 1, 0]);
		expect(items[1]?.message.damage[0]).toMatch(/took longer/);
	});

	test("blames no message when workers do not start", async () => {
		await expect(start({ workerUrl: stillborn }).parse([mail(0)])).rejects.toThrow(/could not be started/);
	});

	test("accepts many batches at once, and limits those in progress", async () => {
		const pool = start();
		const big = Array.from({ length: 12 }, (_, i) => mail(i, "x".repeat(8_000_000)));
		const answers = await Promise.all(big.map((message) => pool.parse([message])));
		expect(answers.map(([item]) => item?.message.subject)).toEqual(big.map((_, i) => `Number ${i}`));
	});

	test("rejects batches in progress when closed, and all later ones", async () => {
		const pool = start();
		const pending = pool.parse([mail(1, "y".repeat(5_000_000)), mail(2)]);
		const outcome = expect(pending).rejects.toThrow(/was stopped/);
		await pool.close();
		await outcome;
		await expect(pool.parse([mail(1)])).rejects.toThrow(/was stopped/);
	});
});
