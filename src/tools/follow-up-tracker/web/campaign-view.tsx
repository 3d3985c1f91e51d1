import { useQuery } from "@tanstack/react-query";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { Workbench, WorkbenchPane } from "#web/ui/workbench/workbench.tsx";
import { tool } from "../tool.ts";
import { campaignQuery } from "./base/api.ts";
import { t } from "./base/text.ts";
import { Details } from "./details/details.tsx";
import { Editor } from "./editor/editor.tsx";

/** One campaign: a draft in its editor, any other with its results. */
export function CampaignView({ id }: { id: string }) {
	const query = useQuery(campaignQuery(id));
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
	return query.data.state === "draft" ? <Editor campaign={query.data} /> : <Details campaign={query.data} />;
}
