import { formatDuration, formatNumber } from "#web/lib/format.ts";
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
import { useAddress } from "./use-search-params.ts";

/** The tool once a mailbox is connected: range, scan button, and three tabs. */
export function Unsubscriber({ account, accounts }: GatedMailbox) {
	const address = useAddress();
	const { choice, span, choose } = useRange();
	const lists = useSubscriptions({ account: account?.id, ...span, view: address.view });
	const { scanning, scan } = useScan(account?.id);
	const views = lists.data?.views;
	return (
		<div className="flex flex-col gap-4">
			<div className="flex flex-wrap items-start gap-2">
				<RangeSelect value={choice} onChange={choose} disabled={scanning} />
				<Button variant="primary" disabled={scanning} onClick={scan}>
					{scanning ? "Scanning..." : "Scan for Subscriptions"}
				</Button>
				{lists.data && (
					<p role="status" className="flex min-h-8 items-center text-13 text-ink-3">
						{formatNumber(lists.data.messages)} emails counted in {formatDuration(lists.data.tookMs)}
					</p>
				)}
			</div>
			<Tabs<Tab>
				label="Unsubscriber"
				value={address.tab}
				onChange={(tab) => address.show({ tab })}
				tabs={[
					{ value: "subscriptions", label: "Subscriptions", count: views?.open, countLabel: "to decide" },
					{ value: "kept", label: "Kept", count: views?.kept, countLabel: "kept" },
					{ value: "ledger", label: "Ledger" },
				]}
			>
				{address.tab === "subscriptions" && <SubscriptionsTab query={lists} accounts={accounts} />}
				{address.tab === "kept" && <KeptTab account={account?.id} />}
				{address.tab === "ledger" && <AttemptsTab account={account?.id} />}
			</Tabs>
		</div>
	);
}
