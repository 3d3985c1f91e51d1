import { Cron } from "croner";
import { badRequest } from "../../errors.ts";

/** A recurring time: five fields, minute to day of week, in a time zone (IANA name). */
export interface CronTime {
	cron: string;
	timeZone: string;
}

/**
 * The first time after `after`. A local time that is skipped when clocks go forward runs once, later that day; one that
 * occurs twice runs once.
 * @throws AppError 400 `invalid-schedule` for an expression or time zone that is unknown, or has no next time
 */
export function nextTime({ cron, timeZone }: CronTime, after: Date): Date {
	let next: Date | null;
	try {
		next = new Cron(cron, { timezone: timeZone, paused: true, mode: "5-part" }).nextRun(after);
	} catch (cause) {
		throw badRequest("invalid-schedule", `The schedule is invalid: ${cause instanceof Error ? cause.message : cron}`);
	}
	if (next === null) throw badRequest("invalid-schedule", "The schedule has no next time.");
	return next;
}
