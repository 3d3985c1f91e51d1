import { useMemo, useState } from "react";
import { everything, nothing, prune, type Selection } from "#web/lib/mail-list/selection.ts";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import type { Pick } from "../../contract.ts";
import { SUSPICIOUS } from "../../groups.ts";
import { searchOfUnread } from "../../searches.ts";
import { categoryInfo, groupName, sumOf } from "../base/categories.ts";
import { t } from "../base/text.ts";
import { useAddress } from "../base/use-address.ts";
import { moverOf } from "../corrections/moves.ts";
import type { ViewProps } from "../emails/emails-view.tsx";
import { BulkActions } from "../list/bulk-actions.tsx";
import { ListHead } from "../list/list-head.tsx";
import { NothingFound } from "../list/nothing-found.tsx";
import { SenderTable } from "./sender-table.tsx";
import { type SenderSort, senderId, senderOf, useSenders } from "./use-senders.ts";

/** Senders and lists in the selected category. */
export function SendersView({ scope, accountNames, moves, counts, suspicious, total, scanning, onScan }: ViewProps) {
	const { category, show } = useAddress();
	const [selection, setSelection] = useState<Selection>(nothing);
	const [sort, setSort] = useState<SenderSort>("count");
	const senders = useSenders(scope, category ?? undefined, sort);
	const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = senders;
	const loaded = useMemo(() => data && new Set(data.items.map(senderId)), [data]);
	const pruned = loaded && !senders.isPlaceholderData ? prune(selection, loaded) : selection;
	if (pruned !== selection) setSelection(pruned);
	const emails =
		category === null ? total : category === SUSPICIOUS ? sumOf(suspicious) : counts[categoryInfo(category).count];
	// Every selected or excluded row is loaded.
	const named = (data?.items ?? []).filter((sender) => selection.ids.has(senderId(sender)));
	const inNamed = named.reduce((sum, { count }) => sum + count, 0);
	const keys = [...selection.ids].map(senderOf);
	const pick: Pick = selection.mode === "all" ? { by: "all_senders", except: keys } : { by: "senders", senders: keys };
	const count = selection.mode === "all" ? Math.max(0, emails - inNamed) : inNamed;
	return (
		<section className="flex min-h-0 min-w-0 flex-1 flex-col">
			<ListHead
				count={data?.total}
				from={undefined}
				account={scope.account}
				isAll={selection.mode === "all" && selection.ids.size === 0}
				onAll={(all) => setSelection(all ? everything : nothing)}
			/>
			<div className="min-h-0 flex-1 overflow-y-auto bg-surface">
				<QueryView
					query={senders}
					loading={<Skeleton rows={6} label={t.senders.loadingSenders} />}
					errorTitle={t.senders.couldntLoadSenders}
					isEmpty={({ items }) => items.length === 0}
					empty={<NothingFound scanning={scanning} onScan={onScan} />}
				>
					{(shown) => (
						<SenderTable
							label={t.senders.sendersIn(groupName(category))}
							senders={shown}
							selection={selection}
							onSelect={setSelection}
							sort={sort}
							onSort={setSort}
							onOpen={({ accountId, key }) => show({ view: null, sender: key, mailbox: accountId }, { push: true })}
							unreadOf={({ unread, key }) =>
								unread === 0
									? null
									: searchOfUnread(
											{
												...{ from: scope.from, until: scope.until, category: category ?? undefined },
												...{ folders: scope.folders === "true", archived: scope.archived === "true" },
											},
											key,
										)
							}
							onMove={(sender) => moves.moveAll(moverOf(sender), sender.categories[0]?.category ?? "primary")}
							accountNames={accountNames}
							onMore={hasNextPage ? () => void fetchNextPage() : undefined}
							loadingMore={isFetchingNextPage}
						/>
					)}
				</QueryView>
			</div>
			<BulkActions
				chosen={{ count, scope, category: category ?? undefined, sender: undefined, pick }}
				onDone={() => setSelection(nothing)}
				onClear={() => setSelection(nothing)}
			/>
		</section>
	);
}
