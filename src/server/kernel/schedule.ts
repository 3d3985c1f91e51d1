/**
 * Tasks at a time: recurring in a time zone, or once. No run twice, missed ones caught up once.
 */

/** Schedules of an owner. */
export {
	cancelSchedule,
	cancelSchedules,
	type ScheduleKey,
	scheduleEachOnce,
	scheduleOnce,
	scheduleRecurring,
} from "../platform/schedule/schedule.ts";
/** What runs; and tasks of the server itself. */
export { recurring, type ScheduledRun, type ScheduledTask, SYSTEM_OWNER } from "../platform/schedule/task.ts";
