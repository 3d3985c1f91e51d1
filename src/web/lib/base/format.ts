import { deviceStorage } from "./device-storage.ts";

/** Formatting of numbers and times, the same in the whole product. */

/** The texts are English, so numbers and dates are too; the variant (order of day and month) is the browser's. */
export const locale = navigator.language?.startsWith("en") ? navigator.language : "en";

const numbers = new Intl.NumberFormat(locale);
const compact = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const monthDay = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric" });
const monthDayYear = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", year: "numeric" });
const weekday = new Intl.DateTimeFormat(locale, { weekday: "short" });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: "always", style: "short" });

type Time = string | number | Date;

/** Time of day format: the browser locale's, or the user's choice. */
export type TimeFormat = "auto" | "12" | "24";

/** Stored in this browser. */
const timeFormatKey = "timeFormat";

export function timeFormat(): TimeFormat {
	const value = deviceStorage.getItem(timeFormatKey);
	return value === "12" || value === "24" ? value : "auto";
}

export function setTimeFormat(format: TimeFormat): void {
	if (format === "auto") deviceStorage.removeItem(timeFormatKey);
	else deviceStorage.setItem(timeFormatKey, format);
	({ clock, full } = clocks());
}

/** As the user chose it, for `Intl.DateTimeFormat`; undefined: as usual in the locale. */
export function hourCycle(): "h12" | "h23" | undefined {
	const format = timeFormat();
	return format === "auto" ? undefined : format === "12" ? "h12" : "h23";
}

/** Names of the 24 hours of a day: "9 AM", or "09". */
export function hourNames(): string[] {
	const format = new Intl.DateTimeFormat(locale, { hour: "numeric", hourCycle: hourCycle() });
	return Array.from({ length: 24 }, (_, hour) => format.format(new Date(2026, 0, 1, hour)));
}

function clocks() {
	const chosen = hourCycle();
	const cycle = chosen && { hourCycle: chosen };
	return {
		clock: new Intl.DateTimeFormat(locale, { timeStyle: "short", ...cycle }),
		full: new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short", ...cycle }),
	};
}

let { clock, full } = clocks();

/** 4218 → "4,218". */
export function formatNumber(value: number): string {
	return numbers.format(value);
}

/** "1 email", "4,218 emails". */
export function formatCount(value: number, one: string, many = `${one}s`): string {
	return `${numbers.format(value)} ${value === 1 ? one : many}`;
}

/** Bytes in decimal units, as mail providers count: 412345 → "412 kB". */
export function formatBytes(bytes: number): string {
	const units = ["B", "kB", "MB", "GB", "TB"];
	let value = bytes;
	let unit = 0;
	while (value >= 999.5 && unit < units.length - 1) {
		value /= 1000;
		unit++;
	}
	return `${unit === 0 || value >= 99.95 ? numbers.format(Math.round(value)) : compact.format(value)} ${units[unit]}`;
}

const GIB = 1024 ** 3;

/** Quotas use binary units: "15 GB" are 15 × 1024³ bytes. */
function isSoldInGib(bytes: number): boolean {
	return bytes >= GIB && Math.abs(bytes / GIB - Math.round(bytes / GIB)) < 0.0005;
}

/** A mailbox's quota, in binary units where it is sold so; other sizes in the usual format. */
export function formatQuota(bytes: number): string {
	return isSoldInGib(bytes) ? `${Math.round(bytes / GIB)} GB` : formatBytes(bytes);
}

/** Used storage in the quota's unit, so that the two can be compared. */
export function formatUsed(bytes: number, quota: number): string {
	return isSoldInGib(quota) && bytes >= GIB ? `${(bytes / GIB).toFixed(1)} GB` : formatBytes(bytes);
}

/** A share of 0 to 100, with a decimal below ten: "0.7%", "42%". */
export function formatPercent(percent: number): string {
	return `${percent < 9.95 ? compact.format(percent) : numbers.format(Math.round(percent))}%`;
}

/** Under 24 hours old the time of day, otherwise month and day, and the year if it differs from the current one. */
export function formatMailTime(time: Time, now = Date.now()): string {
	const date = new Date(time);
	const age = now - date.getTime();
	if (age < 24 * 3_600_000 && age > -3_600_000) return clock.format(date);
	return date.getFullYear() === new Date(now).getFullYear() ? monthDay.format(date) : monthDayYear.format(date);
}

/** Local calendar days between the two moments; 0: the same day. */
function daysBetween(earlier: Date, later: Date): number {
	const day = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
	return Math.round((day(later) - day(earlier)) / 86_400_000);
}

/** For lists: today's time of day, "Yesterday", the weekday within a week, then the date. */
export function formatListTime(time: Time, now = Date.now()): string {
	const date = new Date(time);
	const today = new Date(now);
	const days = daysBetween(date, today);
	if (days === 0) return clock.format(date);
	if (days === 1) return "Yesterday";
	if (days > 1 && days < 7) return weekday.format(date);
	return date.getFullYear() === today.getFullYear() ? monthDay.format(date) : monthDayYear.format(date);
}

/** Like `formatListTime`, with the time of day as well: for an email that is open. */
export function formatOpenTime(time: Time, now = Date.now()): string {
	const short = formatListTime(time, now);
	const at = clock.format(new Date(time));
	return short === at ? at : `${short}, ${at}`;
}

/** Like `formatMailTime`, but with the time of day also after 24 hours: for events. */
export function formatMoment(time: Time, now = Date.now()): string {
	const short = formatMailTime(time, now);
	const at = clock.format(new Date(time));
	return short === at ? at : `${short}, ${at}`;
}

/** Full date and time, for tooltips and message headers. */
export function formatFullTime(time: Time): string {
	return full.format(new Date(time));
}

/** "Nov 20, 2026": where the time of day does not matter. */
export function formatDate(time: Time): string {
	return monthDayYear.format(new Date(time));
}

/** "just now", "4 min. ago", "2 hr. ago", "3 days ago"; older than a month: the date. */
export function formatAgo(time: Time, now = Date.now()): string {
	const seconds = Math.round((new Date(time).getTime() - now) / 1000);
	const age = Math.abs(seconds);
	if (age < 45) return "just now";
	if (age < 3600) return relative.format(Math.round(seconds / 60), "minute");
	if (age < 86_400) return relative.format(Math.round(seconds / 3600), "hour");
	if (age < 30 * 86_400) return relative.format(Math.round(seconds / 86_400), "day");
	return monthDayYear.format(new Date(time));
}

/** A duration in milliseconds: "0.4 s", "12 s", "3 min". */
export function formatDuration(milliseconds: number): string {
	if (milliseconds < 10_000) return `${compact.format(milliseconds / 1000)} s`;
	if (milliseconds < 90_000) return `${Math.round(milliseconds / 1000)} s`;
	if (milliseconds < 5_400_000) return `${Math.round(milliseconds / 60_000)} min`;
	return `${compact.format(milliseconds / 3_600_000)} h`;
}

/** Remaining seconds, rounded to the precision of an estimate: "about 3 min left". */
export function formatTimeLeft(seconds: number): string {
	if (seconds < 10) return "a few seconds left";
	if (seconds < 50) return `about ${Math.ceil(seconds / 10) * 10} s left`;
	if (seconds < 5400) return `about ${Math.max(1, Math.round(seconds / 60))} min left`;
	if (seconds < 172_800) return `about ${Math.round(seconds / 3600)} h left`;
	return `about ${Math.round(seconds / 86_400)} days left`;
}
