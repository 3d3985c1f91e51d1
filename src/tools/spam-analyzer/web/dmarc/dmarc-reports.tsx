import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { formatDate, formatNumber, formatPercent } from "#web/lib/base/format.ts";
import { BarChart, RowChart } from "#web/ui/charts/charts.tsx";
import { StatStrip } from "#web/ui/page/stat-strip.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { ShowMore } from "#web/ui/state/show-more.tsx";
import { Table } from "#web/ui/table/table.tsx";
import type { DmarcOverview } from "../../dmarc.ts";
import { analyzer, analyzerKeys } from "../base/api.ts";
import { t } from "../base/text.ts";
import { perStep, pointOf } from "./steps.ts";

/** Bars of the chart by source; the table has all of them. */
const SHOWN_SOURCES = 12;

interface DmarcReportsProps {
	overview: DmarcOverview;
	/** The period. */
	days: number;
}

/** Charts of a domain's reports, each with a table; and the emails that they come from. */
export function DmarcReports({ overview, days: period }: DmarcReportsProps) {
	const { domain, days, sources, sourceTotal } = overview;
	const emails = days.reduce((sum, { passed, failed }) => sum + passed + failed, 0);
	const passed = days.reduce((sum, day) => sum + day.passed, 0);
	const shown = sources.slice(0, SHOWN_SOURCES);
	const points = perStep(days);
	const series = (rows: readonly { passed: number; failed: number }[]) => [
		{ id: "passed", label: t.dmarc.passed, color: "primary" as const, values: rows.map((row) => row.passed) },
		{ id: "failed", label: t.dmarc.failed, color: "more" as const, values: rows.map((row) => row.failed) },
	];
	return (
		<div className="flex min-w-0 flex-col gap-7">
			<StatStrip
				label={t.dmarc.summary}
				stats={[
					{ label: t.dmarc.emails, value: formatNumber(emails) },
					{ label: t.dmarc.passed, value: emails === 0 ? t.history.none : formatPercent((100 * passed) / emails) },
					{ label: t.dmarc.sources, value: formatNumber(sourceTotal) },
				]}
			/>
			<RowChart
				title={t.dmarc.bySource}
				head={t.dmarc.source}
				points={shown.map(({ ip, sender }) => ({ label: sender === null ? ip : t.dmarc.sourceOf(ip, sender) }))}
				series={series(shown.map((source) => ({ passed: source.passed, failed: source.emails - source.passed })))}
			/>
			<BarChart
				title={t.dmarc.byTime}
				head={t.dmarc.day}
				points={points.map(({ label }) => pointOf(label))}
				series={series(points)}
			/>
			{sourceTotal > 0 && <Sources domain={domain} days={period} />}
			<Emails domain={domain} days={period} />
		</div>
	);
}

/** The lists that an overview begins with, completely. */
interface ListProps {
	domain: string | null;
	days: number;
}

function Sources({ domain, days }: ListProps) {
	const { query, items, total } = usePages(analyzerKeys.dmarcList("sources", domain, days), (cursor, signal) =>
		analyzer.listDmarcSources({ query: { domain: domain ?? undefined, days, cursor } }, { signal }),
	);
	return (
		<section aria-label={t.dmarc.allSources} className="min-w-0">
			<h2 className="pb-2 text-14 font-semibold">{t.dmarc.allSources}</h2>
			<QueryView query={query}>
				{() => (
					<Table
						label={t.dmarc.allSources}
						rows={items}
						rowKey={({ ip }) => ip}
						columns={[
							{ id: "ip", header: t.dmarc.source, cell: ({ ip }) => <Ip ip={ip} /> },
							{ id: "sender", header: t.dmarc.sender, cell: ({ sender }) => sender ?? t.dmarc.unknownSender },
							{ id: "emails", header: t.dmarc.emails, align: "end", cell: ({ emails }) => formatNumber(emails) },
							{
								id: "dkim",
								header: t.message.methods.dkim,
								align: "end",
								cell: ({ dkim }) => formatNumber(dkim),
								from: "md",
							},
							{
								id: "spf",
								header: t.message.methods.spf,
								align: "end",
								cell: ({ spf }) => formatNumber(spf),
								from: "md",
							},
							{
								...{ id: "failed", header: t.dmarc.failed, align: "end" },
								cell: ({ emails, passed }) => formatNumber(emails - passed),
							},
							{
								...{ id: "handled", header: t.dmarc.handled, align: "end", from: "md" },
								cell: ({ quarantined, rejected }) => formatNumber(quarantined + rejected),
							},
						]}
					/>
				)}
			</QueryView>
			<ShowMore query={query} shown={items.length} total={total} />
		</section>
	);
}

