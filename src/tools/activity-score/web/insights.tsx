import type { ReactNode } from "react";
import type { FigureId } from "#shared/figures/figures.ts";
import { formatNumber, formatPercent } from "#web/lib/base/format.ts";
import { MailLink } from "#web/lib/screens/mail-link.tsx";
import { Defined } from "#web/ui/base/defined.tsx";
import { Section } from "#web/ui/page/card.tsx";
import type { ActivityScore } from "../contract.ts";
import type { EmailListName } from "../lists.ts";
import { gradeOf } from "../score.ts";
import { searchOf } from "../searches.ts";
import { ListLink } from "./list-link.tsx";
import { t } from "./text.ts";

/** Weekly emails, click rate, grade, threads that wait, and streaks. */
export function Insights({ report }: { report: ActivityScore }) {
	const { emailsPerDay, sentOpenRate, clickRate, score, waitingForMe, waitingForThem, streaks } = report;
	return (
		<Section title={t.insights.title}>
			<dl>
				<Insight name={t.insights.weekly}>
					{emailsPerDay === null ? t.metrics.tooLittle : formatNumber(Math.round(emailsPerDay * 7))}
				</Insight>
				{sentOpenRate !== null && (
					<Insight name={t.insights.sentOpenRate} note={t.insights.ofCampaigns}>
						<Defined figure="recipientOpens">{formatPercent(sentOpenRate)}</Defined>
					</Insight>
				)}
				<Insight
					name={t.insights.clickRate}
					note={clickRate === null ? t.insights.notMeasuredWhy : t.insights.ofCampaigns}
				>
					{clickRate === null ? (
						t.insights.notMeasured
					) : (
						<Defined figure="recipientClicks">{formatPercent(clickRate)}</Defined>
					)}
				</Insight>
				<Insight name={t.insights.grade}>{score === null ? t.metrics.tooLittle : gradeOf(score)}</Insight>
				<Insight name={t.insights.waitingForMe} note={t.insights.waitingWindow}>
					<Threads figure="waitingForMe" count={waitingForMe} list="waiting_for_me" />
				</Insight>
				<Insight name={t.insights.waitingForThem} note={t.insights.waitingWindow}>
					<Threads figure="waitingForThem" count={waitingForThem} list="waiting_for_them" />
				</Insight>
				<Streak name={t.insights.streak} streak={streaks.longest} />
				<Streak name={t.insights.current} streak={streaks.current} />
			</dl>
		</Section>
	);
}

function Insight({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
	return (
		<div className="grid min-h-10 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t border-line py-1.5 text-14">
			<dt>
				{name}
				{note !== undefined && <span className="block text-12 text-ink-3">{note}</span>}
			</dt>
			<dd className="text-right font-semibold tabular-nums">{children}</dd>
		</div>
	);
}

interface ThreadsProps {
	figure: FigureId;
	count: number;
	list: EmailListName;
}

function Threads({ figure, count, list }: ThreadsProps) {
	if (count === 0) return formatNumber(0);
	return (
		<Defined figure={figure}>
			<ListLink list={list}>{formatNumber(count)}</ListLink>
		</Defined>
	);
}

function Streak({ name, streak }: { name: string; streak: ActivityScore["streaks"]["longest"] }) {
	return (
		<Insight name={name}>
			{streak === null ? (
				t.insights.none
			) : (
				<MailLink search={searchOf("sent", streak)}>{t.insights.streakDays(streak.days)}</MailLink>
			)}
		</Insight>
	);
}
