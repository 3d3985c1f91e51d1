import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { Workbench, WorkbenchPane } from "#web/ui/workbench/workbench.tsx";
import { isInProgress } from "../states.ts";
import { tool } from "../tool.ts";
import { campaignQuery } from "./base/api.ts";
import { readSearchParams } from "./base/search-params.ts";
import { t } from "./base/text.ts";
import { Details } from "./details/details.tsx";
import { ChangeInProgress } from "./editor/change-in-progress.tsx";
import { Editor } from "./editor/editor.tsx";

/** One campaign: a draft in its editor, one in progress with a step to change it, any other with its results. */
export function CampaignView({ id }: { id: string }) {
	const query = useQuery(campaignQuery(id));
	const { step } = readSearchParams(useSearch({ strict: false }));
	if (query.data === undefined)
		return (
			<Workbench title={tool.title}>
				<WorkbenchPane>
					<QueryView query={query} errorTitle={t.page.couldntLoad} loading={<Skeleton rows={8} />}>
						{() => null}
					</QueryView>
				</WorkbenchPane>
			</Workbench>
		);
	const { data: campaign } = query;
	if (campaign.state === "draft") return <Editor campaign={campaign} />;
	if (step !== undefined && isInProgress(campaign.state)) return <ChangeInProgress campaign={campaign} />;
	return <Details campaign={campaign} />;
}
