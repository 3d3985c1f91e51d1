import { formatNumber } from "#web/lib/base/format.ts";
import { mailTarget } from "#web/lib/screens/mail-link.tsx";
import { percentages } from "#web/ui/charts/chart-data.ts";
import { BarChart, LineChart } from "#web/ui/charts/charts.tsx";
import { Swatch } from "#web/ui/charts/swatch.tsx";
import type { Charts } from "../contract.ts";
import { receivedQuery } from "../queries.ts";
import {
	type ChartCategory,
	categories,
	daysText,
	nameOf,
	pointOf,
	type ReceivedPoint,
	totalsOf,
} from "./chart-data.ts";
import { MailLink } from "./mail-link.tsx";
import { t } from "./text.ts";

/** Fewer points make no area. */
const SHORT = 8;

interface ReceivedChartProps {
	charts: Charts;
	received: readonly ReceivedPoint[];
}

/** Received mail over time by category, with the shares below: one legend for both. */
export function ReceivedChart({ charts: { step, from, until }, received }: ReceivedChartProps) {
	const totals = totalsOf(received);
	const sum = totals.reduce((all, { count }) => all + count, 0);
	const series = totals.map(({ category }) => ({
		id: category,
		label: nameOf(category),
		color: category,
		values: received.map((point) => point[category]),
	}));
	const Chart = received.length < SHORT ? BarChart : LineChart;
	return (
		<div className="min-w-0">
			<Chart
				title={t.received.title[step]}
				note={from !== null && until !== null && t.received.note(sum, daysText(from, until))}
				head={t.received.head[step]}
				points={received.map((point) => pointOf(point, step))}
				series={series}
				{...(Chart === LineChart && { isArea: true })}
				hideLegend
				linkOf={(index, id) => {
					const point = received[index];
					if (point === undefined) return null;
					const category = id === "" ? undefined : (id as ChartCategory);
					const shown = category === undefined ? categories : [category];
					return shown.every((one) => point[one] === 0) ? null : mailTarget(receivedQuery(point, category));
				}}
			/>
			{sum > 0 && from !== null && until !== null && <Shares totals={totals} span={{ from, until }} />}
		</div>
	);
}

interface SharesProps {
	totals: readonly { category: ChartCategory; count: number }[];
	span: { from: string; until: string };
}

function Shares({ totals, span }: SharesProps) {
	const shares = percentages(totals.map(({ count }) => count));
	return (
		<div className="mt-3">
			<div aria-hidden="true" className="flex h-3 gap-px overflow-hidden rounded-1">
				{totals.map(
					({ category, count }) =>
						count > 0 && (
							<span
								key={category}
								style={{ flexGrow: count, background: `var(--chart-${category})` }}
								className="min-w-0.5 basis-0"
							/>
						),
				)}
			</div>
			<ul
				aria-label={t.received.shares}
				className="mt-3 grid grid-cols-2 gap-x-6 gap-y-2 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none"
			>
				{totals.map(({ category, count }, index) => (
					<li
						key={category}
						className="grid grid-cols-[8px_1fr_auto] items-center gap-x-2 text-14 sm:grid-cols-[8px_1fr]"
					>
						<Swatch color={category} />
						<span>{nameOf(category)}</span>
						<span className="sm:col-start-2">
							{count > 0 ? (
								<MailLink q={receivedQuery(span, category)} label={`${nameOf(category)}: ${formatNumber(count)}`}>
									<strong className="font-semibold tabular-nums">{formatNumber(count)}</strong>
								</MailLink>
							) : (
								<span className="font-semibold tabular-nums">0</span>
							)}{" "}
							<span className="text-13 text-ink-3 tabular-nums">{shares[index]}%</span>
						</span>
					</li>
				))}
			</ul>
		</div>
	);
}
