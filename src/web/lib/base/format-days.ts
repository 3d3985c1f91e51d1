import { locale } from "./format.ts";

/** A day without a time zone, such as "2026-11-20", as a moment that formats to the same day everywhere. */
function momentOf(day: string): Date {
	return new Date(`${day}T00:00:00Z`);
}

const inUtc = { timeZone: "UTC" } as const;
const dayText = new Intl.DateTimeFormat(locale, { ...inUtc, dateStyle: "full" });
const weekdayParts = { ...inUtc, weekday: "long", month: "short", day: "numeric" } as const;
const weekdayText = new Intl.DateTimeFormat(locale, weekdayParts);
const weekdayYearText = new Intl.DateTimeFormat(locale, { ...weekdayParts, year: "numeric" });
const monthText = new Intl.DateTimeFormat(locale, { ...inUtc, month: "long", year: "numeric" });
const daysText = new Intl.DateTimeFormat(locale, { ...inUtc, month: "short", day: "numeric", year: "numeric" });

/** "2026-11-20" → "Friday, November 20, 2026". */
export function formatDay(day: string): string {
	return dayText.format(momentOf(day));
}

/** "2026-11-20" → "Friday, Nov 20", with the year if it differs from the current one. */
export function formatWeekday(day: string, now = new Date()): string {
	const isThisYear = day.startsWith(`${now.getFullYear()}-`);
	return (isThisYear ? weekdayText : weekdayYearText).format(momentOf(day));
}

/** "2026-11-20" → "November 2026". */
export function formatMonth(day: string): string {
	return monthText.format(momentOf(day));
}

/** "Nov 1 – 20, 2026". */
export function formatDays(from: string, until: string): string {
	// Thin spaces around the dash look like none in our typeface.
	return daysText.formatRange(momentOf(from), momentOf(until)).replace(/\u2009/g, " ");
}

/** Names of the days in the order of a week. @param first its first day: 1 Monday … 7 Sunday */
export function weekdayNames(first: number): { short: string; long: string }[] {
	const name = (style: "short" | "long") => new Intl.DateTimeFormat(locale, { ...inUtc, weekday: style });
	// The first of January 2024 was a Monday.
	return Array.from({ length: 7 }, (_, index) => {
		const date = new Date(Date.UTC(2024, 0, first + index));
		return { short: name("short").format(date).slice(0, 2), long: name("long").format(date) };
	});
}
