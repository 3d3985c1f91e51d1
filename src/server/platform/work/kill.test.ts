import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type TestInstall, testInstall } from "#test/database.ts";
import { programArguments } from "#test/programs.ts";
import { killRounds, killTimeout, sized } from "#test/soak.ts";
import { openWork, type TestWork } from "#test/work.ts";
import { testKinds } from "#test/work-kinds.ts";
import { isPostgres } from "../../../../fixtures/only-if.ts";
import type { BatchKey, WorkContext, WorkKind } from "./work.ts";

/** Kills processes while they run batches: no item may be lost, counted twice or, with at-most-once, run twice. */

const ROUNDS = killRounds(2);
const ITEMS = sized(1_500, 30_000);
const OWNER = "owner-1";

let install: TestInstall;
let effects: string;
let kinds: ReturnType<typeof testKinds>;
const processes: ChildProcess[] = [];

beforeAll(async () => {
	install = await testInstall();
	effects = join(install.dataDir, "effects");
	writeFileSync(effects, "");
	kinds = testKinds(effects);
});
afterAll(async () => {
	for (const child of processes) await kill(child);
	await install.remove();
});

/** The embedded database belongs to one process at a time. */
async function inside<T>(work: (opened: TestWork) => Promise<T>): Promise<T> {
	const opened = await openWork(install, Object.values(kinds) as unknown as WorkKind<unknown, unknown, WorkContext>[]);
	try {
		return await work(opened);
	} finally {
		await opened.close();
	}
}

async function startRunner(): Promise<ChildProcess> {
	const args = [...(await programArguments("work")), install.dataDir, install.databaseUrl ?? "", effects];
	const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
	processes.push(child);
	await once(child.stdout as NodeJS.ReadableStream, "data");
	return child;
}

/** Like a power cut. */
async function kill(child: ChildProcess): Promise<void> {
	processes.splice(processes.indexOf(child), 1);
	if (child.exitCode !== null || child.signalCode !== null) return;
	child.kill("SIGKILL");
	await once(child, "exit");
}

it(
	"loses and doubles nothing when its processes are killed again and again",
	async () => {
		const items = Array.from({ length: ITEMS }, (_, n) => ({ n, host: `host-${n % 7}` }));
		const keys: Record<string, BatchKey> = {};
		await inside(async ({ work }) => {
			for (const kind of Object.values(kinds)) {
				const { id } = await work.create(kind, { ownerId: OWNER });
				keys[kind.name] = { ownerId: OWNER, id };
				await work.append(kind, keys[kind.name] as BatchKey, items, { from: 0 });
				await work.seal(keys[kind.name] as BatchKey);
			}
		});
		if (isPostgres) await startRunner();
		for (let round = 0; round < ROUNDS; round++) {
			const child = await startRunner();
			await pause(150 + Math.random() * 400);
			// On PostgreSQL, the older of two: the other one continues.
			await kill(isPostgres ? (processes[0] as ChildProcess) : child);
		}
		if (!isPostgres) {
			const last = await startRunner();
			await vi.waitFor(() => expect(linesOf("once").length + linesOf("repeatable").length).toBeGreaterThan(0), 150_000);
			await pause(50);
			await kill(last);
		}
		await inside(async ({ work, jobs, database }) => {
			await jobs.start();
			await jobs.drain(sized(200_000, 1_800_000));
			for (const key of Object.values(keys))
				expect(await work.get(key)).toMatchObject({ state: "done", total: ITEMS, done: ITEMS, failed: 0, unknown: 0 });
			const results = await database.query<{ kind: string; n: number; sum: number }>(
				`select b.kind, count(*)::int as n, sum((i.result)::text::bigint)::bigint as sum from work_items i
				join work_batches b on b.owner_id = i.owner_id and b.id = i.batch_id where i.state = 'done' group by b.kind`,
				[],
			);
			expect(results).toHaveLength(2);
			for (const { n, sum } of results) expect([n, sum]).toEqual([ITEMS, (ITEMS * (ITEMS - 1)) / 2]);
			expect(await database.query("select key, running from work_limit_usage where running <> 0", [])).toEqual([]);
		});
		const ran = linesOf("once");
		expect(ran).toHaveLength(ITEMS);
		expect(new Set(ran).size).toBe(ITEMS);
		expect(new Set(linesOf("repeatable")).size).toBe(ITEMS);
	},
	killTimeout(ROUNDS),
);

function linesOf(name: string): string[] {
	return readFileSync(effects, "utf8")
		.split("\n")
		.filter((line) => line.startsWith(`${name} `));
}

it("resumes an import that was interrupted", async () => {
	const batch = await inside(({ work }) => work.create(kinds.repeatable, { ownerId: OWNER, dedupeKey: "import" }));
	const key = { ownerId: OWNER, id: batch.id };
	async function* upTo(count: number): AsyncGenerator<{ n: number; host: string }> {
		for (let n = 0; n < count; n++) yield { n, host: "x" };
		if (count < 1_200) throw new Error("killed");
	}
	await inside(({ work }) => work.append(kinds.repeatable, key, upTo(700), { from: 0 })).catch(() => undefined);
	await inside(async ({ work, jobs }) => {
		const again = await work.create(kinds.repeatable, { ownerId: OWNER, dedupeKey: "import" });
		expect([again.id, again.total]).toEqual([batch.id, 500]);
		await jobs.start();
		await work.append(kinds.repeatable, key, upTo(1_200), { from: 0 });
		await work.seal(key);
		await jobs.drain();
		expect(await work.get(key)).toMatchObject({ state: "done", total: 1_200, done: 1_200 });
	});
}, 180_000);
