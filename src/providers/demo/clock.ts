/** Times for the demo mailbox: office hours, weekends, and dates in mail formats. */

import type { Prng } from "./prng.ts";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** The owner's UTC offset in minutes; constant all year, so that office hours do not shift. */
const HOME_OFFSET = 60;

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
export const MONTHS = [
	"January",
	"February",
	"March",
	"April",
	"May",
	"June",
	"July",
	"August",
	"September",
	"October",
	"November",
	"December",
];

const two = (value: number): string => String(value).padStart(2, "0");

/** The calendar fields of a moment (epoch milliseconds) at `offset` minutes east of UTC. */
export function fields(at: number, offset = HOME_OFFSET) {
	const local = new Date(at + offset * 60_000);
	return {
		year: local.getUTCFullYear(),
		month: local.getUTCMonth(),
		day: local.getUTCDate(),
		weekday: local.getUTCDay(),
		hour: local.getUTCHours(),
		minute: local.getUTCMinutes(),
		second: local.getUTCSeconds(),
	};
}

/** `Tue, 03 Mar 2026 10:14:05 +0100` (RFC 5322 §3.3). */
export function mailDate(at: number, offset = HOME_OFFSET): string {
	const f = fields(at, offset);
	const zone = `${offset < 0 ? "-" : "+"}${two(Math.floor(Math.abs(offset) / 60))}${two(Math.abs(offset) % 60)}`;
	const weekday = WEEKDAYS[f.weekday]?.slice(0, 3);
	const month = MONTHS[f.month]?.slice(0, 3);
	return `${weekday}, ${two(f.day)} ${month} ${f.year} ${two(f.hour)}:${two(f.minute)}:${two(f.second)} ${zone}`;
}

/** `20260303T091405Z` (RFC 5545 §3.3.5). */
export function calendarDate(at: number): string {
	return `${new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, "")}`;
}

/** The start of the day (in the owner's time zone) `days` days before `now`. */
export function dayStart(now: number, days: number): number {
	const shifted = now + HOME_OFFSET * 60_000;
	return shifted - (((shifted % DAY) + DAY) % DAY) - days * DAY - HOME_OFFSET * 60_000;
}

/** A moment `days` days before `now`, between two hours of the day, never later than `now`. */
export function moment(now: number, days: number, hours: readonly [number, number], random: Prng): number {
	const at = dayStart(now, days) + Math.floor((hours[0] + random.next() * (hours[1] - hours[0])) * HOUR);
	return at <= now ? at : at - DAY;
}

/** The next moment from `at` on within office hours at `offset`. */
export function officeHours(at: number, random: Prng, offset = HOME_OFFSET): number {
	const f = fields(at, offset);
	const late = f.hour >= 18 && !random.chance(0.12);
	const early = f.hour < 8;
	const start = at + offset * 60_000;
	const midnight = start - (((start % DAY) + DAY) % DAY) - offset * 60_000;
	let day = midnight + (late ? DAY : 0);
	let moved = late || early;
	while ([0, 6].includes(fields(day + 12 * HOUR, offset).weekday)) {
		day += DAY;
		moved = true;
	}
	return moved ? day + Math.floor((8.2 + random.next() * 3.5) * HOUR) : at;
}

/** For a moment on a weekend, the same hour on the Friday before: for senders who write only on weekdays. */
export function workday(at: number): number {
	const weekday = fields(at).weekday;
	return at - (weekday === 6 ? 1 : weekday === 0 ? 2 : 0) * DAY;
}

/** For a moment on a weekend, the same hour on the Monday after. */
export const onWeekday = (at: number): number => {
	const weekday = fields(at).weekday;
	return at + (weekday === 6 ? 2 : weekday === 0 ? 1 : 0) * DAY;
};

/**
 * Formats a date slot: `wd+3` (Thursday 14 March), `w+3` (Thursday), `d+3` (14 March), `dot+3` (14.3.), `sl+3` (14/3),
 * `m-1` (February), `y+0`.
 */
export function dateSlot(unit: string, shift: number, at: number): string {
	if (unit === "m") return MONTHS[(((fields(at).month + shift) % 12) + 12) % 12] as string;
	if (unit === "y") return String(fields(at).year + shift);
	const f = fields(onWeekday(at + shift * DAY));
	if (unit === "dot") return `${f.day}.${f.month + 1}.`;
	if (unit === "sl") return `${f.day}/${f.month + 1}`;
	const day = `${f.day} ${MONTHS[f.month]}`;
	const weekday = WEEKDAYS[f.weekday] as string;
	return unit === "wd" ? `${weekday} ${day}` : unit === "w" ? weekday : day;
}
