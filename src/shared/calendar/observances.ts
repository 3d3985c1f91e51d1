import { type Component, lineOf } from "./components.ts";

/** When the observances of a VTIMEZONE begin (RFC 5545 §3.6.5), by every part of a rule that names days. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const LOCAL = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z?))?$/i;
/** Years that are looked through backwards: an interval, or a day that few years have. */
const MAX_YEARS_BACK = 30;
/** Years through which occurrences are counted. */
const MAX_COUNTED_YEARS = 200;
const MAX_DATES = 1_000;

interface Rule {
	parts: Map<string, string>;
	first: number;
	/** The last onset, as local time; infinite without an end. */
	until: number;
}

/** When an observance last began before a local time; null: it had not yet. Local times are milliseconds as if of UTC. */
export function lastOnset(observance: Component, local: number, fromMinutes: number): number | null {
	const first = localTime(lineOf(observance, "DTSTART")?.value ?? "", fromMinutes);
	if (first === null) return null;
	const onsets = [first];
	for (const { name, value } of observance.lines) {
		if (name === "RDATE") {
			const dates = value.split(",", MAX_DATES);
			// A period begins with its start.
			for (const date of dates) onsets.push(localTime(date.split("/", 1)[0] ?? "", fromMinutes) ?? first);
		}
		if (name === "RRULE") onsets.push(lastOf(ruleOf(value, first, fromMinutes), local) ?? first);
	}
	const past = onsets.filter((onset) => onset <= local);
	return past.length === 0 ? null : Math.max(...past);
}

function localTime(value: string, fromMinutes: number): number | null {
	const found = LOCAL.exec(value.trim());
	if (found === null) return null;
	const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = found
		.slice(1, 7)
		.map((part) => Number(part ?? 0));
	const time = Date.UTC(year, month - 1, day, hour, minute, second);
	return found[7] === undefined || found[7] === "" ? time : time + fromMinutes * MINUTE_MS;
}

function ruleOf(value: string, first: number, fromMinutes: number): Rule {
	const parts = new Map(
		value
			.toUpperCase()
			.split(";")
			.map((part) => part.trim().split("=", 2) as [string, string]),
	);
	const until = parts.get("UNTIL");
	const end = until === undefined ? null : localTime(until, fromMinutes);
	// A date without a time is the whole day.
	const last = end === null ? Number.POSITIVE_INFINITY : until?.includes("T") ? end : end + DAY_MS - 1;
	return { parts, first, until: last };
}

/** The last onset of a rule that is not after a local time. */
function lastOf(rule: Rule, local: number): number | null {
	const limit = Math.min(local, rule.until);
	const counted = Number(rule.parts.get("COUNT"));
	if (counted > 0) return lastCounted(rule, limit, counted);
	const year = new Date(limit).getUTCFullYear();
	const start = new Date(rule.first).getUTCFullYear();
	for (let at = year; at >= Math.max(start, year - MAX_YEARS_BACK); at--) {
		const last = onsetsIn(rule, at).findLast((onset) => onset <= limit);
		if (last !== undefined) return last;
	}
	return null;
}

function lastCounted(rule: Rule, limit: number, count: number): number | null {
	const start = new Date(rule.first).getUTCFullYear();
	let left = count;
	let last: number | null = null;
	for (let year = start; year < start + MAX_COUNTED_YEARS && left > 0; year++) {
		for (const onset of onsetsIn(rule, year)) {
			if (left-- <= 0 || onset > limit) return last;
			last = onset;
		}
	}
	return last;
}

/** The onsets in a year, in order. */
function onsetsIn({ parts, first }: Rule, year: number): number[] {
	const start = new Date(first);
	const interval = Math.max(1, Number(parts.get("INTERVAL") ?? 1) || 1);
	if (parts.get("FREQ") === "YEARLY" && (year - start.getUTCFullYear()) % interval !== 0) return [];
	// Outlook's rules begin in 1601, and the remainder of a negative number is negative.
	const time = ((first % DAY_MS) + DAY_MS) % DAY_MS;
	const days: number[] = [];
	for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += DAY_MS) {
		if (isNamed(new Date(day), parts, start)) days.push(day);
	}
	return atPositions(days, parts)
		.map((day) => day + time)
		.filter((onset) => onset >= first);
}

/** BYSETPOS: of the days of a year, or of a month in a monthly rule or one for a single month. */
function atPositions(days: number[], parts: Rule["parts"]): number[] {
	const positions = numbersOf(parts, "BYSETPOS");
	if (positions === null) return days;
	const groups = new Map<number, number[]>();
	for (const day of days) {
		const key = parts.get("FREQ") === "MONTHLY" ? new Date(day).getUTCMonth() : 0;
		groups.set(key, [...(groups.get(key) ?? []), day]);
	}
	return [...groups.values()].flatMap((group) =>
		group.filter((_, i) => positions.includes(i + 1) || positions.includes(i - group.length)),
	);
}

/** Whether a rule names a day. What it does not say is as of its start. */
function isNamed(day: Date, parts: Rule["parts"], start: Date): boolean {
	const months = numbersOf(parts, "BYMONTH");
	const monthDays = numbersOf(parts, "BYMONTHDAY");
	const yearDays = numbersOf(parts, "BYYEARDAY");
	const weekdays = parts.get("BYDAY")?.split(",") ?? null;
	const isMonthly = months !== null || parts.get("FREQ") === "MONTHLY";
	const hasDay = monthDays !== null || yearDays !== null || weekdays !== null;
	const date = day.getUTCDate();
	const month = day.getUTCMonth();
	if (months !== null ? !months.includes(month + 1) : !hasDay && !isMonthly && month !== start.getUTCMonth())
		return false;
	const daysInMonth = new Date(Date.UTC(day.getUTCFullYear(), month + 1, 0)).getUTCDate();
	if (monthDays !== null && !monthDays.includes(date) && !monthDays.includes(date - daysInMonth - 1)) return false;
	const ofYear = (day.getTime() - Date.UTC(day.getUTCFullYear(), 0, 1)) / DAY_MS + 1;
	const daysInYear = (Date.UTC(day.getUTCFullYear() + 1, 0, 1) - Date.UTC(day.getUTCFullYear(), 0, 1)) / DAY_MS;
	if (yearDays !== null && !yearDays.includes(ofYear) && !yearDays.includes(ofYear - daysInYear - 1)) return false;
	const [at, length] = isMonthly ? [date, daysInMonth] : [ofYear, daysInYear];
	if (weekdays !== null && !weekdays.some((one) => isWeekday(one, { weekday: day.getUTCDay(), at, length })))
		return false;
	return hasDay || date === start.getUTCDate();
}

/** @param place.at number of the day in its month or year, from 1 */
function isWeekday(value: string, { weekday, at, length }: { weekday: number; at: number; length: number }): boolean {
	const found = /^\s*([+-]?\d{1,2})?([A-Z]{2})\s*$/.exec(value);
	if (found === null || WEEKDAYS.indexOf(found[2] ?? "") !== weekday) return false;
	const nth = Number(found[1] ?? 0);
	if (nth === 0) return true;
	return nth > 0 ? Math.ceil(at / 7) === nth : Math.ceil((length - at + 1) / 7) === -nth;
}

function numbersOf(parts: Rule["parts"], name: string): number[] | null {
	const numbers = (parts.get(name) ?? "")
		.split(",")
		.map(Number)
		.filter((number) => Number.isInteger(number) && number !== 0);
	return numbers.length === 0 ? null : numbers;
}
