import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import type { ServerEvent } from "#shared/contracts/events.ts";
import type { Job } from "#shared/contracts/jobs.ts";
import { pause } from "#shared/pause.ts";
import { type TestInstall, testInstall } from "#test/database.ts";
import { type Database, openDatabase } from "../../db/database.ts";
import { AppError } from "../../errors.ts";
import type { Context } from "../../identity/auth/context.ts";
import { createLogger } from "../../log.ts";
import { createFileBlobs } from "../blobs/blobs.ts";
import { watchDisk } from "../disk/disk.ts";
import { createEvents, type Events } from "../events/bus.ts";
import { createJobs } from "./engine.ts";
import { type JobKind, type Jobs, type JobsContext, RetryAfter, type RunningJob, Yield } from "./jobs.ts";
import { maintainJobs } from "./maintenance.ts";

const lines: string[] = [];
const log = createLogger({ logLevel: "info" }, { write: (line: string) => void lines.push(line) });
const owner = "owner-1";
let install: TestInstall;
let database: Database;
let events: Events;
let open: Jobs[] = [];

beforeAll(async () => {
	install = await testInstall();
	database = await openDatabase({ ...install, databasePool: 5 }, log, (cause) => {
		throw cause;
	});
	events = await createEvents({ ...install, databaseListenUrl: null }, database, log);
});

afterEach(async () => {
	for (const jobs of open) await jobs.stop();
	open = [];
	await database.exec("truncate jobs", []);
});

afterAll(async () => {
	await events.close();
	await database.close();
	await install.remove();
});

/** A separate process as far as jobs are concerned: same database, its own workers. */
async function engine(kinds: readonly JobKind<unknown, JobsContext>[]): Promise<Jobs> {
	const config = { dataDir: install.dataDir, disk: { reserveBytes: 0, warnBytes: 0 } };
	const disk = watchDisk(config, log);
	const parts = { config, disk, log, database, events, blobs: createFileBlobs(install.dataDir) };
	const jobs = createJobs(parts as unknown as Omit<Context, "jobs">, kinds);
	open.push(jobs);
	return jobs;
}

function kind(
	run: (job: RunningJob<{ n: number }>) => Promise<Record<string, unknown>>,
	attempts = 3,
): JobKind<{ n: number }, JobsContext> {
	return {
		name: "count",
		input: z.object({ n: z.number() }),
		unit: "messages",
		concurrency: 2,
		attempts,
		run: (_, job) => run(job),
	};
}

test("a job runs, reports its progress as events and ends with its result", async () => {
	const seen: ServerEvent[] = [];
	events.subscribe(owner, (event) => seen.push(event));
	const count = kind(async (job) => {
		job.progress({ done: 1, total: job.input.n });
		return { counted: job.input.n };
	});
	const jobs = await engine([count]);
	await jobs.start();
	const { id } = await jobs.enqueue(count, { ownerId: owner, input: { n: 7 } });
	await jobs.drain();
	expect(await jobs.get(owner, id)).toMatchObject({
		state: "done",
		done: 7,
		total: 7,
		result: { counted: 7 },
		error: null,
	});
	const states = seen.map((event) => (event.type === "job" ? event.job.state : event.type));
	expect(states.at(0)).toBe("queued");
	expect(states.at(-1)).toBe("done");
	expect(states).toContain("running");
});

test("progress is stored again after a write that took long", async () => {
	const release = Promise.withResolvers<void>();
	const doneOf = async (id: string) => (await jobs.get(owner, id)).done;
	const counting = kind(async (job) => {
		job.progress({ done: 1 });
		await expect.poll(() => doneOf(job.id)).toBe(1);
		const locked = database.transaction(async () => {
			await database.exec("select 1 from jobs where id = $1 for update", [job.id]);
			await release.promise;
		});
		job.progress({ done: 2 });
		await pause(400);
		job.progress({ done: 3 });
		await pause(400);
		release.resolve();
		await locked;
		await expect.poll(() => doneOf(job.id), { timeout: 5_000 }).toBe(3);
		return {};
	}, 1);
	const jobs = await engine([counting]);
	await jobs.start();
	const { id } = await jobs.enqueue(counting, { ownerId: owner, input: { n: 1 } });
	await jobs.drain();
	expect(await jobs.get(owner, id)).toMatchObject({ state: "done", error: null });
});

