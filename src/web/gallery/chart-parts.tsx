import { formatBytes } from "#web/lib/base/format.ts";
import { formatDays, weekdayNames } from "#web/lib/base/format-days.ts";
import type { Point, Series } from "#web/ui/charts/chart-data.ts";
import { BarChart, DonutChart, FunnelChart, HeatMap, LineChart, RowChart } from "#web/ui/charts/charts.tsx";
import { Sparkline } from "#web/ui/charts/sparkline.tsx";
import { addDays } from "#web/ui/date-range/days.ts";
import { Pair, Part, Row, State } from "./part.tsx";

/** Made-up, the same at every visit. */
function wave(seed: number, count: number, base: number): number[] {
	return Array.from({ length: count }, (_, index) =>
		Math.max(0, Math.round(base + base * 0.6 * Math.sin(index * 0.7 + seed) + ((index * 31 + seed * 17) % 5) - 2)),
	);
}

const weeks: Point[] = Array.from({ length: 52 }, (_, index) => {
	const day = addDays("2025-11-24", index * 7);
	const month = new Intl.DateTimeFormat("en", { month: "short", timeZone: "UTC" }).format(new Date(day));
	return { label: `Week of ${month} ${Number(day.slice(8))}`, short: month };
});

const categories: Series[] = [
	{ id: "primary", label: "Primary", color: "primary", values: wave(1, 52, 5) },
	{ id: "updates", label: "Updates", color: "updates", values: wave(2, 52, 6) },
	{ id: "forums", label: "Forums", color: "forums", values: wave(3, 52, 3) },
	{ id: "social", label: "Social", color: "social", values: wave(4, 52, 2) },
	{ id: "promotions", label: "Promotional", color: "promotions", values: wave(5, 52, 8) },
];

const months: Point[] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"].map(
	(label) => ({ label }),
);
const byMonth = categories.map((series, index) => ({ ...series, values: wave(index, 12, 40 - index * 6) }));
const sentAndReceived: Series[] = [
	{ id: "received", label: "Received", color: "seq-4", values: wave(2, 52, 24) },
	{ id: "sent", label: "Sent", color: "promotions", values: wave(6, 52, 9) },
];

const senders: Point[] = ["Mina Kowal", "Sami Haddad", "Inês Duarte", "Bethan Rowe", "All others"].map((label) => ({
	label,
}));
const space: Series[] = [
	{
		id: "inbox",
		label: "In the inbox",
		color: "seq-4",
		values: [18_400_000, 8_600_000, 6_000_000, 4_100_000, 9_000_000],
	},
	{
		id: "archive",
		label: "Archived",
		color: "seq-1",
		values: [3_200_000, 6_000_000, 4_900_000, 5_200_000, 13_200_000],
	},
];

const parts = [
	{ id: "primary", label: "Primary", color: "primary", value: 232 },
	{ id: "updates", label: "Updates", color: "updates", value: 249 },
	{ id: "forums", label: "Forums", color: "forums", value: 111 },
	{ id: "social", label: "Social", color: "social", value: 96 },
	{ id: "promotions", label: "Promotional", color: "promotions", value: 412 },
] as const;

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);
const days = weekdayNames(1).map(({ long }) => long.slice(0, 3));
const density = days.map((_, day) =>
	hours.map((__, hour) => {
		const work = day < 5 && hour > 7 && hour < 19 ? 14 : hour > 8 && hour < 22 ? 4 : 0;
		return work === 0 ? 0 : work + ((day * 7 + hour * 5) % 9);
	}),
);

const steps = [
	{ id: "sent", label: "Sent", value: 4218 },
	{ id: "delivered", label: "Delivered", value: 4102 },
	{ id: "opened", label: "Opened", value: 1877 },
	{ id: "replied", label: "Replied", value: 214 },
];

/** Every chart, with and without data. */
export function ChartParts() {
	return (
		<Part name="Charts">
			<div className="flex flex-col gap-10">
				<LineChart
					title="Mail per week"
					note={formatDays("2025-11-24", "2026-11-22")}
					head="Week"
					points={weeks}
					series={categories}
					isArea
					linkOf={() => ({ to: "/" })}
				/>
				<Pair>
					<LineChart title="Sent and received" head="Week" points={weeks} series={sentAndReceived} />
					<BarChart title="Mail per month" head="Month" points={months} series={byMonth} />
					<BarChart
						title="Compared by month"
						head="Month"
						points={months.slice(0, 6)}
						series={byMonth.slice(0, 2)}
						isGrouped
					/>
					<RowChart
						title="Space by sender"
						note="78 MB"
						head="Sender"
						points={senders}
						series={space}
						format={formatBytes}
					/>
					<DonutChart title="Categories" head="Category" parts={parts} unit="emails" />
					<FunnelChart title="Campaign" head="Step" steps={steps} />
					<HeatMap
						title="When mail arrives"
						note="by day and hour"
						head="Day"
						rows={days}
						columns={hours}
						values={density}
					/>
					<LineChart title="Nothing to show" head="Week" points={[]} series={[]} />
				</Pair>
			</div>
			<State name="Sparkline">
				<Row>
					<Sparkline label="Emails per month, oldest first" values={wave(3, 12, 20)} />
					<Sparkline label="Emails per month, oldest first" values={wave(8, 12, 9)} marksLast />
					<Sparkline label="Emails per month, oldest first" values={[0, 0, 0, 0]} />
				</Row>
			</State>
		</Part>
	);
}
