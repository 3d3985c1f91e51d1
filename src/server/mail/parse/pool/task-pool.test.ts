import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { createParsePool, type ParsePool, type ParsePoolOptions } from "./pool.ts";
import { MessageTooComplex } from "./pool-errors.ts";
import { createResultCache } from "./result-cache.ts";
import type { Task } from "./task-protocol.ts";

const folder = mkdtempSync(join(tmpdir(), "task-pool-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const pools: ParsePool[] = [];
afterEach(async () => {
	for (const pool of pools.splice(0)) await pool.close();
});

function start(options: ParsePoolOptions = {}): ParsePool {
	const pool = createParsePool({ workers: 1, taskWorkers: 2, ...options });
	pools.push(pool);
	return pool;
}

/** A task whose body is `code`, which can use `raw` and `input`. */
function task<Input, Output>(name: string, code: string, more: Partial<Task<Input, Output>> = {}): Task<Input, Output> {
	const path = join(folder, `${name}.mjs`);
	writeFileSync(path, `export default async function task(raw, input) { ${code} }`);
	return { url: new URL(`file://${path}`), ...more };
}

function source(text: string, ownerId = "ann") {
	return {
		ownerId,
		sha256: text,
		async load() {
			const memory = new SharedArrayBuffer(Buffer.byteLength(text));
			Buffer.from(memory).write(text);
			return memory;
		},
	};
}

const size = task<number, number>("size", "return raw.length * input");
const endless = task<number, void>("endless", "for (;;) {}", { timeoutMs: 700 });

describe("tasks on messages", () => {
	test("run once for concurrent callers with the same request, and are answered from the cache afterwards", async () => {
		const pool = start();
		const same = await Promise.all(Array.from({ length: 20 }, () => pool.run(size, source("four"), 2)));
		expect(new Set(same)).toEqual(new Set([8]));
		expect(await pool.run(size, source("four"), 2)).toBe(8);
		expect(pool.taskCount()).toBe(1);
		expect(await pool.run(size, source("four"), 3)).toBe(12);
		expect(pool.taskCount()).toBe(2);
	});

	test("end at the limits on time, memory and result, and the next message is processed", async () => {
		const pool = start();
		const limitOf = (running: Promise<unknown>) =>
			running.then(
				() => "none",
				(cause: unknown) => (cause instanceof MessageTooComplex ? cause.limit : String(cause)),
			);
		const greedy = task<number, void>(
			"greedy",
			"const kept = []; for (;;) kept.push(String(kept.length).repeat(500).split(''))",
			{
				timeoutMs: 60_000,
			},
		);
		const buffered = task<number, void>("buffered", "const kept = []; for (;;) kept.push(Buffer.alloc(1e6, 1))", {
			timeoutMs: 60_000,
			maxBufferBytes: 50_000_000,
		});
		const long = task<number, string>("long", "return 'x'.repeat(10_000_000)");
		expect(await limitOf(pool.run(endless, source("a"), 0))).toBe("time");
		expect(await limitOf(pool.run(greedy, source("a"), 0))).toBe("memory");
		expect(await limitOf(pool.run(buffered, source("a"), 0))).toBe("memory");
		expect(await limitOf(pool.run(long, source("a"), 0))).toBe("size");
		expect(await pool.run(size, source("still"), 1)).toBe(5);
		const count = pool.taskCount();
		// What exceeded a limit is not retried immediately.
		expect(await limitOf(pool.run(endless, source("a"), 0))).toBe("time");
		expect(pool.taskCount()).toBe(count);
	});

	test("report what a task throws, and keep its worker", async () => {
		const pool = start();
		const faulty = task<number, void>("faulty", "throw new Error('broken: ' + raw)");
		await expect(pool.run(faulty, source("a"), 0)).rejects.toThrow("broken: a");
		await expect(pool.run(faulty, source("b"), 0)).rejects.toThrow("broken: b");
	});

	test("of one user leave a worker for others, and so do those of jobs", async () => {
		const pool = start();
		const running = Promise.allSettled([1, 2, 3].map((n) => pool.run(endless, source(`a${n}`), n)));
		let isOver = false;
		void running.then(() => {
			isOver = true;
		});
		expect(await pool.run(size, source("for Bo", "bo"), 1)).toBe(6);
		expect(isOver).toBe(false);
		await running;
		const job: Task<number, void> = { ...endless, isBackground: true };
		const jobs = Promise.allSettled(["x", "y", "z"].map((owner, n) => pool.run(job, source(`j${n}`, owner), n)));
		isOver = false;
		void jobs.then(() => {
			isOver = true;
		});
		expect(await pool.run(size, source("again", "bo"), 1)).toBe(5);
		expect(isOver).toBe(false);
		await jobs;
	});

	test("do not wait for an import", async () => {
		const pool = start();
		const raw = Buffer.from(`Subject: x\nContent-Type: text/html\n\n${"<p>a b</p>".repeat(300_000)}`);
		let isImported = false;
		const imported = pool.parse(Array.from({ length: 12 }, () => raw)).then(() => {
			isImported = true;
		});
		expect(await pool.run(size, source("quick"), 1)).toBe(5);
		expect(isImported).toBe(false);
		await imported;
	});

	test("run in the worker that has loaded their code in advance", async () => {
		const pool = start();
		const mark = join(folder, "loaded");
		const path = join(folder, "thread.mjs");
		const code = [
			'import { writeFileSync } from "node:fs";',
			'import { threadId } from "node:worker_threads";',
			`writeFileSync(${JSON.stringify(mark)}, String(threadId));`,
			"export default () => threadId;",
		];
		writeFileSync(path, code.join("\n"));
		const threadTask: Task<number, number> = { url: new URL(`file://${path}`) };
		pool.prepare(threadTask);
		// Once is enough.
		pool.prepare(threadTask);
		await vi.waitFor(() => expect(readFileSync(mark, "utf8")).toMatch(/\d/), 30_000);
		expect(pool.taskCount()).toBe(0);
		expect(await pool.run(threadTask, source("a"), 0)).toBe(Number(readFileSync(mark, "utf8")));
		await pool.close();
		pool.prepare(threadTask);
	});

	test("are rejected when the pool is closed", async () => {
		const pool = start();
		const running = expect(pool.run(endless, source("a"), 1)).rejects.toThrow(/was stopped/);
		await pool.close();
		await running;
		await expect(pool.run(size, source("a"), 1)).rejects.toThrow(/was stopped/);
	});
});

test("cached outputs stay within their size limit, and failures expire", async () => {
	let at = 0;
	const cache = createResultCache(() => at, 1_000);
	let made = 0;
	const make = (sizeBytes: number) => async () => ({ output: ++made, sizeBytes });
	for (let n = 0; n < 10; n++) await cache.through(`k${n}`, make(300));
	expect(await cache.through("k9", make(300))).toBe(10);
	expect(await cache.through("k0", make(300))).toBe(11);
	const fail = async () => {
		made++;
		throw new MessageTooComplex("time");
	};
	await expect(cache.through("bad", fail)).rejects.toThrow();
	await expect(cache.through("bad", fail)).rejects.toThrow();
	expect(made).toBe(12);
	at = 11 * 60_000;
	await expect(cache.through("bad", fail)).rejects.toThrow();
	expect(made).toBe(13);
});
