import { History } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { Operation } from "#shared/contracts/plans.ts";
import { useSelection } from "#web/lib/accounts.ts";
import { inboxLink } from "#web/lib/links.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Page, PageHeader } from "#web/ui/page.tsx";
import { QueryView } from "#web/ui/query-view.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { VirtualList } from "#web/ui/virtual-list.tsx";
import { ActivityDetail } from "./activity-detail.tsx";
import { ActivityEntry } from "./activity-entry.tsx";
import { t } from "./text.ts";
import { isReading, undoActionOf, useOperations, useUndo } from "./use-activity.ts";

type Filter = "changes" | "everything";
const tabs = [
	{ value: "changes", label: t.page.changes },
	{ value: "everything", label: t.page.withOpenedEmails },
] as const;

/** The history of operations, with Undo and Redo. */
export default function ActivityPage() {
	const { query, all } = useOperations();
	const { accounts = [] } = useSelection();
	const undoPlan = useUndo();
	const [filter, setFilter] = useState<Filter>("changes");
	const [detail, setDetail] = useState<Operation | null>(null);
	const [open, setOpen] = useState(false);
	const known = useMemo(() => new Map(all?.map((operation) => [operation.id, operation])), [all]);
	const names = accounts.length > 1 ? new Map(accounts.map((account) => [account.id, account.name])) : null;
	const shown = all?.filter((operation) => filter === "everything" || !isReading(operation));

	const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
	const more = () => {
		if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
	};
	// A page of only opened emails shows nothing: load the next one.
	const thin = (shown?.length ?? 0) < 20;
	useEffect(() => {
		if (thin && hasNextPage && !isFetchingNextPage) void fetchNextPage();
	}, [thin, hasNextPage, isFetchingNextPage, fetchNextPage]);

	return (
		<Page layout="fill">
			<div className="flex max-w-[960px] flex-col gap-2 px-4 pt-4 pb-1.5 md:px-8 md:pt-6">
				<PageHeader title={t.page.activity} description={t.page.activityDescription} />
				<div className="-ml-1">
					<Tabs label={t.page.filter} tabs={tabs} value={filter} onChange={setFilter} />
				</div>
			</div>
			<div className="flex min-h-0 max-w-[960px] flex-1 flex-col md:px-4">
				<QueryView
					query={{ ...query, data: shown }}
					errorTitle={t.page.couldntLoadActivity}
					isEmpty={(items) => items.length === 0 && !hasNextPage}
					empty={
						<EmptyState
							icon={History}
							title={t.page.noChangesYet}
							description={t.page.noChangesYetDescription}
							action={<ButtonLink {...inboxLink}>{t.page.goToInbox}</ButtonLink>}
						/>
					}
				>
					{(items) => (
						<VirtualList
							label={t.page.changes}
							count={items.length}
							rowHeight={64}
							rowKey={(index) => items[index]?.id ?? index}
							onEndNear={more}
							row={(index) => {
								const operation = items[index];
								if (!operation) return null;
								return (
									<ActivityEntry
										operation={operation}
										account={operation.accountId === null ? undefined : names?.get(operation.accountId)}
										back={undoActionOf(operation, known)}
										busy={undoPlan.isPending && undoPlan.variables.id === undoActionOf(operation, known)?.id}
										onOpen={() => {
											setDetail(operation);
											setOpen(true);
										}}
										onBack={(back) => undoPlan.mutate(back)}
									/>
								);
							}}
						/>
					)}
				</QueryView>
			</div>
			<ActivityDetail operation={detail} open={open} onClose={() => setOpen(false)} />
		</Page>
	);
}