test("a failing job is retried, and its last error is reported", async () => {
	let attempts = 0;
	const count = kind(async (job) => {
		attempts = job.attempt;
		if (job.attempt < 2) throw new Error("the disk is on fire");
		return {};
	});
	const jobs = await engine([count]);
	await jobs.start();
	const { id } = await jobs.enqueue(count, { ownerId: owner, input: { n: 1 } });
	await jobs.drain();
	expect(attempts).toBe(2);
	expect((await jobs.get(owner, id)).state).toBe("done");
});

test("a refusal, by a pricing plan for example, is no error in the log", async () => {
	const jobs = await engine([
		kind(async ({ input: { n } }) => {
			throw n === 1
				? new AppError(409, "plan-limit", "Your plan includes 2 mailboxes.")
				: new AppError(503, "away", "Away.");
		}),
	]);
	await jobs.start();
	lines.length = 0;
	for (const n of [1, 2])
		await jobs.enqueue(
			kind(async () => ({})),
			{ ownerId: owner, input: { n } },
		);
	await jobs.drain();
	const logged = lines.map((line) => JSON.parse(line) as { level: number; msg: string; code?: string });
	expect(logged.filter(({ code }) => code === "plan-limit")).toMatchObject([{ level: 30, msg: "a job was refused" }]);
	expect(logged.filter(({ level }) => level >= 50)).toMatchObject([{ msg: "a job failed" }]);
});

test("an AppError fails the job with its message; an unexpected error is not leaked", async () => {
	const count = kind(async (job) => {
		throw job.input.n === 1 ? new AppError(400, "bad-file", "This file holds no mail.") : new Error("secret path /etc");
	}, 1);
	const jobs = await engine([count]);
	await jobs.start();
	const counted = await jobs.enqueue(count, { ownerId: owner, input: { n: 1 } });
	const hidden = await jobs.enqueue(count, { ownerId: owner, input: { n: 2 } });
	await jobs.drain();
	expect(await jobs.get(owner, counted.id)).toMatchObject({ state: "failed", error: "This file holds no mail." });
	const failed = await jobs.get(owner, hidden.id);
	expect(failed.state).toBe("failed");
	expect(failed.error).not.toContain("secret");
});

test("a job cancelled while it returns to the queue ends once, without its delay", async () => {
	const ended: string[] = [];
	const later = Promise.withResolvers<void>();
	const waits: JobKind<{ n: number }, JobsContext> = {
		...kind(async ({ input: { n } }) => {
			if (n === 2) await later.promise;
			throw new RetryAfter(3_600, "Later");
		}),
		onEnded: async (_, __, { state }) => void ended.push(state),
	};
	const jobs = await engine([waits]);
	await jobs.start();
	const cancelled = Promise.withResolvers<Job>();
	const unsubscribe = events.subscribe(owner, (event) => {
		if (event.type !== "job" || event.job.state !== "queued" || event.job.error !== "Later") return;
		cancelled.resolve(jobs.cancel(owner, event.job.id));
	});
	await jobs.enqueue(waits, { ownerId: owner, input: { n: 1 } });
	expect(await cancelled.promise).toMatchObject({ state: "cancelled" });
	unsubscribe();
	await jobs.stop();
	expect(ended).toEqual(["cancelled"]);

	const again = await engine([waits]);
	await again.start();
	const second = await again.enqueue(waits, { ownerId: owner, input: { n: 2 } });
	await vi.waitFor(async () => expect(await again.get(owner, second.id)).toMatchObject({ state: "running" }));
	// Its process does not hear of it, as when the run ends in the same instant.
	await database.exec("update jobs set cancel_requested = true where id = $1", [second.id]);
	later.resolve();
	await vi.waitFor(async () =>
		expect(await again.get(owner, second.id)).toMatchObject({ state: "cancelled", error: null }),
	);
	await again.stop();
	expect(ended).toEqual(["cancelled", "cancelled"]);
});

