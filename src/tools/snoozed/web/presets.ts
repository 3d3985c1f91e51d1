import { daysUntil, localTime } from "#web/lib/time/local-time.ts";
import type { TimeChoice } from "#web/lib/time/time-dialog.tsx";
import { t } from "./text.ts";

const MORNING = 8;
const EVENING = 18;
/** From this hour on, "later today" would be too soon. */
const LATE = 17;
const SATURDAY = 6;
const MONDAY = 1;

/** Times that a snooze offers, each once. @param now local times are those of this browser */
export function snoozeChoices(now: Date): TimeChoice[] {
	const weekday = now.getDay();
	const isWeekend = weekday === 0 || weekday === SATURDAY;
	const toSaturday = daysUntil(now, SATURDAY);
	const choices: TimeChoice[] = [];
	const add = (label: string, at: Date) => {
		if (!choices.some((one) => one.at.getTime() === at.getTime())) choices.push({ label, at });
	};
	if (now.getHours() < LATE) add(t.presets.laterToday, localTime(now, 0, EVENING));
	add(t.presets.tomorrow, localTime(now, 1, MORNING));
	if (!isWeekend && toSaturday > 2) add(t.presets.laterThisWeek, localTime(now, 2, MORNING));
	if (!isWeekend) add(t.presets.thisWeekend, localTime(now, toSaturday, MORNING));
	add(t.presets.nextWeek, localTime(now, daysUntil(now, MONDAY), MORNING));
	return choices;
}

/**
 * Times that a reminder of an action item offers: first the morning of the day it is due, where that is ahead.
 * @param due `2026-03-05`; null: no date is named
 */
export function taskChoices(now: Date, due: string | null): TimeChoice[] {
	const choices = snoozeChoices(now);
	const at = due === null ? null : new Date(`${due}T0${MORNING}:00:00`);
	if (at === null || at.getTime() <= now.getTime()) return choices;
	const others = choices.filter((one) => one.at.getTime() !== at.getTime());
	return [{ label: t.presets.dueDate, at }, ...others];
}

/** Times that a reminder of a sent message offers. */
export function reminderChoices(now: Date): TimeChoice[] {
	return [
		{ label: t.presets.tomorrow, at: localTime(now, 1, MORNING) },
		{ label: t.presets.inDays(3), at: localTime(now, 3, MORNING) },
		{ label: t.presets.inOneWeek, at: localTime(now, 7, MORNING) },
		{ label: t.presets.inTwoWeeks, at: localTime(now, 14, MORNING) },
	];
}
