/** When campaign messages may be sent: days and hours in the campaign's time zone. Times are epoch milliseconds. */

export interface SendingWindow {
	timeZone: string;
	/** 0: Sunday. */
	sendDays: readonly number[];
	/** Minutes after local midnight; `sendUntil` is later. */
	sendFrom: number;
	sendUntil: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Saturday and Sunday. */
const WEEKEND = [6, 0];

/** Whether it is a time zone that this system knows. */
export function isTimeZone(zone: string): boolean {
	try {
		new Intl.DateTimeFormat("en-US", { timeZone: zone });
		return true;
	} catch {
		return false;
	}
}

/** The first moment from `at` on that is within the window. */
export function nextInWindow(at: number, window: SendingWindow): number {
	const { timeZone, sendDays, sendFrom, sendUntil } = window;
	const local = at + offsetAt(timeZone, at);
	const today = Math.floor(local / DAY_MS);
	for (let day = today; day <= today + 7; day++) {
		if (!sendDays.includes(weekday(day))) continue;
		const opens = toUtc(timeZone, day * DAY_MS + sendFrom * MINUTE_MS);
		const closes = toUtc(timeZone, day * DAY_MS + sendUntil * MINUTE_MS);
		if (at < closes) return Math.max(at, opens);
	}
	throw new Error("The sending window has no days");
}

/** Start and end of the local day. */
export function localDay(at: number, timeZone: string): { start: number; end: number } {
	const day = Math.floor((at + offsetAt(timeZone, at)) / DAY_MS);
	return { start: toUtc(timeZone, day * DAY_MS), end: toUtc(timeZone, (day + 1) * DAY_MS) };
}

/** The local date, such as "2026-11-20". */
export function localDate(at: number, timeZone: string): string {
	return new Date(at + offsetAt(timeZone, at)).toISOString().slice(0, 10);
}

/** The same local time so many working days (Monday to Friday) later. */
export function addWorkingDays(at: number, days: number, timeZone: string): number {
	const local = at + offsetAt(timeZone, at);
	let day = Math.floor(local / DAY_MS);
	for (let left = days; left > 0; ) {
		day++;
		if (!WEEKEND.includes(weekday(day))) left--;
	}
	return toUtc(timeZone, day * DAY_MS + (local - Math.floor(local / DAY_MS) * DAY_MS));
}

/** @param day days since 1970-01-01, a Thursday */
function weekday(day: number): number {
	return (((day + 4) % 7) + 7) % 7;
}

/** The moment of a local time. A time that is skipped in spring is the one an hour later. */
function toUtc(timeZone: string, local: number): number {
	const guess = local - offsetAt(timeZone, local);
	const moment = local - offsetAt(timeZone, guess);
	// West of Greenwich the offset of the guess is already that of summer.
	return moment + offsetAt(timeZone, moment) === local ? moment : Math.max(guess, moment);
}

/** Clocks change at quarters of an hour. */
const QUARTER_MS = 15 * MINUTE_MS;
/** Offsets kept by zone: a forecast asks for the same ones again and again, and `Intl` is slow. */
const MAX_OFFSETS = 5_000;
const MAX_ZONES = 50;
const offsets = new Map<string, Map<number, number>>();

/** Offset of the zone from UTC, in milliseconds. */
function offsetAt(timeZone: string, at: number): number {
	if (timeZone === "UTC") return 0;
	const quarter = Math.floor(at / QUARTER_MS);
	let ofZone = offsets.get(timeZone);
	const kept = ofZone?.get(quarter);
	if (kept !== undefined) return kept;
	if (ofZone === undefined || ofZone.size >= MAX_OFFSETS) {
		if (offsets.size >= MAX_ZONES) offsets.clear();
		ofZone = new Map();
		offsets.set(timeZone, ofZone);
	}
	const offset = readOffset(timeZone, quarter * QUARTER_MS);
	ofZone.set(quarter, offset);
	return offset;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function readOffset(timeZone: string, at: number): number {
	let format = formats.get(timeZone);
	if (format === undefined) {
		format = new Intl.DateTimeFormat("en-US", {
			...{ timeZone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric" },
			...{ hour: "numeric", minute: "numeric", second: "numeric" },
		});
		formats.set(timeZone, format);
	}
	const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
	const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
	return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}
