import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { type TestDatabase, testDatabase, testInstall } from "#test/database.ts";
import { expireLeases } from "#test/expire-leases.ts";
import { OWNER, openMailbox, type TestMailbox } from "#test/mailbox.ts";
import { programArguments } from "#test/programs.ts";
import { killRounds, killTimeout } from "#test/soak.ts";
import { describeIf, isPostgres } from "../../../../fixtures/only-if.ts";
import type { Context } from "../../identity/auth/context.ts";
import { declareSchedules, pollDue } from "../modules/schedules.ts";
import { cancelSchedule, scheduleOnce, scheduleRecurring } from "./schedule.ts";
import { startDue } from "./start-due.ts";
import { recurring, type ScheduledTask, SYSTEM_OWNER } from "./task.ts";

const START = Date.UTC(2026, 9, 24, 6);
const HOUR = 3_600_000;
const ROUNDS = killRounds(2);

let database: TestDatabase;
let open: TestMailbox[];
let now: number;
beforeAll(async () => {
	database = await testDatabase();
});
beforeEach(() => {
	open = [];
	now = START;
});
afterEach(async () => {
	for (const box of open) await box.close();
	await database.exec("truncate schedules, jobs", []);
});
afterAll(() => database.remove());

const noted = z.object({ text: z.string() });
type Noted = z.infer<typeof noted>;

/** A task that records its runs. */
function noteTask(runs: string[], fail: () => void = () => undefined): ScheduledTask<Context, Noted> {
	return {
		name: "test.note",
		input: noted,
		async run(_, { ownerId, input, dueAt }) {
			fail();
			runs.push(`${ownerId} ${input.text} ${dueAt.toISOString().slice(0, 16)}`);
		},
	};
}

async function start(tasks: readonly ScheduledTask<Context>[]): Promise<Context> {
	// A second process has connections of its own.
	const shared = open.length === 0 ? { database } : {};
	const box = await openMailbox(database.install, { ...shared, schedules: tasks, now: () => now });
	open.push(box);
	return box.ctx;
}

/** Moves the clock and runs what is due. */
async function at(ctx: Context, time: number, tasks: readonly { name: string }[]): Promise<number> {
	now = time;
	const started = await startDue(
		ctx,
		tasks.map(({ name }) => name),
	);
	await ctx.jobs.drain();
	return started;
}

it("runs a one-off when it is due, once, unless it was cancelled or moved", async () => {
	const runs: string[] = [];
	const task = noteTask(runs);
	const ctx = await start([task as ScheduledTask<Context>]);
	const due = (hours: number) => new Date(START + hours * HOUR);
	await scheduleOnce(ctx, task, { ownerId: OWNER, key: "a", input: { text: "a" }, runAt: due(1) });
	await scheduleOnce(ctx, task, { ownerId: OWNER, key: "b", input: { text: "b" }, runAt: due(1) });
	await scheduleOnce(ctx, task, { ownerId: "owner-2", key: "a", input: { text: "c" }, runAt: due(1) });
	expect(await cancelSchedule(ctx, task, { ownerId: OWNER, key: "b" })).toBe(true);
	expect(await cancelSchedule(ctx, task, { ownerId: OWNER, key: "b" })).toBe(false);
	await scheduleOnce(ctx, task, { ownerId: OWNER, key: "a", input: { text: "moved" }, runAt: due(2) });
	expect(await at(ctx, START + HOUR - 1, [task])).toBe(0);
	expect(await at(ctx, START + HOUR, [task])).toBe(1);
	expect(await at(ctx, START + 2 * HOUR, [task])).toBe(1);
	expect(await at(ctx, START + 99 * HOUR, [task])).toBe(0);
	expect(runs).toEqual(["owner-2 c 2026-10-24T07:00", `${OWNER} moved 2026-10-24T08:00`]);
});

it("schedules nothing when the transaction is rolled back, and validates what is scheduled", async () => {
	const task = noteTask([]);
	const ctx = await start([task as ScheduledTask<Context>]);
	await ctx.database
		.transaction(async () => {
			await scheduleOnce(ctx, task, { ownerId: OWNER, input: { text: "a" }, runAt: new Date(now) });
			throw new Error("rolled back");
		})
		.catch(() => undefined);
	const recurringAt = (cron: string, timeZone: string) =>
		scheduleRecurring(ctx, task, { ownerId: OWNER, input: { text: "a" }, cron, timeZone });
	await expect(recurringAt("* * * *", "UTC")).rejects.toMatchObject({ code: "invalid-schedule" });
	await expect(recurringAt("0 9 * * *", "Nowhere")).rejects.toMatchObject({ code: "invalid-schedule" });
	expect(await at(ctx, START + HOUR, [task])).toBe(0);
});

it("runs at local times of each owner's zone, across the end of daylight saving time", async () => {
	const runs: string[] = [];
	const task = noteTask(runs);
	const ctx = await start([task as ScheduledTask<Context>]);
	for (const [ownerId, timeZone] of [
		["ann", "Europe/Berlin"],
		["bob", "America/New_York"],
	] as const)
		await scheduleRecurring(ctx, task, { ownerId, input: { text: "nine" }, cron: "0 9 * * *", timeZone });
	for (let hour = 0; hour <= 48; hour++) await at(ctx, START + hour * HOUR, [task]);
	expect(runs).toEqual([
		"ann nine 2026-10-24T07:00",
		"bob nine 2026-10-24T13:00",
		"ann nine 2026-10-25T08:00",
		"bob nine 2026-10-25T13:00",
	]);
});

