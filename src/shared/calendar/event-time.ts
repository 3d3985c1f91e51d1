import type { ContentLine } from "../mail/content-lines.ts";
import { type Component, lineOf } from "./components.ts";

/** When an event starts or ends. */
export interface EventTime {
	/** ISO 8601; of a whole day its date at 00:00 UTC. */
	at: string;
	isDate: boolean;
	/** In no time zone: the same hour wherever one is. `at` is as if it were UTC. */
	isFloating: boolean;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const FIRST_MS = Date.parse("0000-01-01T00:00:00.000Z");
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");
const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** A date or time (RFC 5545 §3.3.4, §3.3.5) with the calendar's time zones; null: it is malformed. */
export function readEventTime(line: ContentLine | undefined, zones: readonly Component[]): EventTime | null {
	const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(line?.value.trim() ?? "");
	if (line === undefined || found === null) return null;
	const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = found
		.slice(1, 7)
		.map((part) => Number(part ?? 0));
	const local = Date.UTC(year, month - 1, day, hour, minute, second);
	const isDate = found[4] === undefined;
	const zone = line.params.get("TZID");
	if (isDate || found[7] === "Z" || zone === undefined)
		return eventTimeAt(local, { isDate, isFloating: !isDate && found[7] !== "Z" });
	const offset = offsetOf(local, zone, zones);
	if (offset === null) return eventTimeAt(local, { isDate, isFloating: true });
	return eventTimeAt(local - offset * MINUTE_MS, { isDate, isFloating: false });
}

/** @param ms since the epoch @returns null: before the year 0 or after 9999, which ISO 8601 and other programs cannot say */
export function eventTimeAt(ms: number, kind: Pick<EventTime, "isDate" | "isFloating">): EventTime | null {
	return ms >= FIRST_MS && ms <= LAST_MS ? { at: new Date(ms).toISOString(), ...kind } : null;
}

/** Minutes that a zone is ahead of UTC at a local time; null: the zone is unknown. */
function offsetOf(local: number, zone: string, zones: readonly Component[]): number | null {
	const defined = zones.find((one) => lineOf(one, "TZID")?.value === zone);
	return (defined && definedOffset(local, defined)) ?? namedOffset(local, zone);
}

/** By the observances of a VTIMEZONE (§3.6.5): the one that began last counts. */
function definedOffset(local: number, zone: Component): number | null {
	let last = Number.NEGATIVE_INFINITY;
	let offset: number | null = null;
	for (const observance of zone.inner) {
		const to = offsetMinutes(lineOf(observance, "TZOFFSETTO")?.value ?? "");
		if (to === null) continue;
		const onset = lastOnset(observance, local) ?? Number.NEGATIVE_INFINITY;
		if (offset !== null && onset <= last) continue;
		last = onset;
		offset = to;
	}
	return offset;
}

/** When an observance last began before a local time; null: it had not yet. */
function lastOnset(observance: Component, local: number): number | null {
	const start = readEventTime(lineOf(observance, "DTSTART"), []);
	if (start === null) return null;
	const first = Date.parse(start.at);
	if (first > local) return null;
	const rule = new Map(
		(lineOf(observance, "RRULE")?.value ?? "").split(";").map((part) => part.split("=", 2) as [string, string]),
	);
	const month = Number(rule.get("BYMONTH"));
	const day = /^(-?\d)([A-Z]{2})$/.exec(rule.get("BYDAY") ?? "");
	if (rule.get("FREQ") !== "YEARLY" || day === null || !(month >= 1 && month <= 12)) return first;
	const year = new Date(local).getUTCFullYear();
	// Outlook's rules begin in 1601, and the remainder of a negative number is negative.
	const time = ((first % DAY_MS) + DAY_MS) % DAY_MS;
	for (const candidate of [year, year - 1]) {
		const onset = weekdayOf(candidate, month, Number(day[1]), WEEKDAYS.indexOf(day[2] ?? "")) + time;
		if (onset <= local && onset >= first) return onset;
	}
	return first;
}

/** The nth weekday of a month at 00:00 UTC; negative: from its end. */
function weekdayOf(year: number, month: number, nth: number, weekday: number): number {
	if (nth > 0) {
		const shift = (weekday - new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 7) % 7;
		return Date.UTC(year, month - 1, 1 + shift + (nth - 1) * 7);
	}
	const shift = (new Date(Date.UTC(year, month, 0)).getUTCDay() - weekday + 7) % 7;
	return Date.UTC(year, month, -shift + (nth + 1) * 7);
}

function offsetMinutes(value: string): number | null {
	const found = /^([+-])(\d\d)(\d\d)/.exec(value);
	if (found === null) return null;
	return (found[1] === "-" ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3]));
}

/** By the time zone database. */
function namedOffset(local: number, zone: string): number | null {
	try {
		const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
		const at = (moment: number): number => {
			const name = format.formatToParts(moment).find(({ type }) => type === "timeZoneName")?.value ?? "";
			const found = /([+-])(\d\d):(\d\d)/.exec(name);
			return found === null ? 0 : (found[1] === "-" ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3]));
		};
		// The offset at the moment that the local time would be with the offset around it.
		return at(local - at(local) * MINUTE_MS);
	} catch {
		return null;
	}
}
