import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatNumber } from "#web/lib/base/format.ts";
import { formatWeekday } from "#web/lib/base/format-days.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Section } from "#web/ui/page/card.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Table } from "#web/ui/table/table.tsx";
import type { Campaign, Forecast } from "../../contract.ts";
import { campaignKeys, campaigns } from "../base/api.ts";
import { t as baseText } from "../base/text.ts";
import { t } from "./text.ts";

/** Days shown before the user asks for all. */
const FEW = 10;
/** It changes slowly. */
const REFRESH_MS = 60_000;

/** What leaves when, day by day, until the end of a campaign. */
export function ForecastSection({ campaign }: { campaign: Campaign }) {
	const { id, state, checkedAt } = campaign;
	const query = useQuery({
		// What a check excludes leaves the forecast.
		queryKey: [...campaignKeys.forecast(id), checkedAt],
		queryFn: ({ signal }) => campaigns.getCampaignForecast({ params: { id } }, { signal }),
		refetchInterval: state === "active" ? REFRESH_MS : false,
	});
	if (query.data?.total === 0) return null;
	return (
		<Section title={t.forecast.title}>
			<QueryView query={query} errorTitle={t.forecast.couldntLoad}>
				{(forecast) => <ForecastDays campaign={campaign} forecast={forecast} />}
			</QueryView>
		</Section>
	);
}

function ForecastDays({ campaign, forecast }: { campaign: Campaign; forecast: Forecast }) {
	const { days, total, isCut } = forecast;
	const [isWhole, setWhole] = useState(false);
	const shown = isWhole ? days : days.slice(0, FEW);
	const weekday = formatWeekday(days.at(-1)?.day ?? "");
	const hasConditions = campaign.plan.steps.some(({ condition }) => condition !== "no_reply");
	return (
		<div className="flex min-w-0 flex-col gap-3">
			{isCut ? (
				<Notice tone="amber">{t.forecast.cut}</Notice>
			) : (
				<p className="text-14">
					{campaign.state === "paused" ? t.forecast.endsIfResumed(weekday) : t.forecast.ends(weekday)}
				</p>
			)}
			<p className="text-13 text-ink-2">
				{t.forecast.total(total, days.length)}
				{hasConditions && ` · ${t.forecast.conditions}`}
			</p>
			<Table
				label={t.forecast.title}
				rows={shown}
				rowKey={({ day }) => day}
				columns={[
					{ id: "day", header: t.forecast.day, cell: ({ day }) => formatWeekday(day), width: "38%" },
					{
						...{ id: "messages", header: t.forecast.messages },
						cell: ({ counts }) => <span className="text-13 text-ink-2">{described(counts)}</span>,
					},
					{
						...{ id: "total", header: t.forecast.count, align: "end", width: "72px" },
						cell: ({ counts }) => formatNumber(counts.reduce((sum, count) => sum + count, 0)),
					},
				]}
			/>
			{days.length > FEW && (
				<div>
					<Button size="small" onClick={() => setWhole(!isWhole)}>
						{isWhole ? t.forecast.showFewer : t.forecast.showAll(days.length)}
					</Button>
				</div>
			)}
		</div>
	);
}

/** "20 × First message, 5 × Follow-up 1". */
function described(counts: readonly number[]): string {
	const name = (step: number) => (step === 0 ? baseText.messages.first : baseText.messages.followUp(step));
	return counts.flatMap((count, step) => (count === 0 ? [] : [t.forecast.ofStep(count, name(step))])).join(", ");
}
