import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Account } from "#web/lib/accounts.ts";
import { activeJobsQuery } from "#web/lib/jobs.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { QueryView } from "#web/ui/query-view.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import type { Subscription } from "../api.ts";
import { DetailsDialog } from "../details/details-dialog.tsx";
import type { ShownView } from "../search-params.ts";
import { t } from "../text.ts";
import { UnsubscribeProgress } from "../unsubscribe/progress-line.tsx";
import type { RowActionHandlers } from "../unsubscribe/row-actions.tsx";
import { needsStep } from "../unsubscribe/steps.ts";
import { useDecide } from "../unsubscribe/use-decide.ts";
import { useUnsubscribe } from "../unsubscribe/use-unsubscribe.tsx";
import { useAddress } from "../use-search-params.ts";
import { BulkBar, FilterBar } from "./bulk-bar.tsx";
import { Figures } from "./figures.tsx";
import { filterLists, type ListFilter } from "./filter-lists.ts";
import { NoSubscriptions } from "./no-subscriptions.tsx";
import { SubscriptionDialogs, useDialogs } from "./subscription-dialogs.tsx";
import { SubscriptionList } from "./subscription-list.tsx";
import type { useSubscriptions } from "./use-subscriptions.ts";

interface SubscriptionsTabProps {
	query: ReturnType<typeof useSubscriptions>;
	accounts: readonly Account[];
}

const none: readonly Subscription[] = [];

/** All subscriptions and the actions for them. */
export function SubscriptionsTab({ query, accounts }: SubscriptionsTabProps) {
	const address = useAddress();
	const [listFilter, setListFilter] = useState<ListFilter>({ text: "", method: null, sort: "count" });
	const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
	const [detailed, setDetailed] = useState<string | null>(null);
	const dialogs = useDialogs();
	const { setNeedy, setAsked, setRemoval, setSummary } = dialogs;
	const unsubscribing = useUnsubscribe({ onNeedsYou: setNeedy, onSummary: setSummary });
	const { deciding, decide, undoDecision } = useDecide();
	const { data: active = [] } = useQuery(activeJobsQuery);

	const all = query.data?.items ?? none;
	const shown = filterLists(all, listFilter);
	const isBusy = (list: Subscription) =>
		list.state === "busy" || unsubscribing.busy.has(list.id) || deciding.has(list.id);
	const choosable = shown.filter((list) => !isBusy(list));
	const chosen = choosable.filter((list) => selected.has(list.id));
	const names = new Map(accounts.map((account) => [account.id, account.name]));

	/** Opens the manual dialog where that is the only way; the rest goes to the server. */
	const unsubscribe = (list: Subscription) => {
		const { byUser, method } = list.unsubscribe;
		const byHand = byUser || method === "none" || list.state === "needs_you";
		if (byHand) setNeedy(list);
		else void unsubscribing.unsubscribeOne(list);
	};
	const handlers: RowActionHandlers = {
		details: (list) => setDetailed(list.id),
		notRequired: (list) => void decide([list], "not_required"),
		keep: (list) => void decide([list], "kept"),
		undoDecision: (list) => void undoDecision([list]),
		unsubscribe,
		unsubscribeAndDelete: (list) => setRemoval({ lists: [list], mode: "unsubscribe_delete" }),
		deleteMail: (list) => setRemoval({ lists: [list], mode: "delete_only" }),
	};
	const unsubscribeChosen = () => {
		if (chosen.length === 1 && chosen[0]) unsubscribe(chosen[0]);
		else setAsked(chosen);
	};
	const unresolved = address.view === "open" ? all.filter(needsStep) : none;

	return (
		<div className="flex flex-col gap-4">
			<UnsubscribeProgress job={active.find(({ kind }) => kind === "unsubscribe")} />
			{query.data && query.data.items.length > 0 && <Figures lists={all} total={query.data.total} />}
			{query.data && query.data.views.all > 0 && (
				<FilterBar
					value={listFilter}
					onChange={setListFilter}
					view={address.view}
					views={query.data.views}
					onView={(view) => {
						setSelected(new Set());
						address.show({ view });
					}}
				/>
			)}
			<QueryView
				query={query}
				errorTitle={t.subscriptions.couldntLoadSubscriptions}
				loading={<Skeleton rows={6} label={t.subscriptions.loadingSubscriptions} />}
				isEmpty={({ items }) => items.length === 0}
				empty={
					<Empty
						view={address.view}
						unclassified={query.data?.unclassified ?? 0}
						onAll={() => address.show({ view: "all" })}
					/>
				}
			>
				{({ total, items, unclassified }) => (
					<>
						{unresolved.length > 0 && (
							<Notice
								tone="amber"
								action={
									<Button size="small" onClick={() => setSummary({ run: null, steps: unresolved })}>
										{t.unsubscribe.continueSteps}
									</Button>
								}
							>
								{t.unsubscribe.stepsNotice(unresolved.length)}
							</Notice>
						)}
						{unclassified > 0 && <Notice>{t.subscriptions.notScanned(unclassified)}</Notice>}
						{total > items.length && <Notice>{t.subscriptions.onlyFirst(items.length)}</Notice>}
						<BulkBar
							shown={shown.length}
							choosable={choosable.length}
							chosen={chosen.length}
							onAll={(on) => setSelected(new Set(on ? choosable.map(({ id }) => id) : []))}
							onUnsubscribe={unsubscribeChosen}
							onUnsubscribeAndDelete={() => setRemoval({ lists: chosen, mode: "unsubscribe_delete" })}
							onNotRequired={() => {
								void decide(chosen, "not_required");
								setSelected(new Set());
							}}
						/>
						{shown.length === 0 ? (
							<EmptyState
								title={t.subscriptions.noResults}
								description={t.subscriptions.noSubscriptionsMatchSearch}
								action={
									<Button onClick={() => setListFilter({ ...listFilter, text: "", method: null })}>
										{t.subscriptions.showAll}
									</Button>
								}
							/>
						) : (
							<SubscriptionList
								lists={shown}
								selected={selected}
								onSelected={setSelected}
								isBusy={isBusy}
								mailboxOf={(list) => (accounts.length > 1 ? (names.get(list.accountId) ?? null) : null)}
								handlers={handlers}
							/>
						)}
					</>
				)}
			</QueryView>
			<SubscriptionDialogs dialogs={dialogs} unsubscribing={unsubscribing} onDone={() => setSelected(new Set())}>
				<DetailsDialog
					list={all.find(({ id }) => id === detailed) ?? null}
					busy={all.some((list) => list.id === detailed && isBusy(list))}
					handlers={handlers}
					onClose={() => setDetailed(null)}
				/>
			</SubscriptionDialogs>
		</div>
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
						: t.subscriptions.noSubscriptions
			}
			description={t.subscriptions.noneHere}
			action={view === "all" ? undefined : <Button onClick={onAll}>{t.subscriptions.showAll}</Button>}
		/>
	);
}
