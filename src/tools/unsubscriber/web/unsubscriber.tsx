import type { GatedMailbox } from "#web/lib/mailbox/mailbox-gate.tsx";
import { RangeSelect } from "#web/lib/range/range-select.tsx";
import { useRange } from "#web/lib/range/use-range.ts";
import { Button } from "#web/ui/button.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { AttemptsTab } from "./attempts/attempts-tab.tsx";
import { KeptTab } from "./kept/kept-tab.tsx";
import type { Tab } from "./search-params.ts";
import { SubscriptionsTab } from "./subscriptions/subscriptions-tab.tsx";
import { useScan } from "./subscriptions/use-scan.ts";
import { useSubscriptions } from "./subscriptions/use-subscriptions.ts";
import { t } from "./text.ts";
import { useAddress } from "./use-search-params.ts";

/** The tool once a mailbox is connected: range, scan button, and three tabs. */
export function Unsubscriber({ account, accounts }: GatedMailbox) {
	const address = useAddress();
	const { choice, span, end, choose } = useRange();
	const lists = useSubscriptions({ account: account?.id, ...span, view: address.view });
	const { scanning, scan } = useScan(account?.id);
	const views = lists.data?.views;
	return (
		<div className="flex flex-col gap-4">
			<div className="flex flex-wrap items-start gap-2">
				<RangeSelect value={choice} end={end} onChange={choose} disabled={scanning} />
				<Button variant="primary" disabled={scanning} onClick={scan}>
					{scanning ? t.page.scanning : t.page.scanForSubscriptions}
				</Button>
				{lists.data && (
					<p role="status" className="flex min-h-8 items-center text-13 text-ink-3">
						{t.page.counted(lists.data.messages, lists.data.tookMs)}
					</p>
				)}
			</div>
			<Tabs<Tab>
				label={t.page.unsubscriber}
				value={address.tab}
				onChange={(tab) => address.show({ tab })}
				tabs={[
					{ value: "subscriptions", label: t.page.subscriptions, count: views?.open, countLabel: t.page.toReview },
					{ value: "kept", label: t.page.kept, count: views?.kept, countLabel: t.page.keptCount },
					{ value: "log", label: t.page.log },
				]}
			>
				{address.tab === "subscriptions" && <SubscriptionsTab query={lists} accounts={accounts} />}
				{address.tab === "kept" && <KeptTab account={account?.id} />}
				{address.tab === "log" && <AttemptsTab account={account?.id} />}
			</Tabs>
		</div>
	);
}
