import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { activeJobsQuery } from "#web/lib/jobs/jobs.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { useRange } from "#web/lib/range/use-range.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { WorkbenchPane } from "#web/ui/workbench/workbench.tsx";
import type { Subscription } from "../base/api.ts";
import type { ShownView } from "../base/search-params.ts";
import { t } from "../base/text.ts";
import { useAddress } from "../base/use-search-params.ts";
import { ListPanel } from "../details/list-panel.tsx";
import { HoldDialogs } from "../holds/hold-dialogs.tsx";
import { UnsubscribeProgress } from "../unsubscribe/progress-line.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { ListFacts } from "./facts.tsx";
import { Filters, ListSearch } from "./filters.tsx";
import { NoSubscriptions } from "./no-subscriptions.tsx";
import { StepsStrip } from "./steps-strip.tsx";
import { SubscriptionDialogs } from "./subscription-dialogs.tsx";
import { SubscriptionList } from "./subscription-list.tsx";
import { type ListState, useListState } from "./use-list-state.ts";
import type { useSubscriptions } from "./use-subscriptions.ts";

interface ViewProps {
	query: ReturnType<typeof useSubscriptions>;
	accounts: readonly Account[];
}

/** The parts of the workbench that belong to the subscriptions. */
interface SubscriptionsView {
	facts: ReactNode;
	search: ReactNode;
	strip: ReactNode;
	notices: ReactNode;
	filters: ReactNode;
	panel: ReactNode;
	bulk: ReactNode;
	content: ReactNode;
}

const none: readonly Subscription[] = [];

/** All subscriptions and the actions for them. */
export function useSubscriptionsView({ query, accounts }: ViewProps): SubscriptionsView {
	const address = useAddress();
	const { span } = useRange();
	const { data } = query;
	const state = useListState(data?.items ?? none);
	const { data: active = [] } = useQuery(activeJobsQuery);
	const suspicious = state.shown.filter(({ isSuspicious }) => isSuspicious).length;
	const detailed = state.all.find(({ id }) => id === state.opened) ?? null;
	return {
		facts: data && data.items.length > 0 && <ListFacts lists={state.all} total={data.total} />,
		search: <ListSearch text={state.filter.text} onText={(text) => state.setFilter({ ...state.filter, text })} />,
		strip: address.view === "open" && <StepsStrip state={state} />,
		notices: (
			<>
				<UnsubscribeProgress job={active.find(({ kind }) => kind === "unsubscribe")} />
				{suspicious > 0 && <Notice>{t.subscriptions.leftOut(suspicious)}</Notice>}
				{data && data.unclassified > 0 && data.items.length > 0 && (
					<Notice>{t.subscriptions.notScanned(data.unclassified)}</Notice>
				)}
			</>
		),
		filters: data && data.views.all > 0 && (
			<Filters
				lists={state.all}
				value={state.filter}
				onChange={state.setFilter}
				view={address.view}
				views={data.views}
				onView={(view) => {
					state.selectAll(false);
					address.show({ view });
				}}
			/>
		),
		panel: data && (
			<ListPanel
				list={detailed}
				busy={detailed !== null && state.isBusy(detailed)}
				handlers={state.handlers}
				range={span}
				periods={data.periods}
				onClose={() => state.setOpened(null)}
			/>
		),
		bulk: <BulkBar state={state} />,
		content: <Content query={query} accounts={accounts} state={state} />,
	};
}

/** The lists, and the dialogs of their actions. */
function Content({ query, accounts, state }: ViewProps & { state: ListState }) {
	const address = useAddress();
	const { span } = useRange();
	const names = new Map(accounts.map((account) => [account.id, account.name]));
	return (
		<>
			<QueryView
				query={query}
				errorTitle={t.subscriptions.couldntLoadSubscriptions}
				loading={<Skeleton rows={12} label={t.subscriptions.loadingSubscriptions} />}
				isEmpty={({ items }) => items.length === 0}
				empty={
					<WorkbenchPane>
						<Empty
							view={address.view}
							unclassified={query.data?.unclassified ?? 0}
							onAll={() => address.show({ view: "all" })}
						/>
					</WorkbenchPane>
				}
			>
				{({ periods }) =>
					state.shown.length === 0 ? (
						<WorkbenchPane>
							<EmptyState
								title={t.subscriptions.noResults}
								description={t.subscriptions.noSubscriptionsMatchSearch}
								action={<Button onClick={state.showAll}>{t.subscriptions.showAll}</Button>}
							/>
						</WorkbenchPane>
					) : (
						<SubscriptionList
							state={state}
							barsLabel={t.details.emailsPer(periods.unit)}
							mailboxOf={(list) => (accounts.length > 1 ? (names.get(list.accountId) ?? null) : null)}
							range={span}
						/>
					)
				}
			</QueryView>
			<SubscriptionDialogs
				dialogs={state.dialogs}
				unsubscribing={state.unsubscribing}
				onDone={() => state.selectAll(false)}
			/>
			<HoldDialogs hold={state.hold} onDone={() => state.selectAll(false)} />
		</>
	);
}

function Empty({ view, unclassified, onAll }: { view: ShownView; unclassified: number; onAll: () => void }) {
	if (view === "open") return <NoSubscriptions unclassified={unclassified} />;
	return (
		<EmptyState
			title={
				view === "unsubscribed"
					? t.subscriptions.nothingUnsubscribedYet
					: view === "not_required"
						? t.subscriptions.noneMarkedNotRequired
						: view === "held"
							? t.holds.noneArchived
							: t.subscriptions.noSubscriptions
			}
			description={t.subscriptions.noneHere}
			action={view === "all" ? undefined : <Button onClick={onAll}>{t.subscriptions.showAll}</Button>}
		/>
	);
}
