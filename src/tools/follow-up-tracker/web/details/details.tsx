import { List } from "lucide-react";
import type { FigureId } from "#shared/figures/figures.ts";
import { percentOf } from "#shared/figures/share.ts";
import { formatNumber } from "#web/lib/base/format.ts";
import { formatDays } from "#web/lib/base/format-days.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { BarChart, FunnelChart } from "#web/ui/charts/charts.tsx";
import { Section } from "#web/ui/page/card.tsx";
import { type Stat, StatStrip } from "#web/ui/page/stat-strip.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { Table } from "#web/ui/table/table.tsx";
import { WorkbenchAction } from "#web/ui/workbench/action.tsx";
import { Facts, Workbench, WorkbenchPane } from "#web/ui/workbench/workbench.tsx";
import type { Campaign } from "../../contract.ts";
import { limits } from "../../limits.ts";
import { isInProgress } from "../../states.ts";
import { campaignTones } from "../base/labels.ts";
import { rate } from "../base/rate.ts";
import { t } from "../base/text.ts";
import { useOpenCampaign } from "../base/use-navigation.ts";
import { ForecastSection } from "../forecast/forecast-section.tsx";
import { RecipientTable } from "../people/recipient-table.tsx";
import { ReplyList } from "../people/reply-list.tsx";
import { CampaignActions } from "./campaign-actions.tsx";
import { SubjectResults } from "./subject-results.tsx";

/** A launched campaign: results, charts, and everyone's state. */
export function Details({ campaign }: { campaign: Campaign }) {
	const { id, name, state, pauseReason, nextAt, counts } = campaign;
	const open = useOpenCampaign();
	const facts = [
		<Badge key="state" tone={campaignTones[state]}>
			{t.list.states[state]}
		</Badge>,
		nextAt === null ? null : t.details.nextAt(nextAt),
	];
	return (
		<Workbench
			title={name}
			range={<Facts items={facts} />}
			actions={
				<>
					<WorkbenchAction icon={List} onClick={() => open(null)}>
						{t.page.back}
					</WorkbenchAction>
					<CampaignActions campaign={campaign} />
				</>
			}
			notices={
				state === "paused" ? (
					<Notice tone="amber">{pauseReason === null ? t.details.paused : t.details.pausedBecause(pauseReason)}</Notice>
				) : (
					state === "active" && isBouncing(campaign) && <Notice tone="amber">{t.details.bouncing}</Notice>
				)
			}
		>
			<WorkbenchPane>
				<div className="flex min-w-0 flex-col gap-6">
					<StatStrip label={t.details.figures} stats={statsOf(campaign)} />
					<Charts campaign={campaign} />
					{isInProgress(state) && <ForecastSection campaign={campaign} />}
					<Section title={t.details.messages}>
						<StepTable campaign={campaign} />
					</Section>
					{campaign.stepCounts.some(({ subjects }) => subjects !== null) && (
						<Section title={t.subjects.title}>
							<div className="flex min-w-0 flex-col gap-6">
								<SubjectResults campaign={campaign} />
							</div>
						</Section>
					)}
					{counts.replied > 0 && (
						<Section title={t.replies.label}>
							<ReplyList campaign={id} />
						</Section>
					)}
					<Section title={t.details.people}>
						<RecipientTable campaign={campaign} />
					</Section>
				</div>
			</WorkbenchPane>
		</Workbench>
	);
}

/** More bounces than a good list has, though not as many as pause it. */
function isBouncing({ states: { bounced = 0 }, attempted }: Campaign): boolean {
	return bounced >= limits.leastBounces && (percentOf(bounced, attempted) ?? 0) >= limits.bouncesWarned;
}

function statsOf({ counts, states, attempted }: Campaign): Stat[] {
	const { sent, opened, clicked, replied } = counts;
	const share = (figure: FigureId, label: string, count: number, all = sent): Stat => ({
		...{ figure, label },
		value: formatNumber(count),
		note: t.details.ofSent(rate(count, all), formatNumber(all)),
	});
	return [
		{ figure: "campaignSent", label: t.details.sent, value: formatNumber(sent) },
		...(opened === null ? [] : [share("campaignOpened", t.details.opened, opened)]),
		...(clicked === null ? [] : [share("campaignClicked", t.details.clicked, clicked)]),
		share("campaignReplied", t.details.replied, replied),
		share("campaignBounced", t.details.bounced, states.bounced ?? 0, attempted),
		share("campaignUnsubscribed", t.details.unsubscribed, states.unsubscribed ?? 0),
	];
}

function Charts({ campaign }: { campaign: Campaign }) {
	const { counts, includedCount, days } = campaign;
	const steps = [
		{ id: "recipients", label: t.details.recipients, value: includedCount },
		{ id: "sent", label: t.details.sent, value: counts.sent },
		...(counts.opened === null ? [] : [{ id: "opened", label: t.details.opened, value: counts.opened }]),
		// Not all who reply have opened a message in a way that can be counted.
		{ id: "replied", label: t.details.replied, value: counts.replied, of: "sent" },
	];
	return (
		<div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
			<FunnelChart title={t.details.funnel} head={t.details.funnelStep} steps={steps} />
			<BarChart
				title={t.details.days}
				head={t.details.day}
				isGrouped
				points={days.map(({ day }) => ({ label: formatDays(day, day) }))}
				series={[
					{ id: "sent", label: t.details.messagesPerDay, values: days.map(({ sent }) => sent), color: "primary" },
					{
						id: "replied",
						label: t.details.repliesPerDay,
						values: days.map(({ replied }) => replied),
						color: "updates",
					},
				]}
			/>
		</div>
	);
}

function StepTable({ campaign }: { campaign: Campaign }) {
	const rows = campaign.stepCounts.map((counts, index) => ({
		...{ index, counts },
		name: index === 0 ? t.messages.first : t.messages.followUp(index),
	}));
	const tracked = (id: "opened" | "clicked", header: string) => ({
		...{ id, header, align: "end" as const },
		cell: ({ counts }: (typeof rows)[number]) => formatNumber(counts[id] ?? 0),
	});
	return (
		<Table
			label={t.details.messages}
			rows={rows}
			rowKey={({ index }) => String(index)}
			columns={[
				{ id: "message", header: t.details.message, cell: ({ name }) => name },
				{ id: "sent", header: t.details.sent, align: "end", cell: ({ counts }) => formatNumber(counts.sent) },
				...(campaign.plan.tracksOpens ? [tracked("opened", t.details.opened)] : []),
				...(campaign.plan.tracksClicks ? [tracked("clicked", t.details.clicked)] : []),
				{ id: "replied", header: t.details.replied, align: "end", cell: ({ counts }) => formatNumber(counts.replied) },
				{
					...{ id: "rate", header: t.details.replyRate, align: "end" },
					cell: ({ counts }) => rate(counts.replied, counts.sent),
				},
			]}
		/>
	);
}
