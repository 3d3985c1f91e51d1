import type { Point, Series } from "#web/ui/charts/chart-data.ts";
import { BarChart, DonutChart, FunnelChart, HeatMap, LineChart, RowChart } from "#web/ui/charts/charts.tsx";
import { Sparkline } from "#web/ui/charts/sparkline.tsx";
import { Pair, Part, Row, State } from "./part.tsx";

const month = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });

/** Months of the ten years before December 2026, as on the dashboard. */
const months: Point[] = Array.from({ length: 120 }, (_, index) => {
	const start = new Date(Date.UTC(2016, 11 + index, 1));
	return { label: month.format(start), short: String(start.getUTCFullYear()) };
});
const years: Point[] = Array.from({ length: 10 }, (_, index) => ({ label: String(2017 + index) }));

/** Grows with the years; the same at every visit. */
function growing(count: number, base: number): number[] {
	return Array.from({ length: count }, (_, index) =>
		Math.round((base * (index + 4)) / 10 + base * 0.4 * Math.sin(index * 0.9) ** 2 + ((index * 37) % 11)),
	);
}

const ofYears = (points: readonly Point[]): Series[] => [
	{ id: "primary", label: "Primary", color: "primary", values: growing(points.length, 60) },
	{ id: "updates", label: "Updates", color: "updates", values: growing(points.length, 90) },
	{ id: "promotions", label: "Promotional", color: "promotions", values: growing(points.length, 140) },
];

const onePoint: Point[] = [{ label: "Week of Nov 23", short: "Nov" }];
const oneValue: Series[] = [
	{ id: "primary", label: "Primary", color: "primary", values: [3] },
	{ id: "updates", label: "Updates", color: "updates", values: [1] },
];
const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);
const days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** One cell with this count. */
function oneCell(count: number): number[][] {
	return days.map((day) => hours.map((hour) => (day === "Wed" && hour === "09:00" ? count : 0)));
}

/** Charts of an empty mailbox, of one with a single email, and of one with ten years. */
export function ChartExtremes() {
	return (
		<Part name="Charts with little and much">
			<State name="Empty">
				<Pair>
					<LineChart title="Empty over time" head="Week" points={[]} series={[]} isArea />
					<BarChart title="Empty by year" head="Year" points={[]} series={[]} />
					<RowChart title="Empty by sender" head="Sender" points={[]} series={[]} />
					<DonutChart title="Empty parts" head="Category" parts={[]} />
					<FunnelChart title="Empty steps" head="Step" steps={[]} />
					<HeatMap title="Empty by hour" head="Day" rows={days} columns={hours} values={oneCell(0)} />
				</Pair>
			</State>
			<State name="One point">
				<Pair>
					<LineChart
						title="One point, areas"
						head="Week"
						points={onePoint}
						series={oneValue}
						isArea
						linkOf={() => ({ to: "/" })}
					/>
					<LineChart title="One point, lines" head="Week" points={onePoint} series={oneValue} />
					<BarChart title="One bar" head="Week" points={onePoint} series={oneValue} linkOf={() => ({ to: "/" })} />
					<RowChart title="One row" head="Sender" points={[{ label: "Mina Kowal" }]} series={oneValue} />
					<DonutChart
						title="One part"
						head="Category"
						parts={[{ id: "primary", label: "Primary", color: "primary", value: 1 }]}
						unit="email"
					/>
					<FunnelChart title="One step" head="Step" steps={[{ id: "sent", label: "Sent", value: 1 }]} />
					<HeatMap title="One hour" head="Day" rows={days} columns={hours} values={oneCell(1)} />
				</Pair>
				<Row>
					<Sparkline label="Emails per month, oldest first" values={[4]} />
				</Row>
			</State>
			<State name="Ten years">
				<LineChart
					title="Ten years, areas"
					head="Month"
					points={months}
					series={ofYears(months)}
					isArea
					linkOf={() => ({ to: "/" })}
				/>
				<Pair>
					<LineChart title="Ten years, lines" head="Month" points={months} series={ofYears(months).slice(0, 2)} />
					<BarChart title="Ten years, bars by month" head="Month" points={months} series={ofYears(months)} />
					<BarChart
						title="Ten years, bars"
						head="Year"
						points={years}
						series={ofYears(years)}
						linkOf={() => ({ to: "/" })}
					/>
					<BarChart
						title="Ten years, next to each other"
						head="Year"
						points={years}
						series={ofYears(years)}
						isGrouped
					/>
				</Pair>
			</State>
		</Part>
	);
}
