import { formatDate } from "#web/lib/base/format.ts";
import { mailTarget } from "#web/lib/screens/mail-link.tsx";
import type { ChartTarget, Point } from "#web/ui/charts/chart-data.ts";
import { BarChart } from "#web/ui/charts/charts.tsx";
import { searchOfList } from "../../searches.ts";
import type { Periods, Subscription } from "../base/api.ts";
import { t } from "../base/text.ts";

const monthYear = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
const month = new Intl.DateTimeFormat("en-US", { month: "narrow", timeZone: "UTC" });
const monthDay = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });

interface VolumeChartProps {
	list: Subscription;
	periods: Periods;
	/** Of the counts, ISO 8601. */
	range: { from: string; until?: string };
}

/** Emails of a list over the chosen range; each bar opens its emails. */
export function VolumeChart({ list, periods, range }: VolumeChartProps) {
	const { unit, starts } = periods;
	const target = (index: number): ChartTarget | null => {
		const from = starts[index];
		if (from === undefined || !list.volume[index]) return null;
		const until = starts[index + 1] ?? range.until;
		// The first period may begin before the range.
		const within = { from: index === 0 ? range.from : from, ...(until !== undefined && { until }) };
		return mailTarget(searchOfList(list, within), list.accountId);
	};
	return (
		<BarChart
			title={t.details.emailsPer(unit)}
			head={t.details.period[unit]}
			points={starts.map((start) => pointOf(start, unit))}
			series={[{ id: "emails", label: t.subscriptions.emails, color: list.category ?? "seq-2", values: list.volume }]}
			height={128}
			hideLegend
			linkOf={target}
		/>
	);
}

function pointOf(start: string, unit: Periods["unit"]): Point {
	const date = new Date(start);
	if (unit === "year") return { label: start.slice(0, 4) };
	if (unit === "month") return { label: monthYear.format(date), short: month.format(date) };
	const label = unit === "week" ? t.details.weekFrom(formatDate(date)) : formatDate(date);
	return { label, short: monthDay.format(date) };
}
