import type { Point } from "#web/ui/charts/chart-data.ts";
import type { DmarcOverview } from "../../dmarc.ts";

/** Bars that fit next to each other; longer spans are counted by month, then by year. */
const MAX_BARS = 62;
/** Characters of an ISO day: the day, its month, its year. */
const STEPS = [10, 7, 4];

/** Days with mail, put together to as many bars as can be shown. */
export function perStep(days: DmarcOverview["days"]): { label: string; passed: number; failed: number }[] {
	const length = STEPS.find((one) => new Set(days.map(({ day }) => day.slice(0, one))).size <= MAX_BARS) ?? 4;
	const bars = new Map<string, { label: string; passed: number; failed: number }>();
	for (const { day, passed, failed } of days) {
		const label = day.slice(0, length);
		const bar = bars.get(label) ?? { label, passed: 0, failed: 0 };
		bars.set(label, { label, passed: bar.passed + passed, failed: bar.failed + failed });
	}
	return [...bars.values()];
}

/** Names of a bar: a day, a month or a year, as ISO 8601 writes it. */
export function pointOf(label: string): Point {
	if (label.length === 4) return { label };
	const format = (options: Intl.DateTimeFormatOptions): string =>
		new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(new Date(label));
	if (label.length === 7)
		return { label: format({ month: "long", year: "numeric" }), short: format({ month: "short" }) };
	return {
		label: format({ month: "short", day: "numeric", year: "numeric" }),
		short: format({ month: "short", day: "numeric" }),
	};
}
