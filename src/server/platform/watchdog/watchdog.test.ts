import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Job, jobsContract } from "#shared/contracts/jobs.ts";
import { type TestInstall, testInstall } from "#test/database.ts";
import { freePort } from "#test/free-port.ts";
import { programArguments } from "#test/programs.ts";
import { signUpAt, type TestUser } from "#test/server.ts";
import { openDatabase } from "../../db/database.ts";
import { createLogger } from "../../log.ts";

const launcher = fileURLToPath(new URL("../../../../scripts/serve.js", import.meta.url));
const LIMIT_SECONDS = 2;
const EMAIL = "ada@example.org";

interface LogLine {
	event?: string;
	msg: string;
	work?: { type: string; id: string; route?: string } | null;
	stack?: string[];
	ms?: number;
	delayMs?: number;
}

let install: TestInstall;
let child: ChildProcess;
let url: string;
let output: string;
let user: TestUser;

const logged = (event: string): LogLine[] =>
	output
		.split("\n")
		.filter((line) => line.startsWith("{"))
		.map((line) => JSON.parse(line) as LogLine)
		.filter((line) => line.event === event);
const starts = (): number => output.split("Mailstead is ready").length - 1;
const runs = async (): Promise<string[]> =>
	(await readFile(join(install.dataDir, "runs"), "utf8").catch(() => "")).split("\n").filter(Boolean);

async function start(env: Record<string, string> = {}, main?: string): Promise<void> {
	const program = main ?? (await programArguments("freezing")).at(-1) ?? "";
	const port = await freePort();
	url = `http://localhost:${port}`;
	output = "";
	child = spawn(process.execPath, [launcher, program], {
		stdio: ["ignore", "pipe", "inherit"],
		env: {
			PATH: process.env.PATH,
			NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
			PASSWORD_COST: "10",
			PREPARE_DEMO: "off",
			PORT: String(port),
			DATA_DIR: install.dataDir,
			...(install.databaseUrl === null ? {} : { DATABASE_URL: install.databaseUrl }),
			PARSE_WORKERS: "1",
			EVENT_LOOP_LIMIT_SECONDS: String(LIMIT_SECONDS),
			EVENT_LOOP_WARN_MS: "500",
			RUNS: join(install.dataDir, "runs"),
			...env,
		},
	});
	child.stdout?.on("data", (data: Buffer) => {
		output += data.toString();
	});
	await until(() => expect(starts()).toBe(1));
}

const until = (check: () => void | Promise<void>): Promise<void> =>
	vi.waitFor(check, { timeout: 150_000, interval: 100 });

async function addJob(mode: string, name: string): Promise<string> {
	const reply = await user.fetch(`/api/v1/test/jobs/${mode}/${name}`, { method: "POST" });
	expect(reply.status).toBe(200);
	return ((await reply.json()) as { id: string }).id;
}

const job = (id: string): Promise<Job> => user.client(jobsContract).getJob({ params: { id } });

/** @returns how long stopping took, in milliseconds */
async function stop(): Promise<number> {
	const began = performance.now();
	child.kill("SIGTERM");
	await once(child, "exit");
	return performance.now() - began;
}

beforeEach(async () => {
	install = await testInstall();
});
afterEach(async () => {
	if (child.exitCode === null && child.signalCode === null) await stop();
	await install.remove();
});