it("runs times missed during downtime once", async () => {
	const runs: string[] = [];
	const task = noteTask(runs);
	const ctx = await start([task as ScheduledTask<Context>]);
	await scheduleRecurring(ctx, task, { ownerId: OWNER, input: { text: "x" }, cron: "0 * * * *", timeZone: "UTC" });
	expect(await at(ctx, START + 30.5 * HOUR, [task])).toBe(1);
	expect(await at(ctx, START + 30.6 * HOUR, [task])).toBe(0);
	expect(await at(ctx, START + 31 * HOUR, [task])).toBe(1);
	expect(runs).toHaveLength(2);
});

it("retries a task that fails, without losing its next time", async () => {
	const runs: string[] = [];
	let failures = 1;
	const task = noteTask(runs, () => {
		if (failures-- > 0) throw new Error("not now");
	});
	const ctx = await start([task as ScheduledTask<Context>]);
	await scheduleRecurring(ctx, task, { ownerId: OWNER, input: { text: "x" }, cron: "0 * * * *", timeZone: "UTC" });
	await at(ctx, START + HOUR, [task]);
	await at(ctx, START + 2 * HOUR, [task]);
	expect(runs).toEqual([`${OWNER} x 2026-10-24T07:00`, `${OWNER} x 2026-10-24T08:00`]);
});

it("stores declared schedules, keeps their next time over restarts, and follows a changed one", async () => {
	const runs: string[] = [];
	const hourly = recurring("test.hourly", "0 * * * *", async (_: Context, { ownerId }) => void runs.push(ownerId));
	const ctx = await start([hourly]);
	await declareSchedules(ctx, [hourly]);
	now += 3 * HOUR;
	// A restart after downtime: the missed time is still due.
	await declareSchedules(ctx, [hourly]);
	expect(await at(ctx, now, [hourly])).toBe(1);
	expect(runs).toEqual([SYSTEM_OWNER]);
	await declareSchedules(ctx, [{ ...hourly, cron: "30 * * * *" }]);
	expect(await at(ctx, now + 0.5 * HOUR, [hourly])).toBe(1);
	// Another version of the program does not know the task.
	expect(await at(ctx, now + 9 * HOUR, [{ name: "test.other" }])).toBe(0);
});

it("starts what is due without being called", async () => {
	const runs: string[] = [];
	const task = noteTask(runs);
	const ctx = await start([task as ScheduledTask<Context>]);
	await scheduleOnce(ctx, task, { ownerId: OWNER, input: { text: "soon" }, runAt: new Date(now) });
	const stop = pollDue(ctx, [task as ScheduledTask<Context>]);
	await vi.waitFor(() => expect(runs).toHaveLength(1), 10_000);
	await stop();
});

describeIf(isPostgres)("in several processes", () => {
	it("starts each due time once", async () => {
		const runs: string[] = [];
		const task = noteTask(runs);
		const processes = [
			await start([task as ScheduledTask<Context>]),
			await start([task as ScheduledTask<Context>]),
			await start([task as ScheduledTask<Context>]),
		];
		const [ctx] = processes as [Context];
		const owners = Array.from({ length: 250 }, (_, n) => `owner-${n}`);
		for (const ownerId of owners)
			await scheduleRecurring(ctx, task, { ownerId, input: { text: "x" }, cron: "0 * * * *", timeZone: "UTC" });
		for (let hour = 1; hour <= 3; hour++) {
			now = START + hour * HOUR;
			const started = await Promise.all([...processes, ...processes].map((one) => startDue(one, [task.name])));
			expect(started.reduce((sum, n) => sum + n, 0)).toBe(owners.length);
			await ctx.jobs.drain();
			expect(runs).toHaveLength(hour * owners.length);
		}
		expect(new Set(runs).size).toBe(runs.length);
	});
});

it(
	"loses no run when its process is killed repeatedly",
	async () => {
		const PER_ROUND = 20;
		// The processes open it one after the other.
		const install = await testInstall();
		const file = join(install.dataDir, "noted.txt");
		await writeFile(file, "");
		const box = await openMailbox(install, { isIdle: true });
		const task = noteTask([]);
		const keys = Array.from({ length: ROUNDS * PER_ROUND }, (_, n) => `run-${n}`);
		for (const key of keys)
			await scheduleOnce(box.ctx, task, { ownerId: OWNER, key, input: { text: key }, runAt: new Date() });
		await box.close();
		const lines = async (): Promise<string[]> => (await readFile(file, "utf8")).split("\n").filter(Boolean);
		for (let round = 1; round <= ROUNDS; round++) {
			const enough = round === ROUNDS ? keys.length : round * PER_ROUND;
			const args = [...(await programArguments("schedule")), install.dataDir, install.databaseUrl ?? "", file];
			const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
			await vi.waitFor(async () => expect(new Set(await lines()).size).toBeGreaterThanOrEqual(enough), {
				timeout: 150_000,
				interval: 10,
			});
			child.kill("SIGKILL");
			await once(child, "exit");
			await expireLeases(install);
		}
		const all = await lines();
		expect(new Set(all)).toEqual(new Set(keys));
		// Only what ran when its process was killed runs again.
		expect(all.length - keys.length).toBeLessThanOrEqual(ROUNDS * 4);
		await install.remove();
	},
	killTimeout(ROUNDS),
);
