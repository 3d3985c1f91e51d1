import { useQuery } from "@tanstack/react-query";
import { Archive, List, MailQuestion, Plus } from "lucide-react";
import type { FigureId } from "#shared/figures/figures.ts";
import { wholeList } from "#web/lib/api/all-pages.ts";
import { formatNumber } from "#web/lib/base/format.ts";
import { Button } from "#web/ui/button/button.tsx";
import { type Stat, StatStrip } from "#web/ui/page/stat-strip.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import type { CampaignSummary } from "../../contract.ts";
import { campaignKeys, campaigns } from "../base/api.ts";
import { rate } from "../base/rate.ts";
import type { Tab } from "../base/search-params.ts";
import { t } from "../base/text.ts";
import { useCreateCampaign } from "../base/use-create-campaign.ts";
import { CampaignRow } from "./campaign-row.tsx";

/** Campaigns that are read at once. */
const PAGE = 500;

interface CampaignListProps {
	archived: boolean;
	onShow: (tab: Tab) => void;
}

/** All campaigns that are archived, or that are not, with their counts and the totals. */
export function CampaignList({ archived, onShow }: CampaignListProps) {
	const query = useQuery({
		queryKey: campaignKeys.listed(archived),
		// The shares of opens and clicks need all of them.
		queryFn: ({ signal }) =>
			wholeList((cursor) =>
				campaigns.listCampaigns({ query: { limit: PAGE, cursor, archived: archived ? "true" : "false" } }, { signal }),
			),
	});
	return (
		<QueryView query={query} errorTitle={t.page.couldntLoad} loading={<Skeleton rows={6} />}>
			{({ items, totals }) => (
				<div className="flex min-w-0 flex-col gap-4">
					<StatStrip label={t.page.totals} stats={statsOf(totals, items)} />
					{items.length === 0 ? (
						<Nothing archived={archived} />
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
					<div>
						<Button
							variant="ghost"
							size="small"
							icon={archived ? List : Archive}
							onClick={() => onShow(archived ? "campaigns" : "archived")}
						>
							{archived ? t.manage.showCurrent : t.manage.showArchived}
						</Button>
					</div>
				</div>
			)}
		</QueryView>
	);
}

function Nothing({ archived }: { archived: boolean }) {
	const create = useCreateCampaign();
	if (archived) return <EmptyState icon={Archive} title={t.manage.noArchived} description={t.manage.noArchivedWhy} />;
	return (
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
