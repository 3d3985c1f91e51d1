/** Times for the demo mailbox: office hours, weekends, and dates in mail formats. */

import type { Prng } from "./prng.ts";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** The owner's UTC offset in minutes; constant all year, so that office hours do not shift. */
const HOME_OFFSET = 60;

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
export const MONTHS = "January February March April May June July August September October November December".split(
	" ",
);

/** Its UTC fields are those of a clock `offset` minutes east of UTC. @param at epoch milliseconds */
export const clock = (at: number, offset = HOME_OFFSET): Date => new Date(at + offset * 60_000);

export const two = (value: number): string => String(value).padStart(2, "0");

/** `Tue, 03 Mar 2026 10:14:05 +0100` (RFC 5322 §3.3). */
export function mailDate(at: number, offset = HOME_OFFSET): string {
	const minutes = Math.abs(offset);
	const zone = `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
	return clock(at, offset).toUTCString().replace("GMT", zone);
}

/** `20260303T091405Z` (RFC 5545 §3.3.5). */
export const calendarDate = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, "");

/** The start of the day, on that clock, `days` days before `at`. */
export function dayStart(at: number, days = 0, offset = HOME_OFFSET): number {
	return (Math.floor((at + offset * 60_000) / DAY) - days) * DAY - offset * 60_000;
}

/** A moment `days` days before `now`, between two hours of the day, never later than `now`. */
export function moment(now: number, days: number, [from, to]: readonly [number, number], random: Prng): number {
	const at = dayStart(now, days) + Math.floor((from + random.next() * (to - from)) * HOUR);
	return at <= now ? at : at - DAY;
}

/** Without milliseconds, which mail dates do not have. */
export const wholeSeconds = (at: number): number => Math.floor(at / 1000) * 1000;

const isWeekend = (at: number, offset?: number): boolean => clock(at, offset).getUTCDay() % 6 === 0;

/** The next moment from `at` on within office hours at `offset`. */
export function officeHours(at: number, random: Prng, offset = HOME_OFFSET): number {
	const hour = clock(at, offset).getUTCHours();
	const isLate = hour >= 18 && !random.chance(0.12);
	const today = dayStart(at, 0, offset);
	let day = isLate ? today + DAY : today;
	while (isWeekend(day, offset)) day += DAY;
	const isOpen = day === today && hour >= 8;
	return isOpen ? at : day + Math.floor((8.2 + random.next() * 3.5) * HOUR);
}

/** For a moment on a weekend, the same hour on the Friday before: for senders who write only on weekdays. */
export const workday = (at: number): number => (isWeekend(at) ? workday(at - DAY) : at);

/** For a moment on a weekend, the same hour on the Monday after. */
export const onWeekday = (at: number): number => (isWeekend(at) ? onWeekday(at + DAY) : at);

/**
 * Formats a date slot: `wd+3` (Thursday 14 March), `w+3` (Thursday), `d+3` (14 March), `dot+3` (14.3.), `sl+3` (14/3),
 * `m-1` (February), `y+0`.
 */
export function dateSlot(unit: string, shift: number, at: number): string {
	const today = clock(at);
	if (unit === "m") return MONTHS[(today.getUTCMonth() + shift + 12) % 12] as string;
	if (unit === "y") return String(today.getUTCFullYear() + shift);
	const date = clock(onWeekday(at + shift * DAY));
	const number = date.getUTCMonth();
	if (unit === "dot") return `${date.getUTCDate()}.${number + 1}.`;
	if (unit === "sl") return `${date.getUTCDate()}/${number + 1}`;
	const weekday = WEEKDAYS[date.getUTCDay()] as string;
	const day = `${date.getUTCDate()} ${MONTHS[number]}`;
	return unit === "wd" ? `${weekday} ${day}` : unit === "w" ? weekday : day;
}
