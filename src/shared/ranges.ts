/** The time range of a cleaning tool. */

/** In the selector's order, with its labels. */
export const ranges = [
	{ id: "1m", label: "Past 1 Month", months: 1 },
	{ id: "3m", label: "Past 3 Months", months: 3 },
	{ id: "6m", label: "Past 6 Months", months: 6 },
	{ id: "1y", label: "Past 1 Year (Default)", months: 12 },
	{ id: "all", label: "Entire Mailbox", months: null },
	{ id: "custom", label: "Custom Range", months: null },
] as const;

export type RangeId = (typeof ranges)[number]["id"];

/** The choice. `from` and `until` are days of a custom range, as `2026-05-31`, both inclusive. */
export type RangeChoice = { range: Exclude<RangeId, "custom"> } | { range: "custom"; from: string; until: string };

export const defaultRange: RangeChoice = { range: "1y" };

/** `until` is exclusive; null: open-ended, so mail dated in the future is included. */
export interface Span {
	from: Date;
	until: Date | null;
}

/** Start of 'Entire Mailbox', in local time like all days here. */
const firstYear = 2000;

/** Local midnight of a day written as `2026-05-31`; null if there is no such day. */
export function dayOf(text: string): Date | null {
	const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
	if (parts === null) return null;
	const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number);
	const date = new Date(year, month - 1, day);
	return date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day ? date : null;
}

/** The local day of a date, as `2026-05-31`. */
export function dayText(date: Date): string {
	const two = (value: number): string => String(value).padStart(2, "0");
	return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** What is wrong with the days of a custom range, as text; null if nothing. */
export function rangeFault(from: string, until: string): string | null {
	const first = dayOf(from);
	const last = dayOf(until);
	if (first === null || last === null) return "Choose the first and the last day.";
	if (Math.min(first.getFullYear(), last.getFullYear()) < 1970) return "Choose days from 1970 on.";
	return first <= last ? null : "The first day is after the last one.";
}

/** Reads a choice from URL parameters; invalid values give the default. */
export function readRange(raw: Record<string, unknown>): RangeChoice {
	const known = ranges.find(({ id }) => id === raw.range);
	if (known === undefined) return defaultRange;
	if (known.id !== "custom") return { range: known.id };
	const { from, until } = raw;
	if (typeof from !== "string" || typeof until !== "string" || rangeFault(from, until) !== null) return defaultRange;
	return { range: "custom", from, until };
}

function monthsBefore(now: Date, months: number): Date {
	const sameDay = new Date(now.getFullYear(), now.getMonth() - months, now.getDate());
	// No 31 June: clamp to the month's last day instead of 1 July.
	return sameDay.getDate() === now.getDate() ? sameDay : new Date(now.getFullYear(), now.getMonth() - months + 1, 0);
}

/** The time span of a choice, in whole local days, so that it is the same all day. */
export function spanOf(choice: RangeChoice, now: Date): Span {
	if (choice.range === "custom") {
		const from = dayOf(choice.from);
		const last = dayOf(choice.until);
		if (from === null || last === null) return spanOf(defaultRange, now);
		return { from, until: new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1) };
	}
	const months = ranges.find(({ id }) => id === choice.range)?.months ?? null;
	return { from: months === null ? new Date(firstYear, 0, 1) : monthsBefore(now, months), until: null };
}

/** A span as the API's `from` and `until`. */
export function spanQuery({ from, until }: Span): { from: string; until?: string } {
	return { from: from.toISOString(), ...(until !== null && { until: until.toISOString() }) };
}
