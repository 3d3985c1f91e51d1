import { RefreshCw } from "lucide-react";
import { AccessNotice } from "#web/lib/mailbox/access-notice.tsx";
import type { GatedMailbox } from "#web/lib/mailbox/mailbox-gate.tsx";
import { RangeNote, RangeSelect } from "#web/lib/range/range-select.tsx";
import { useRange } from "#web/lib/range/use-range.ts";
import { TabFrame, TabList, TabPanel } from "#web/ui/page/tabs.tsx";
import { WorkbenchAction } from "#web/ui/workbench/action.tsx";
import { Workbench, WorkbenchPane } from "#web/ui/workbench/workbench.tsx";
import { tool } from "../tool.ts";
import { AttemptsTab } from "./attempts/attempts-tab.tsx";
import type { Tab } from "./base/search-params.ts";
import { t } from "./base/text.ts";
import { useAddress } from "./base/use-search-params.ts";
import { KeptTab } from "./kept/kept-tab.tsx";
import { useScan } from "./subscriptions/use-scan.ts";
import { useSubscriptions } from "./subscriptions/use-subscriptions.ts";
import { useSubscriptionsView } from "./subscriptions/use-subscriptions-view.tsx";

/** The tool once a mailbox is connected: range, scan button, and three tabs. */
export function Unsubscriber({ account, accounts, mailboxes }: GatedMailbox) {
	const address = useAddress();
	const { choice, span, end, choose } = useRange();
	const lists = useSubscriptions({ account: account?.id, ...span, view: address.view });
	const { scanning, scan } = useScan(account?.id);
	const views = lists.data?.views;
	const { content, notices, ...view } = useSubscriptionsView({ query: lists, accounts });
	const isList = address.tab === "subscriptions";
	return (
		<TabFrame<Tab> value={address.tab} onChange={(tab) => address.show({ tab })}>
			<Workbench
				title={tool.title}
				range={<RangeSelect isInline value={choice} end={end} onChange={choose} disabled={scanning} />}
				facts={isList ? view.facts : undefined}
				search={isList ? view.search : undefined}
				actions={
					<WorkbenchAction icon={RefreshCw} disabled={scanning} onClick={scan}>
						{scanning ? t.page.scanning : t.page.scanForSubscriptions}
					</WorkbenchAction>
				}
				strip={isList && view.strip}
				notices={
					<>
						<AccessNotice mailboxes={mailboxes} />
						<RangeNote value={choice} end={end} />
						{isList && notices}
					</>
				}
				filters={
					<>
						<TabList<Tab>
							label={tool.title}
							tabs={[
								{
									value: "subscriptions",
									label: t.page.subscriptions,
									count: views?.open,
									countLabel: t.page.toReview,
								},
								{ value: "kept", label: t.page.kept, count: views?.kept, countLabel: t.page.keptCount },
								{ value: "log", label: t.page.log },
							]}
						/>
						{isList && view.filters}
					</>
				}
				panel={isList && view.panel}
				bulk={isList && view.bulk}
			>
				<TabPanel value={address.tab} fill>
					{isList ? (
						content
					) : (
						<WorkbenchPane>
							{address.tab === "kept" ? <KeptTab account={account?.id} /> : <AttemptsTab account={account?.id} />}
						</WorkbenchPane>
					)}
				</TabPanel>
			</Workbench>
		</TabFrame>
	);
}
