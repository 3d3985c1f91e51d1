import { z } from "zod";
import { requireProgress } from "../../progress.ts";
import type { JobsContext } from "../jobs/jobs.ts";
import { type JobDescription, type JobKind, RetryAfter } from "../jobs/jobs.ts";
import { nextTime } from "./cron.ts";
import { deleteSchedules, lockDue, type Schedule, setNextRun } from "./store.ts";
import type { ScheduledTask } from "./task.ts";

/** Schedules started per transaction. */
const AT_ONCE = 100;
/** Delay when a process of another version claimed the job. */
const UNKNOWN_SECONDS = 30;
const DAY_MS = 24 * 3_600_000;

const input = z.object({ task: z.string(), key: z.string(), input: z.unknown(), dueAt: z.iso.datetime() });
type Input = z.infer<typeof input>;

/** Runs a scheduled task. */
export const runScheduled: JobDescription<Input> = {
	name: "scheduled-task",
	input,
	unit: "runs",
	concurrency: 4,
	attempts: 5,
};

/** The job of `runScheduled` for these tasks. */
export function createScheduleJob<Ctx extends JobsContext>(tasks: readonly ScheduledTask<Ctx>[]): JobKind<Input, Ctx> {
	const byName = new Map(tasks.map((task) => [task.name, task]));
	if (byName.size < tasks.length) throw new Error("Two scheduled tasks have the same name");
	return {
		...runScheduled,
		async run(ctx, { ownerId, signal, input: { task: name, key, dueAt, ...rest } }) {
			const task = byName.get(name);
			if (task === undefined) throw new RetryAfter(UNKNOWN_SECONDS, "This server does not know the scheduled task.");
			await task.run(ctx, { ownerId, key, input: task.input.parse(rest.input), dueAt: new Date(dueAt), signal });
			return {};
		},
	};
}

/**
 * Starts what is due, once over all processes: the row is locked, and the job is enqueued in the transaction that
 * writes the next time. Times missed during downtime are started once.
 * @param tasks names of the tasks that this process knows
 * @returns how many were started
 */
export async function startDue(
	ctx: Pick<JobsContext, "database" | "jobs" | "now" | "log">,
	tasks: readonly string[],
): Promise<number> {
	const progress = requireProgress("Starting scheduled tasks");
	for (let started = 0; ; ) {
		const due = await ctx.database.transaction(async () => {
			const now = new Date(ctx.now());
			const schedules = await lockDue(ctx.database, { tasks, now, limit: AT_ONCE });
			for (const schedule of schedules) {
				await ctx.jobs.enqueue(runScheduled, jobOf(schedule));
				if (schedule.cron === null) await deleteSchedules(ctx.database, { ...schedule, keys: [schedule.key] });
				else await setNextRun(ctx.database, schedule, { next: nextOf(ctx, schedule, schedule.cron, now), last: now });
			}
			return schedules;
		});
		started += due.length;
		if (due.length < AT_ONCE) return started;
		progress(
			due.map(({ ownerId, task, key, nextRunAt }) => [ownerId, task, key, nextRunAt.getTime()].join(" ")).join(),
		);
	}
}

/** It was valid when it was stored; a time zone may have been removed since. */
function nextOf(ctx: Pick<JobsContext, "log">, { task, ownerId, timeZone }: Schedule, cron: string, now: Date): Date {
	try {
		return nextTime({ cron, timeZone }, now);
	} catch (cause) {
		ctx.log.error({ event: "schedule.invalid", err: cause, task, owner: ownerId }, "A schedule has no next time");
		return new Date(now.getTime() + DAY_MS);
	}
}

function jobOf({ ownerId, task, key, cron, input: taskInput, nextRunAt }: Schedule) {
	const dueAt = nextRunAt.toISOString();
	return {
		ownerId,
		input: { task, key, input: taskInput, dueAt },
		// A recurring task does not overlap itself; a one-off that was scheduled again is another run.
		dedupeKey: cron === null ? `${task}/${key}/${dueAt}` : `${task}/${key}`,
		background: true,
	};
}
