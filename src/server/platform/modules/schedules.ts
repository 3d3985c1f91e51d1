import { startPolling } from "#shared/poll.ts";
import type { PlatformContext } from "../context/context.ts";
import { nextTime } from "../schedule/cron.ts";
import { createScheduleJob, startDue } from "../schedule/start-due.ts";
import { declareSchedule, deleteAbandoned, nextDue } from "../schedule/store.ts";
import { type ScheduledTask, SYSTEM_OWNER } from "../schedule/task.ts";
import type { ServerModule } from "./module.ts";

/** Longest time between two polls, for schedules that other processes create. */
const POLL_MS = 5_000;
/** After a time was due, and between polls that fail. */
const MIN_MS = 200;
/** The server's schedules that no process has run for this long belong to removed tasks. */
const ABANDONED_MS = 14 * 24 * 3_600_000;

/** Runs the scheduled tasks of modules. */
export function createScheduleModule<Ctx extends PlatformContext>(
	modules: readonly ServerModule<Ctx>[],
): ServerModule<Ctx> {
	const tasks = modules.flatMap((module) => module.schedules ?? []);
	return {
		name: "schedule",
		routes: () => [],
		jobs: [createScheduleJob(tasks)],
		start: (ctx) => declareSchedules(ctx, tasks),
		background: (ctx) => pollDue(ctx, tasks),
		maintain: ({ database, now }) => deleteAbandoned(database, new Date(now() - ABANDONED_MS)),
	};
}

/** Stores the schedules that modules declare. */
export async function declareSchedules<Ctx>(
	{ database, now }: Pick<PlatformContext, "database" | "now">,
	tasks: readonly ScheduledTask<Ctx>[],
): Promise<void> {
	for (const { name: task, cron } of tasks) {
		if (cron === undefined) continue;
		const nextRunAt = nextTime({ cron, timeZone: "UTC" }, new Date(now()));
		await declareSchedule(database, {
			ownerId: SYSTEM_OWNER,
			task,
			key: "",
			cron,
			timeZone: "UTC",
			input: null,
			nextRunAt,
		});
	}
}

/** Starts scheduled tasks when they are due. @returns stops it */
export function pollDue<Ctx>(
	ctx: Pick<PlatformContext, "database" | "jobs" | "now" | "log">,
	tasks: readonly ScheduledTask<Ctx>[],
): () => Promise<void> {
	const names = tasks.map((task) => task.name);
	return startPolling(async () => {
		try {
			await startDue(ctx, names);
			const next = await nextDue(ctx.database, names);
			if (next !== null) return Math.min(Math.max(next.getTime() - ctx.now(), MIN_MS), POLL_MS);
		} catch (cause) {
			ctx.log.error(
				{ event: "schedule.failed", err: cause },
				"Scheduled tasks could not be started; the next poll retries",
			);
		}
		return POLL_MS;
	}, MIN_MS);
}
