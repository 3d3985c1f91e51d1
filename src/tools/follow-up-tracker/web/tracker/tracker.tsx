import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Plus, RefreshCw } from "lucide-react";
import { Tabs } from "#web/ui/page/tabs.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { WorkbenchAction } from "#web/ui/workbench/action.tsx";
import { Workbench, WorkbenchPane } from "#web/ui/workbench/workbench.tsx";
import { tool } from "../../tool.ts";
import { campaignKeys } from "../base/api.ts";
import { readSearchParams, type Tab } from "../base/search-params.ts";
import { t } from "../base/text.ts";
import { useCreateCampaign } from "../base/use-create-campaign.ts";
import { ReplyList } from "../people/reply-list.tsx";
import { CampaignList } from "./campaign-list.tsx";
import { WaitingList } from "./waiting-list.tsx";

const tabs = [
	{ value: "campaigns", label: t.waiting.campaigns },
	{ value: "replies", label: t.replies.label },
	{ value: "me", label: t.waiting.me },
	{ value: "them", label: t.waiting.them },
] as const;

/** Campaigns, and the conversations that wait. */
export function Tracker() {
	const create = useCreateCampaign();
	const navigate = useNavigate();
	const { tab = "campaigns" } = readSearchParams(useSearch({ strict: false }));
	const client = useQueryClient();
	const isFetching = useIsFetching({ queryKey: campaignKeys.list }) > 0;
	const refresh = async () => {
		await client.invalidateQueries({ queryKey: campaignKeys.all });
		const failed = client
			.getQueriesData({ queryKey: campaignKeys.list })
			.map(([key]) => client.getQueryState(key)?.error);
		const error = failed.find((one) => one);
		if (error) toast({ title: t.page.couldntLoad, description: error.message, tone: "destructive" });
		else toast({ title: t.page.refreshed });
	};
	const show = (next: Tab) => void navigate({ to: tool.path, search: next === "campaigns" ? {} : { tab: next } });
	return (
		<Workbench
			title={tool.title}
			actions={
				<>
					<WorkbenchAction icon={RefreshCw} busy={isFetching} onClick={() => void refresh()}>
						{t.page.refresh}
					</WorkbenchAction>
					<WorkbenchAction icon={Plus} variant="primary" busy={create.isPending} onClick={() => create.mutate({})}>
						{t.page.create}
					</WorkbenchAction>
				</>
			}
		>
			<WorkbenchPane>
				<Tabs label={t.waiting.tabs} tabs={tabs} value={tab === "archived" ? "campaigns" : tab} onChange={show} />
				{(tab === "me" || tab === "them") && <WaitingList key={tab} who={tab} />}
				{tab === "replies" && <ReplyList />}
				{(tab === "campaigns" || tab === "archived") && (
					<CampaignList key={tab} archived={tab === "archived"} onShow={show} />
				)}
			</WorkbenchPane>
		</Workbench>
	);
}
