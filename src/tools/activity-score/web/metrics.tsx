import type { ReactNode } from "react";
import { formatNumber, formatPercent } from "#web/lib/base/format.ts";
import { MailLink } from "#web/lib/screens/mail-link.tsx";
import { cx } from "#web/ui/base/cx.ts";
import type { ActivityScore } from "../contract.ts";
import { bandOf, deductionOf, type Metric, rules } from "../score.ts";
import { searchOf, searchOfOpened } from "../searches.ts";
import { ListLink } from "./list-link.tsx";
import { t } from "./text.ts";

const rounded = (value: number): string => formatNumber(Number(value.toFixed(1)));

/** The four measured metrics: value, band, what it takes off the score, and the emails behind it. */
export function Metrics({ report }: { report: ActivityScore }) {
	const { current, before } = report;
	const { response } = current;
	return (
		<section
			aria-label={t.metrics.label}
			className="grid gap-px overflow-hidden rounded-3 border border-line bg-line sm:grid-cols-2 xl:grid-cols-4"
		>
			<MetricCard
				metric="emailsPerDay"
				value={current.emailsPerDay}
				before={before?.emailsPerDay ?? null}
				format={rounded}
			>
				<MailLink search={searchOf("received", current)}>
					{t.metrics.perDay(formatNumber(current.received), "").received}
				</MailLink>
				{" · "}
				<MailLink search={searchOf("sent", current)}>{t.metrics.perDay("", formatNumber(current.sent)).sent}</MailLink>
			</MetricCard>
			<MetricCard
				metric="responseTime"
				value={response.median}
				before={before?.response.median ?? null}
				format={t.hours}
				note={
					response.p90 !== null && response.elapsedMedian !== null
						? t.metrics.p90(t.hours(response.p90), t.hours(response.elapsedMedian))
						: undefined
				}
			>
				<ListLink list="replies">{t.metrics.median(response.count)}</ListLink>
			</MetricCard>
			<MetricCard
				metric="replyRate"
				value={current.replyRate}
				before={before?.replyRate ?? null}
				format={formatPercent}
			>
				<ListLink list="answered">{t.metrics.answered(current.answered)}</ListLink>{" "}
				<ListLink list="people">{t.metrics.ofPeople(current.fromPeople)}</ListLink>
			</MetricCard>
			<MetricCard metric="openRate" value={current.openRate} before={before?.openRate ?? null} format={formatPercent}>
				<MailLink search={searchOfOpened(current)}>{t.metrics.read(current.read)}</MailLink>{" "}
				{t.metrics.ofReceived(current.received)}
			</MetricCard>
		</section>
	);
}

interface MetricCardProps {
	metric: Metric;
	value: number | null;
	before: number | null;
	format: (value: number) => string;
	note?: string | undefined;
	children: ReactNode;
}

function MetricCard({ metric, value, before, format, note, children }: MetricCardProps) {
	const band = bandOf(metric, value);
	const points = deductionOf(metric, value);
	const isLowest = band !== null && band === rules[metric].bands.at(-1)?.id;
	return (
		<div className="min-w-0 bg-surface px-4 py-3.5">
			<h2 className="text-13 text-ink-3">{t.metrics.names[metric]}</h2>
			{value === null || band === null ? (
				<p className="py-1">
					<span className="block text-16 font-semibold">{t.metrics.tooLittle}</span>
					<span className="block text-13 text-ink-3">{t.metrics.minimum}</span>
				</p>
			) : (
				<p className="flex flex-wrap items-baseline gap-x-2">
					<span className="font-display text-28 tabular-nums">{format(value)}</span>
					<span className={cx("text-13 font-medium", isLowest ? "text-amber" : "text-accent")}>
						{t.metrics.bands[band]}
					</span>
					{before !== null && <span className="text-13 text-ink-3">{t.metrics.before(format(before))}</span>}
				</p>
			)}
			<p className="text-13 text-ink-2">{children}</p>
			{note !== undefined && <p className="text-12 text-ink-3">{note}</p>}
			{points !== null && (
				<p className={cx("text-12", points > 0 ? "font-medium text-amber" : "text-ink-3")}>
					{points > 0 ? t.metrics.points(points) : t.metrics.noPoints}
				</p>
			)}
		</div>
	);
}
