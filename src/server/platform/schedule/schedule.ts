import type { Queryable } from "../../db/database.ts";
import type { JobsContext } from "../jobs/jobs.ts";
import { type CronTime, nextTime } from "./cron.ts";
import { deleteSchedule, saveSchedule } from "./store.ts";
import type { ScheduledTask } from "./task.ts";

type ScheduleContext = Pick<JobsContext, "database" | "now">;

/** Identifies a schedule. A second one with the same owner, task and key replaces the first. */
export interface ScheduleKey {
	ownerId: string;
	key?: string;
}

/**
 * Runs a task once, at or soon after a time; a time in the past means now.
 * @param tx the schedule exists exactly when this transaction commits
 */
export async function scheduleOnce<Input>(
	{ database }: ScheduleContext,
	task: Pick<ScheduledTask<never, Input>, "name" | "input">,
	request: ScheduleKey & { input: Input; runAt: Date },
	tx?: Queryable,
): Promise<void> {
	const { ownerId, key = "", runAt } = request;
	const input = task.input.parse(request.input);
	await saveSchedule(
		database,
		{ ownerId, task: task.name, key, cron: null, timeZone: "UTC", input, nextRunAt: runAt },
		tx,
	);
}

/**
 * Runs a task at recurring local times of a time zone.
 * @throws AppError 400 `invalid-schedule`
 */
export async function scheduleRecurring<Input>(
	{ database, now }: ScheduleContext,
	task: Pick<ScheduledTask<never, Input>, "name" | "input">,
	request: ScheduleKey & CronTime & { input: Input },
	tx?: Queryable,
): Promise<void> {
	const { ownerId, key = "", cron, timeZone } = request;
	const nextRunAt = nextTime(request, new Date(now()));
	const input = task.input.parse(request.input);
	await saveSchedule(database, { ownerId, task: task.name, key, cron, timeZone, input, nextRunAt }, tx);
}

/** Deletes a schedule; a run that has started continues. @returns whether there was one */
export function cancelSchedule(
	{ database }: ScheduleContext,
	task: Pick<ScheduledTask<never>, "name">,
	{ ownerId, key = "" }: ScheduleKey,
	tx?: Queryable,
): Promise<boolean> {
	return deleteSchedule(database, { ownerId, task: task.name, key }, tx);
}