function Emails({ domain, days }: ListProps) {
	const reports = usePages(analyzerKeys.dmarcList("emails", domain, days), (cursor, signal) =>
		analyzer.listDmarcReportEmails({ query: { domain: domain ?? undefined, days, cursor } }, { signal }),
	);
	const unreadable = usePages(analyzerKeys.dmarcList("unreadable", null, 0), (cursor, signal) =>
		analyzer.listUnreadableDmarcReports({ query: { cursor } }, { signal }),
	);
	return (
		<>
			<section aria-label={t.dmarc.reports} className="min-w-0">
				<h2 className="pb-2 text-14 font-semibold">{t.dmarc.reports}</h2>
				<QueryView query={reports.query} isEmpty={() => reports.items.length === 0} empty={null}>
					{() => (
						<Table
							label={t.dmarc.reports}
							rows={reports.items}
							rowKey={({ emailId }) => emailId}
							columns={[
								{
									...{ id: "from", header: t.dmarc.receiver },
									cell: ({ emailId, organization }) => <EmailLink emailId={emailId}>{organization}</EmailLink>,
								},
								{ id: "day", header: t.dmarc.day, cell: ({ begins }) => formatDate(begins) },
								{ id: "policy", header: t.dmarc.policy, cell: ({ policy }) => policy, from: "sm" },
								{ id: "emails", header: t.dmarc.emails, align: "end", cell: ({ emails }) => formatNumber(emails) },
							]}
						/>
					)}
				</QueryView>
				<ShowMore query={reports.query} shown={reports.items.length} total={reports.total} />
			</section>
			<QueryView query={unreadable.query} isEmpty={() => unreadable.items.length === 0} empty={null}>
				{() => (
					<section aria-label={t.dmarc.unreadable} className="min-w-0">
						<h2 className="pb-2 text-14 font-semibold">{t.dmarc.unreadable}</h2>
						<Table
							label={t.dmarc.unreadable}
							rows={unreadable.items}
							rowKey={({ emailId }) => emailId}
							columns={[
								{
									...{ id: "email", header: t.dmarc.email },
									cell: ({ emailId, subject }) => (
										<EmailLink emailId={emailId}>{subject || t.dmarc.noSubject}</EmailLink>
									),
								},
								{
									...{ id: "received", header: t.dmarc.received, from: "sm" },
									cell: ({ receivedAt }) => receivedAt !== null && formatDate(receivedAt),
								},
								{ id: "problem", header: t.dmarc.problem, cell: ({ problem }) => problem },
							]}
						/>
						<ShowMore query={unreadable.query} shown={unreadable.items.length} total={unreadable.total} />
					</section>
				)}
			</QueryView>
		</>
	);
}

function EmailLink({ emailId, children }: { emailId: string; children: string }) {
	return (
		<Link
			to="/inbox/{-$emailId}"
			params={{ emailId }}
			className="line-clamp-2 break-words underline decoration-line-strong underline-offset-2"
		>
			{children}
		</Link>
	);
}

/** An IPv6 address may break after a colon. */
function Ip({ ip }: { ip: string }) {
	const parts = ip.split(/(?<=:)(?!:)/);
	return (
		<span className="font-mono text-13 max-sm:text-12">
			{parts.map((part, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address never change their order
				<Fragment key={index}>
					{index > 0 && <wbr />}
					<span className="whitespace-nowrap">{part}</span>
				</Fragment>
			))}
		</span>
	);
}

interface ListPage<Item> {
	items: Item[];
	total: number;
	nextCursor: string | null;
}

function usePages<Item>(
	queryKey: readonly unknown[],
	read: (cursor: string | undefined, signal: AbortSignal) => Promise<ListPage<Item>>,
) {
	const query = useInfiniteQuery({
		queryKey,
		queryFn: ({ pageParam, signal }) => read(pageParam, signal),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
	});
	const pages = query.data?.pages ?? [];
	return { query, items: pages.flatMap(({ items }) => items), total: pages[0]?.total ?? 0 };
}