describe("a job that freezes the server", () => {
	it("is logged with its stack, killed, and failed after three crashes, while other jobs finish", async () => {
		await start();
		user = await signUpAt(url, EMAIL);
		const calm = await addJob("slow", "innocent");
		const frozen = await addJob("regex", "culprit");
		await until(() => expect(logged("event_loop.killed")).toHaveLength(3));
		await until(() => expect(starts()).toBeGreaterThan(1));
		await until(async () =>
			expect(await job(frozen)).toMatchObject({
				state: "failed",
				errorCode: "job-crashed",
				error: expect.stringMatching(/crashed the server 3 times/),
			}),
		);
		expect((await runs()).filter((name) => name === "culprit")).toHaveLength(3);
		const kills = logged("event_loop.killed");
		expect(kills).toHaveLength(3);
		for (const { work, stack } of kills) {
			expect(work).toMatchObject({ type: "job", id: frozen });
			expect(stack?.join("\n")).toContain("misbehave");
		}
		// With increasing delays.
		const delays = logged("server.restarting").map(({ delayMs }) => delayMs);
		expect(delays).toEqual([1_000, 2_000, 4_000]);
		expect((await job(calm)).state).toMatch(/queued|running|done/);
		expect(await addJob("calm", "later")).toBeTruthy();
		await until(async () => expect((await runs()).filter((name) => name === "later")).toHaveLength(1));
	}, 240_000);

	it("does not count a crash on SIGTERM, which stops within 10 seconds", async () => {
		await start({ EVENT_LOOP_LIMIT_SECONDS: "60" });
		user = await signUpAt(url, EMAIL);
		const id = await addJob("loop", "culprit");
		await until(async () => expect(await runs()).toHaveLength(1));
		await new Promise((resolve) => setTimeout(resolve, 3_000));
		expect(await stop()).toBeLessThan(10_000);
		// A server without jobs of that kind leaves it queued. Run from its source, as in production.
		await start({}, fileURLToPath(new URL("../../main.ts", import.meta.url)));
		await stop();
		const database = await openDatabase(
			{ ...install, databasePool: 2 },
			createLogger({ logLevel: "silent" }),
			(cause) => {
				throw cause;
			},
		);
		const rows = await database.query<object>("select crashes, suspect, state from jobs where id = $1", [id]);
		await database.close();
		expect(rows).toEqual([{ crashes: 0, suspect: false, state: "queued" }]);
	}, 240_000);
});

describe("jobs that crash the server", () => {
	it.each(["exit", "throw"])(
		"fail after repeated crashes; concurrent ones do not (%s)",
		async (mode) => {
			await start();
			user = await signUpAt(url, EMAIL);
			const calm = await addJob("slow", "innocent");
			const culprit = await addJob(mode, "culprit");
			await until(async () => {
				expect(await job(culprit)).toMatchObject({ state: "failed", errorCode: "job-crashed" });
			});
			const count = (await runs()).filter((name) => name === "culprit").length;
			expect(count).toBeGreaterThanOrEqual(3);
			expect(count).toBeLessThanOrEqual(4);
			await until(async () => expect(await job(calm)).toMatchObject({ state: "done" }));
		},
		180_000,
	);
});

describe("a request that blocks the event loop", () => {
	it("is logged, and blames no job", async () => {
		await start();
		user = await signUpAt(url, EMAIL);
		const calm = await addJob("slow", "innocent");
		await until(async () => expect(await runs()).toContain("innocent"));
		await user.fetch("/api/v1/test/misbehave/loop", { method: "POST" }).catch(() => undefined);
		await until(() => expect(starts()).toBe(2));
		expect(logged("event_loop.killed")).toMatchObject([
			{ work: { type: "request", method: "POST", route: "/api/v1/test/misbehave/{mode}" } },
		]);
		await until(async () => expect(await job(calm)).toMatchObject({ state: "done" }));
		expect(await stop()).toBeLessThan(10_000);
	}, 240_000);
});

describe("a server that is slow for reasons of its machine", () => {
	it("is not killed while it starts, nor while it waits", async () => {
		await start({ BUSY_START_MS: String(2 * LIMIT_SECONDS * 1000) });
		user = await signUpAt(url, EMAIL);
		expect((await user.fetch("/api/v1/test/misbehave/wait", { method: "POST" })).status).toBe(204);
		expect([...logged("event_loop.killed"), ...logged("server.restarting")]).toEqual([]);
		expect(starts()).toBe(1);
	}, 120_000);
});
