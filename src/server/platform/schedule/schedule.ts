import type { JobsContext } from "../jobs/jobs.ts";
import { type CronTime, nextTime } from "./cron.ts";
import { deleteSchedules, saveSchedules } from "./store.ts";
import type { ScheduledTask } from "./task.ts";

type ScheduleContext = Pick<JobsContext, "database" | "now">;

/** Identifies a schedule. A second one with the same owner, task and key replaces the first. */
export interface ScheduleKey {
	ownerId: string;
	key?: string;
}

/** Runs a task once, at or soon after a time; a time in the past means now. */
export function scheduleOnce<Input>(
	ctx: ScheduleContext,
	task: Pick<ScheduledTask<never, Input>, "name" | "input">,
	request: ScheduleKey & { input: Input; runAt: Date },
): Promise<void> {
	const { ownerId, key = "", input, runAt } = request;
	return scheduleEachOnce(ctx, task, { ownerId, runs: [{ key, input, runAt }] });
}

/** The same for many keys, in one statement. */
export async function scheduleEachOnce<Input>(
	{ database }: ScheduleContext,
	task: Pick<ScheduledTask<never, Input>, "name" | "input">,
	{ ownerId, runs }: { ownerId: string; runs: readonly { key: string; input: Input; runAt: Date }[] },
): Promise<void> {
	const schedules = runs.map(({ key, input, runAt }) => ({
		...{ ownerId, task: task.name, key, cron: null, timeZone: "UTC" },
		...{ input: task.input.parse(input), nextRunAt: runAt },
	}));
	await saveSchedules(database, schedules);
}

/**
 * Runs a task at recurring local times of a time zone.
 * @throws AppError 400 `invalid-schedule`
 */
export async function scheduleRecurring<Input>(
	{ database, now }: ScheduleContext,
	task: Pick<ScheduledTask<never, Input>, "name" | "input">,
	request: ScheduleKey & CronTime & { input: Input },
): Promise<void> {
	const { ownerId, key = "", cron, timeZone } = request;
	const nextRunAt = nextTime(request, new Date(now()));
	const input = task.input.parse(request.input);
	await saveSchedules(database, [{ ownerId, task: task.name, key, cron, timeZone, input, nextRunAt }]);
}

/** Deletes a schedule; a run that has started continues. @returns whether there was one */
export async function cancelSchedule(
	ctx: ScheduleContext,
	task: Pick<ScheduledTask<never>, "name">,
	{ ownerId, key = "" }: ScheduleKey,
): Promise<boolean> {
	return (await cancelSchedules(ctx, task, { ownerId, keys: [key] })) > 0;
}

/** The same for many keys, in one statement. @returns how many there were */
export function cancelSchedules(
	{ database }: ScheduleContext,
	task: Pick<ScheduledTask<never>, "name">,
	{ ownerId, keys }: { ownerId: string; keys: readonly string[] },
): Promise<number> {
	return deleteSchedules(database, { ownerId, task: task.name, keys });
}
