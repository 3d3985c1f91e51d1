import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { MailQuestion, Plus, RefreshCw } from "lucide-react";
import type { FigureId } from "#shared/figures/figures.ts";
import { wholeList } from "#web/lib/api/all-pages.ts";
import { formatNumber } from "#web/lib/base/format.ts";
import { Button } from "#web/ui/button/button.tsx";
import { type Stat, StatStrip } from "#web/ui/page/stat-strip.tsx";
import { Tabs } from "#web/ui/page/tabs.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { WorkbenchAction } from "#web/ui/workbench/action.tsx";
import { Workbench, WorkbenchPane } from "#web/ui/workbench/workbench.tsx";
import type { CampaignSummary } from "../../contract.ts";
import { tool } from "../../tool.ts";
import { campaignKeys, campaigns } from "../base/api.ts";
import { rate } from "../base/rate.ts";
import { readSearchParams } from "../base/search-params.ts";
import { t } from "../base/text.ts";
import { useCreateCampaign } from "../base/use-create-campaign.ts";
import { CampaignRow } from "./campaign-row.tsx";
import { WaitingList } from "./waiting-list.tsx";

const tabs = [
	{ value: "campaigns", label: t.waiting.campaigns },
	{ value: "me", label: t.waiting.me },
	{ value: "them", label: t.waiting.them },
] as const;

/** Campaigns that are read at once. */
const PAGE = 500;

/** All campaigns with their counts, and the totals. */
export function Tracker() {
	const query = useQuery({
		queryKey: campaignKeys.list,
		// The shares of opens and clicks need all of them.
		queryFn: ({ signal }) =>
			wholeList((cursor) => campaigns.listCampaigns({ query: { limit: PAGE, cursor } }, { signal })),
	});
	const create = useCreateCampaign();
	const navigate = useNavigate();
	const { tab = "campaigns" } = readSearchParams(useSearch({ strict: false }));
	const client = useQueryClient();
	const refresh = async () => {
		await client.invalidateQueries({ queryKey: campaignKeys.all });
		const error = client.getQueryState(campaignKeys.list)?.error;
		if (error) toast({ title: t.page.couldntLoad, description: error.message, tone: "destructive" });
		else toast({ title: t.page.refreshed });
	};
	return (
		<Workbench
			title={tool.title}
			actions={
				<>
					<WorkbenchAction icon={RefreshCw} busy={query.isFetching} onClick={() => void refresh()}>
						{t.page.refresh}
					</WorkbenchAction>
					<WorkbenchAction icon={Plus} variant="primary" busy={create.isPending} onClick={() => create.mutate({})}>
						{t.page.create}
					</WorkbenchAction>
				</>
			}
		>
			<WorkbenchPane>
				<Tabs
					label={t.waiting.tabs}
					tabs={tabs}
					value={tab}
					onChange={(next) => void navigate({ to: tool.path, search: next === "campaigns" ? {} : { tab: next } })}
				/>
				{tab !== "campaigns" && <WaitingList key={tab} who={tab} />}
				{tab === "campaigns" && (
					<QueryView query={query} errorTitle={t.page.couldntLoad} loading={<Skeleton rows={6} />}>
						{({ items, totals }) => (
							<div className="flex min-w-0 flex-col gap-4">
								<StatStrip label={t.page.totals} stats={statsOf(totals, items)} />
								{items.length === 0 ? (
									<EmptyState
										icon={MailQuestion}
										title={t.page.empty}
										description={t.page.emptyWhy}
										action={
											<Button icon={Plus} busy={create.isPending} onClick={() => create.mutate({})}>
												{t.page.create}
											</Button>
										}
									/>
								) : (
									<ul
										aria-label={t.list.label}
										className="divide-y divide-line overflow-hidden rounded-3 border border-line bg-surface"
									>
										{items.map((campaign) => (
											<CampaignRow key={campaign.id} campaign={campaign} />
										))}
									</ul>
								)}
							</div>
						)}
					</QueryView>
				)}
			</WorkbenchPane>
		</Workbench>
	);
}

type Counts = CampaignSummary["counts"];

/** Shares are of the people in the campaigns that track it. */
function statsOf({ sent, opened, clicked, replied }: Counts, items: readonly CampaignSummary[]): Stat[] {
	const sentIn = (name: "opened" | "clicked" | "replied"): number =>
		items.reduce((sum, { counts }) => sum + (counts[name] === null ? 0 : counts.sent), 0);
	const tracked = (
		figure: FigureId,
		label: string,
		count: number | null,
		name: "opened" | "clicked" | "replied",
	): Stat =>
		count === null
			? { figure, label, value: <span className="font-sans text-14 text-ink-3">{t.page.notTracked}</span> }
			: { figure, label, value: formatNumber(count), note: rate(count, sentIn(name)) };
	return [
		{ figure: "campaignSent", label: t.page.sent, value: formatNumber(sent) },
		tracked("campaignOpened", t.page.opens, opened, "opened"),
		tracked("campaignClicked", t.page.clicks, clicked, "clicked"),
		tracked("campaignReplied", t.page.replies, replied, "replied"),
	];
}
