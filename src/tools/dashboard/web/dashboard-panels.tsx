import type { ReactNode } from "react";
import { formatNumber } from "#web/lib/base/format.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { Defined } from "#web/ui/base/defined.tsx";
import { ChartSkeleton } from "#web/ui/charts/chart-frame.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import type { Charts, Overview } from "../contract.ts";
import { queries } from "../queries.ts";
import { ActivityList } from "./activity-list.tsx";
import { type ChartCategory, categories, nameOf } from "./chart-data.ts";
import { storageBasis } from "./facts.tsx";
import { MailLink } from "./mail-link.tsx";
import { MailboxHealth } from "./mailbox-health.tsx";
import { MailboxStrip } from "./mailbox-strip.tsx";
import { HoursChart, SendersChart, StorageChart } from "./more-charts.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { ReceivedChart } from "./received-chart.tsx";
import { t } from "./text.ts";
import { useCharts } from "./use-dashboard.ts";

interface DashboardPanelsProps {
	overview: Overview;
	span: { from: string; until?: string };
	accounts: readonly Account[];
}

/** Charts on the left, health, activity and quick actions on the right, mailboxes below; on a phone, health follows the first chart. */
export function DashboardPanels({ overview, span, accounts }: DashboardPanelsProps) {
	const query = useCharts(span);
	return (
		<>
			<div className="grid gap-x-12 gap-y-6 xl:grid-cols-[minmax(0,1fr)_360px] xl:grid-rows-[auto_1fr]">
				<div className="flex min-w-0 flex-col gap-6">
					<QueryView query={query} loading={<ChartSkeleton title={t.received.title.week} height={280} />}>
						{(charts) => (
							<IfAvailable title={t.received.title[charts.step]} data={charts.received}>
								{(points) => <ReceivedChart charts={charts} received={points} />}
							</IfAvailable>
						)}
					</QueryView>
					<InboxCounts overview={overview} />
				</div>
				<div className="flex min-w-0 flex-col gap-6 max-xl:border-t max-xl:border-line max-xl:pt-6 xl:row-span-2">
					<MailboxHealth overview={overview} history={query.data?.health ?? null} />
					<ActivityList items={overview.recentActivity} />
					<QuickActions />
				</div>
				<div className="flex min-w-0 flex-col gap-6">
					{query.data && <MoreCharts charts={query.data} overview={overview} />}
				</div>
			</div>
			<MailboxStrip accounts={accounts} mailboxes={overview.mailboxes} />
		</>
	);
}

function MoreCharts({ charts, overview }: { charts: Charts; overview: Overview }) {
	const { hours, senders, from, until } = charts;
	return (
		<>
			<Divided>
				<div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
					<IfAvailable title={t.storage.title} data={overview.storageByYear}>
						{(years) => <StorageChart storage={years} note={storageBasis(overview)} />}
					</IfAvailable>
					<IfAvailable title={t.senders.title} data={senders}>
						{(list) => <SendersChart senders={list} span={{ from: from ?? "", until: until ?? "" }} />}
					</IfAvailable>
				</div>
			</Divided>
			<Divided>
				<IfAvailable title={t.hours.title} data={hours}>
					{(cells) => <HoursChart hours={cells} />}
				</IfAvailable>
			</Divided>
		</>
	);
}

function Divided({ children }: { children: ReactNode }) {
	return <div className="border-t border-line pt-4">{children}</div>;
}

function IfAvailable<T>({
	title,
	data,
	children,
}: {
	title: string;
	data: T | null;
	children: (data: T) => ReactNode;
}) {
	if (data !== null) return children(data);
	return (
		<div>
			<h2 className="pb-2 text-14 font-semibold">{title}</h2>
			<p className="text-14 text-ink-2">{t.facts.notAvailable}</p>
		</div>
	);
}

/** Few mailboxes have this mail. */
const OPTIONAL: readonly ChartCategory[] = ["forums", "suspicious", "other"];

/** Counts of the inbox by category. */
function InboxCounts({ overview }: { overview: Overview }) {
	const { inboxCategories } = overview;
	const counts = categories.map((category) => ({
		category,
		name: nameOf(category),
		value: inboxCategories?.[category] ?? null,
		q: queries.inboxCategory(category),
	}));
	const shown = counts.filter(({ category, value }) => !OPTIONAL.includes(category) || (value ?? 0) > 0);
	return (
		<section className="flex flex-wrap items-baseline gap-x-6 gap-y-1.5 border-t border-line pt-4 text-14">
			<h2 className="font-semibold">{t.categories.now}</h2>
			{shown.map(({ name, value, q }) => (
				<span key={name} className="text-ink-2">
					{value === null ? (
						t.facts.named(name, t.facts.notAvailable)
					) : (
						<Defined figure="inboxCategory">
							<MailLink q={q}>
								<strong className="font-semibold text-ink tabular-nums">{formatNumber(value)}</strong> {name}
							</MailLink>
						</Defined>
					)}
				</span>
			))}
		</section>
	);
}
