/** Time within the user's work hours. */

export interface WorkHours {
	/** 0: Sunday. */
	workDays: readonly number[];
	workFrom: number;
	workUntil: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer waits are measured by whole weeks first. */
const WEEK_MS = 7 * DAY_MS;

/** @returns measures hours of work between two moments (epoch milliseconds); those by the clock without work hours */
export function workClock(hours: WorkHours, zone: string): (from: number, until: number) => number {
	const { workDays, workUntil } = hours;
	const [start, end] = hours.workFrom < workUntil ? [hours.workFrom, workUntil] : [0, 24];
	const perWeek = new Set(workDays).size * (end - start);
	if (perWeek === 0) return (from, until) => (until - from) / HOUR_MS;
	const offset = offsets(zone);
	return (from, until) => {
		if (until <= from) return 0;
		const weeks = Math.floor((until - from) / WEEK_MS);
		const [first, last] = [from + weeks * WEEK_MS + offset(from + weeks * WEEK_MS), until + offset(until)];
		let worked = weeks * perWeek * HOUR_MS;
		for (let day = Math.floor(first / DAY_MS) * DAY_MS; day < last; day += DAY_MS) {
			if (!workDays.includes(new Date(day).getUTCDay())) continue;
			const [opens, closes] = [day + start * HOUR_MS, day + end * HOUR_MS];
			worked += Math.max(0, Math.min(closes, last) - Math.max(opens, first));
		}
		return worked / HOUR_MS;
	};
}

/** Offset of a time zone from UTC in milliseconds; computed once per hour, because formatting is slow. */
function offsets(zone: string): (at: number) => number {
	if (zone === "UTC") return () => 0;
	const format = new Intl.DateTimeFormat("en-US", {
		...{ timeZone: zone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric" },
		...{ hour: "numeric", minute: "numeric" },
	});
	const known = new Map<number, number>();
	return (at) => {
		const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
		const cached = known.get(hour);
		if (cached !== undefined) return cached;
		const parts = Object.fromEntries(format.formatToParts(hour).map(({ type, value }) => [type, Number(value)]));
		const { year = 0, month = 1, day = 1, hour: hours = 0, minute = 0 } = parts;
		const offset = Date.UTC(year, month - 1, day, hours, minute) - hour;
		known.set(hour, offset);
		return offset;
	};
}

/** Whether it is a time zone that this system knows. */
export function isZone(zone: string): boolean {
	try {
		new Intl.DateTimeFormat("en-US", { timeZone: zone });
		return true;
	} catch {
		return false;
	}
}