test("a running job is cancelled immediately, a queued one never starts", async () => {
	let started = 0;
	const count = kind(
		(job) =>
			new Promise((_, reject) => {
				started++;
				job.signal.addEventListener("abort", () => reject(job.signal.reason as Error));
			}),
	);
	const jobs = await engine([{ ...count, concurrency: 1 }]);
	await jobs.start();
	const first = await jobs.enqueue(count, { ownerId: owner, input: { n: 1 } });
	while (started === 0) await new Promise((resolve) => setTimeout(resolve, 10));
	const second = await jobs.enqueue(count, { ownerId: owner, input: { n: 2 } });
	expect((await jobs.cancel(owner, second.id)).state).toBe("cancelled");
	await jobs.cancel(owner, first.id);
	await jobs.drain();
	expect((await jobs.get(owner, first.id)).state).toBe("cancelled");
	expect(started).toBe(1);
});

test("a stopping process requeues its job and the next one resumes it", async () => {
	const slow = kind(async (job) => {
		job.progress({ result: { half: true } });
		await new Promise((resolve, reject) => {
			job.signal.addEventListener("abort", () => reject(job.signal.reason as Error));
			if (job.previous !== null) resolve(undefined);
		});
		return { ...job.previous, attempt: job.attempt };
	});
	const before = await engine([slow]);
	await before.start();
	const { id } = await before.enqueue(slow, { ownerId: owner, input: { n: 1 } });
	while ((await before.get(owner, id)).result === null) await new Promise((resolve) => setTimeout(resolve, 20));
	await before.stop();
	expect((await before.get(owner, id)).state).toBe("queued");
	const after = await engine([slow]);
	await after.start();
	await after.drain();
	expect((await after.get(owner, id)).result).toEqual({ half: true, attempt: 1 });
});

test("the job of a dead process is claimed by another", async () => {
	const count = kind(async (job) => ({ attempt: job.attempt }));
	const jobs = await engine([count]);
	const { id } = await jobs.enqueue(count, { ownerId: owner, input: { n: 1 } });
	const dead =
		"update jobs set state = 'running', attempt = 1, lease_id = gen_random_uuid(), lease_until = now() - interval '1 second'";
	await database.exec(dead, []);
	await jobs.start();
	await jobs.drain();
	expect(await jobs.get(owner, id)).toMatchObject({ state: "done", result: { attempt: 2 } });
});

test("a dedupe key gives one job; a job in a rolled-back transaction does not exist", async () => {
	let runs = 0;
	const count = kind(async () => ({ run: ++runs }));
	const jobs = await engine([count]);
	const request = { ownerId: owner, input: { n: 1 }, dedupeKey: "same" };
	const first = await jobs.enqueue(count, request);
	expect((await jobs.enqueue(count, request)).id).toBe(first.id);
	await expect(
		database.transaction(async () => {
			await jobs.enqueue(count, { ownerId: owner, input: { n: 2 } });
			throw new Error("changed my mind");
		}),
	).rejects.toThrow("changed my mind");
	await database.transaction(() => jobs.enqueue(count, { ownerId: owner, input: { n: 3 } }));
	await jobs.start();
	await jobs.drain();
	expect(runs).toBe(2);
});

test("another user's job is not found", async () => {
	const count = kind(async () => ({}));
	const jobs = await engine([count]);
	const { id } = await jobs.enqueue(count, { ownerId: owner, input: { n: 1 } });
	await expect(jobs.get("somebody-else", id)).rejects.toMatchObject({ status: 404 });
	await expect(jobs.cancel("somebody-else", id)).rejects.toMatchObject({ status: 404 });
	expect(await jobs.list("somebody-else")).toEqual({ items: [], total: 0, nextCursor: null });
});

test("jobs finished over a month ago are deleted in any end state; others are kept", async () => {
	const jobs = await engine([kind(async () => ({}))]);
	const made: string[] = [];
	for (let n = 0; n < 4; n++)
		made.push(
			(
				await jobs.enqueue(
					kind(async () => ({})),
					{ ownerId: owner, input: { n } },
				)
			).id,
		);
	const [done, failed, recent, waiting] = made;
	const end = (id: string | undefined, state: string, days: number) =>
		database.query("update jobs set state = $2, finished_at = now() - make_interval(days => $3) where id = $1", [
			id,
			state,
			days,
		]);
	await end(done, "done", 31);
	await end(failed, "failed", 40);
	await end(recent, "cancelled", 29);
	await database.exec("update jobs set created_at = now() - interval '99 days' where id = $1", [waiting]);
	await maintainJobs({ database, now: () => Date.now() }, 1);
	expect((await jobs.list(owner)).items.map(({ id }) => id).sort()).toEqual([recent, waiting].sort());
});

