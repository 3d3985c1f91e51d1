import { CATEGORY_NAMES } from "#shared/mail/categories.ts";
import { locale } from "#web/lib/base/format.ts";
import { formatDays } from "#web/lib/base/format-days.ts";
import type { Point } from "#web/ui/charts/chart-data.ts";
import type { Charts } from "../contract.ts";
import { t } from "./text.ts";

/** What the charts draw, from what the server counted. */

export type ReceivedPoint = NonNullable<Charts["received"]>[number];

/** In stacking order. */
export const categories = ["primary", "updates", "forums", "social", "promotions", "suspicious", "other"] as const;
export type ChartCategory = (typeof categories)[number];

export function nameOf(category: ChartCategory): string {
	if (category === "other") return t.categories.none;
	return category === "suspicious" ? t.categories.suspicious : CATEGORY_NAMES[category];
}

const inUtc = { timeZone: "UTC" } as const;
const monthDay = new Intl.DateTimeFormat(locale, { ...inUtc, month: "short", day: "numeric" });
const dayWithYear = new Intl.DateTimeFormat(locale, { ...inUtc, month: "short", day: "numeric", year: "numeric" });
const month = new Intl.DateTimeFormat(locale, { ...inUtc, month: "short" });
const monthYear = new Intl.DateTimeFormat(locale, { ...inUtc, month: "long", year: "numeric" });

/** Name of a period, and what the axis says below it. */
export function pointOf({ from }: Pick<ReceivedPoint, "from">, step: Charts["step"]): Point {
	const day = new Date(from);
	switch (step) {
		case "day":
			return { label: dayWithYear.format(day), short: monthDay.format(day) };
		case "week":
			return { label: t.received.weekOf(dayWithYear.format(day)), short: month.format(day) };
		case "month":
			return { label: monthYear.format(day), short: from.slice(0, 4) };
		case "year":
			return { label: from.slice(0, 4) };
	}
}

/** Sums of the categories; of what few mailboxes have only where there is any. */
export function totalsOf(received: readonly ReceivedPoint[]): { category: ChartCategory; count: number }[] {
	return categories
		.map((category) => ({ category, count: received.reduce((sum, point) => sum + point[category], 0) }))
		.filter(({ category, count }) => (category !== "other" && category !== "suspicious") || count > 0);
}

/** "Nov 24, 2025 – Nov 22, 2026". @param until exclusive */
export function daysText(from: string, until: string): string {
	return formatDays(from, dayOf(Date.parse(until) - DAY_MS));
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

function dayOf(at: number): string {
	return new Date(at).toISOString().slice(0, 10);
}

/** An hour of a day, and how much mail it has. */
export interface HourCell {
	/** Start (ISO 8601); null: no such hour, such as when clocks go forward. */
	at: string | null;
	count: number;
}

export interface HourRow {
	/** The local day. */
	day: Date;
	cells: HourCell[];
	total: number;
}

/**
 * Days and hours in local time, the oldest day first, up to the day of the newest email: at most `days`. The counts are by
 * hours of UTC: where the local time differs from it by half an hour, a cell is the hour that begins within it.
 */
export function hourRows(hours: NonNullable<Charts["hours"]>, days = 14): HourRow[] {
	const newest = hours.at(-1);
	if (newest === undefined) return [];
	const last = localMidnight(new Date(newest.at));
	const counts = new Map(hours.map(({ at, count }) => [Date.parse(at), count]));
	return Array.from({ length: days }, (_, index) => {
		const day = new Date(last.getFullYear(), last.getMonth(), last.getDate() - (days - 1 - index));
		const cells: HourCell[] = Array.from({ length: 24 }, () => ({ at: null, count: 0 }));
		const end = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime();
		for (let at = Math.ceil(day.getTime() / HOUR_MS) * HOUR_MS; at < end; at += HOUR_MS) {
			const cell = cells[new Date(at).getHours()];
			if (cell === undefined) continue;
			// The hour that occurs twice when clocks go back: the link opens the one with mail.
			const count = counts.get(at) ?? 0;
			if (cell.at === null || count > cell.count) Object.assign(cell, { at: new Date(at).toISOString(), count });
		}
		return { day, cells, total: cells.reduce((sum, { count }) => sum + count, 0) };
	});
}

function localMidnight(date: Date): Date {
	return new Date(date.getFullYear(), date.getMonth(), date.getDate());
}

/** The hour after it, for the search of a cell. */
export function hourAfter(at: string): string {
	return new Date(Date.parse(at) + HOUR_MS).toISOString();
}

/** Change of the score since a week ago; null: not recorded then. @param today as `2026-11-23` */
export function changeSince(
	health: readonly { day: string; score: number }[],
	score: number,
	today: string,
): number | null {
	const before = dayOf(Date.parse(today) - 7 * DAY_MS);
	const past = health.findLast(({ day }) => day <= before);
	return past === undefined ? null : score - past.score;
}

/** Recorded scores, and the current one last. */
export function scoresOf(
	health: readonly { day: string; score: number }[],
	score: number | null,
	today: string,
): { day: string; score: number }[] {
	if (score === null) return [...health];
	return [...health.filter(({ day }) => day !== today), { day: today, score }];
}
