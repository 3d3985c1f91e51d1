/** Calendar arithmetic on days written as `YYYY-MM-DD`, without time zones. */

/** A day: "2026-11-22". */
export type Day = string;

/** Both inclusive. */
export interface DayRange {
	from: Day;
	until: Day;
}

function utc(day: Day): Date {
	return new Date(`${day}T00:00:00Z`);
}

function text(date: Date): Day {
	return date.toISOString().slice(0, 10);
}

/** The day in the local time zone. */
export function dayOf(date: Date): Day {
	const pad = (value: number) => String(value).padStart(2, "0");
	return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

export function addDays(day: Day, count: number): Day {
	const date = utc(day);
	date.setUTCDate(date.getUTCDate() + count);
	return text(date);
}

/** The same day of another month; the last one where that month is shorter. */
export function addMonths(day: Day, count: number): Day {
	const date = utc(day);
	const wanted = date.getUTCDate();
	date.setUTCDate(1);
	date.setUTCMonth(date.getUTCMonth() + count);
	const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
	date.setUTCDate(Math.min(wanted, last));
	return text(date);
}

/** The first day of its month. */
export function monthOf(day: Day): Day {
	return `${day.slice(0, 8)}01`;
}

/** First day of the week: 1 Monday … 7 Sunday. */
export function weekStart(locale: string): number {
	const info = new Intl.Locale(locale) as Intl.Locale & {
		getWeekInfo?: () => { firstDay: number };
		weekInfo?: { firstDay: number };
	};
	return (info.getWeekInfo?.() ?? info.weekInfo)?.firstDay ?? 1;
}

/** Days since the start of the week, 0 to 6. @param first 1 Monday … 7 Sunday */
function weekday(day: Day, first: number): number {
	return (utc(day).getUTCDay() - (first % 7) + 7) % 7;
}

/** Weeks of a month; null for days of other months. @param month any of its days */
export function weeksOf(month: Day, first: number): (Day | null)[][] {
	const start = monthOf(month);
	const weeks: (Day | null)[][] = [];
	for (let day = addDays(start, -weekday(start, first)); day < addMonths(start, 1); day = addDays(day, 7))
		weeks.push(
			Array.from({ length: 7 }, (_, index) => {
				const one = addDays(day, index);
				return monthOf(one) === start ? one : null;
			}),
		);
	return weeks;
}

/** Where a key moves the focus in a calendar (ARIA date grid); null: the key has no meaning. */
export function moveDay(day: Day, key: string, shift: boolean, first: number): Day | null {
	const offset = weekday(day, first);
	switch (key) {
		case "ArrowLeft":
			return addDays(day, -1);
		case "ArrowRight":
			return addDays(day, 1);
		case "ArrowUp":
			return addDays(day, -7);
		case "ArrowDown":
			return addDays(day, 7);
		case "Home":
			return addDays(day, -offset);
		case "End":
			return addDays(day, 6 - offset);
		case "PageUp":
			return addMonths(day, shift ? -12 : -1);
		case "PageDown":
			return addMonths(day, shift ? 12 : 1);
		default:
			return null;
	}
}

/** Within the limits. */
export function clampDay(day: Day, { min, max }: { min?: Day; max?: Day }): Day {
	if (min !== undefined && day < min) return min;
	return max !== undefined && day > max ? max : day;
}

/** The range after a day was chosen: the first choice starts a new range, the second ends it, in either order. */
export function chooseDay(start: Day | null, day: Day): { start: Day | null; range: DayRange | null } {
	if (start === null) return { start: day, range: null };
	return { start: null, range: start <= day ? { from: start, until: day } : { from: day, until: start } };
}

/** Number of days in a range. */
export function daysIn({ from, until }: DayRange): number {
	return Math.round((utc(until).getTime() - utc(from).getTime()) / 86_400_000) + 1;
}