test("a job that follows another starts when that one finishes, in any end state", async () => {
	const { promise: gate, resolve: open } = Promise.withResolvers<void>();
	const order: number[] = [];
	const count = kind(async (job) => {
		if (job.input.n === 1) await gate;
		order.push(job.input.n);
		if (job.input.n === 1) throw new AppError(409, "no", "Not this one.");
		return {};
	});
	const jobs = await engine([count]);
	await jobs.start();
	const leader = await jobs.enqueue(count, { ownerId: owner, input: { n: 1 } });
	const follower = await jobs.enqueue(count, { ownerId: owner, input: { n: 2 }, dependsOn: leader.id });
	const bystander = await jobs.enqueue(count, { ownerId: owner, input: { n: 3 } });
	while ((await jobs.get(owner, bystander.id)).state !== "done")
		await new Promise((resolve) => setTimeout(resolve, 10));
	expect((await jobs.get(owner, follower.id)).state).toBe("queued");
	open();
	await jobs.drain();
	expect(order).toEqual([3, 1, 2]);
	const late = await jobs.enqueue(count, { ownerId: owner, input: { n: 4 }, dependsOn: leader.id });
	await jobs.drain();
	expect((await jobs.get(owner, late.id)).state).toBe("done");
});

test("a background job is deleted when done; a failure is reported", async () => {
	const seen: string[] = [];
	events.subscribe(owner, (event) => void (event.type === "job" && seen.push(`${event.job.id} ${event.job.state}`)));
	const count = kind(async (job) => {
		if (job.input.n === 2) throw new AppError(409, "no", "Not this one.");
		return {};
	});
	const jobs = await engine([count]);
	await jobs.start();
	const quiet = await jobs.enqueue(count, { ownerId: owner, input: { n: 1 }, background: true, here: true });
	const failing = await jobs.enqueue(count, { ownerId: owner, input: { n: 2 }, background: true, here: true });
	await jobs.drain();
	await expect(jobs.get(owner, quiet.id)).rejects.toMatchObject({ status: 404 });
	expect((await jobs.list(owner)).items).toMatchObject([{ id: failing.id, state: "failed" }]);
	expect(seen).toEqual([`${failing.id} failed`]);
});

test("a job that yields runs after the waiting one, without losing an attempt", async () => {
	const order: string[] = [];
	const count = kind(async (job) => {
		order.push(`${job.input.n}`);
		if (job.input.n === 1 && order.length === 1) throw new Yield("Others wait");
		return { attempt: job.attempt };
	}, 1);
	const jobs = await engine([count]);
	const first = await jobs.enqueue(count, { ownerId: owner, input: { n: 1 } });
	await jobs.enqueue(count, { ownerId: "owner-2", input: { n: 2 } });
	await jobs.start();
	await jobs.drain();
	expect(order).toEqual(["1", "2", "1"]);
	expect(await jobs.get(owner, first.id)).toMatchObject({ state: "done", result: { attempt: 1 }, error: null });
});

test("RetryAfter uses no attempt, and runNow retries immediately", async () => {
	const count = kind(async (job) => {
		if (job.attempt < 4) throw new RetryAfter(job.attempt < 3 ? 0 : 3_600, "The server asks to wait.");
		return { attempt: job.attempt };
	}, 1);
	const jobs = await engine([count]);
	await jobs.start();
	const request = { ownerId: owner, input: { n: 1 }, dedupeKey: "one" };
	const { id } = await jobs.enqueue(count, request);
	const waiting = async (): Promise<boolean> => {
		const rows = await database.query("select 1 from jobs where state = 'queued' and attempt = 3", []);
		return rows.length > 0;
	};
	while (!(await waiting())) await new Promise((resolve) => setTimeout(resolve, 20));
	expect(await jobs.get(owner, id)).toMatchObject({ state: "queued", error: "The server asks to wait." });
	expect(await jobs.enqueue(count, request)).toMatchObject({ id, state: "queued" });
	expect((await jobs.enqueue(count, { ...request, runNow: true })).id).toBe(id);
	await jobs.drain();
	expect(await jobs.get(owner, id)).toMatchObject({ state: "done", result: { attempt: 4 } });
});
