import type { Charts } from "../contract.ts";

/** Periods of the charts, in days in UTC. */

export type Step = Charts["step"];

/** Days as `2026-11-23`; `until` is exclusive. */
export interface Span {
	from: string;
	until: string;
}

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

export function dayOf(at: Date | number): string {
	return new Date(at).toISOString().slice(0, 10);
}

export function dayAfter(day: string): string {
	return dayOf(Date.parse(day) + DAY_MS);
}

/** Few enough periods to draw, many enough to see something. */
export function stepFor({ from, until }: Span): Step {
	const days = (Date.parse(until) - Date.parse(from)) / DAY_MS;
	if (days <= 62) return "day";
	if (days <= 750) return "week";
	return days <= 20 * 366 ? "month" : "year";
}

/**
 * The periods of a span, one after the other; the first and the last end with the span. Weeks are counted back from the end,
 * so that the last one is whole; what is left before the first belongs to it.
 */
export function bucketsOf(span: Span, step: Step): Span[] {
	if (step === "week") return weeksOf(span);
	const buckets: Span[] = [];
	for (let start = startOf(span.from, step); start < span.until; ) {
		const end = next(start, step);
		buckets.push({ from: later(start, span.from), until: earlier(end, span.until) });
		start = end;
	}
	return buckets;
}

function weeksOf({ from, until }: Span): Span[] {
	const weeks = Math.max(1, Math.floor((Date.parse(until) - Date.parse(from)) / WEEK_MS));
	const start = (left: number): string => (left === weeks ? from : dayOf(Date.parse(until) - left * WEEK_MS));
	return Array.from({ length: weeks }, (_, index) => {
		const left = weeks - index;
		return { from: start(left), until: start(left - 1) };
	});
}

function later(day: string, other: string): string {
	return day > other ? day : other;
}

function earlier(day: string, other: string): string {
	return later(day, other) === day ? other : day;
}

function startOf(day: string, step: Step): string {
	if (step === "day") return day;
	return step === "month" ? `${day.slice(0, 7)}-01` : `${day.slice(0, 4)}-01-01`;
}

function next(start: string, step: Step): string {
	if (step === "day") return dayAfter(start);
	const date = new Date(start);
	if (step === "month") date.setUTCMonth(date.getUTCMonth() + 1);
	else date.setUTCFullYear(date.getUTCFullYear() + 1);
	return dayOf(date);
}
