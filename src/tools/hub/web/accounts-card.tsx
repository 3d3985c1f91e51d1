import { useQueries, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { syncHistoryPath } from "#shared/brand.ts";
import { useEvents } from "#web/lib/api/events.ts";
import { activeJobsQuery, bringsMail, recentJobsQuery } from "#web/lib/jobs/jobs.ts";
import { accountsQuery, selectAccount, useSelection } from "#web/lib/mailbox/accounts.ts";
import { Card } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { runsOf } from "./import-counts.ts";
import { t } from "./text.ts";

const AccountRow = lazy(() => import("./account-row.tsx"));

/** The connected mailboxes. @param goToInbox absent if there is no inbox to go to */
export function AccountsCard({ goToInbox }: { goToInbox: (() => void) | undefined }) {
	const query = useQuery(accountsQuery);
	const navigate = useNavigate();
	const { reconnect } = useSearch({ strict: false }) as { reconnect?: string };
	const { account: chosen } = useSelection();
	const active = useQuery(activeJobsQuery).data ?? [];
	const recent = useQueries({ queries: (query.data ?? []).map(({ id }) => recentJobsQuery(id)) });
	useEvents((event) => {
		if (event.type !== "job" || !bringsMail(event.job) || event.job.state !== "done") return;
		const account = query.data?.find(({ id }) => id === event.job.accountId);
		if (!account || account.capabilities.remote) return;
		toast({
			id: event.job.id,
			title: event.job.kind === "reset-demo" ? t.accountsCard.demoReset : t.accountsCard.importComplete,
			description: account.name,
			action: goToInbox && { label: t.accountsCard.goToInbox, onSelect: goToInbox },
		});
	});
	const runs = (accountId: string) => {
		const mine = recent
			.flatMap(({ data }) => data ?? [])
			.filter((job) => job.accountId === accountId && bringsMail(job));
		const newer = active.filter((job) => job.accountId === accountId && bringsMail(job) && job.id !== mine[0]?.id);
		return runsOf([...newer, ...mine]);
	};
	return (
		<Card title={t.accountsCard.connectedAccounts} flush>
			<QueryView
				query={query}
				loading={<Skeleton rows={2} label={t.accountsCard.loadingAccounts} />}
				errorTitle={t.accountsCard.couldntLoadAccounts}
				isEmpty={(accounts) => accounts.length === 0}
				empty={<p className="px-4 py-8 text-center text-14 text-ink-3">{t.accountsCard.noMailboxConnectedYet}</p>}
			>
				{(accounts) => (
					<Suspense fallback={<Skeleton rows={2} label={t.accountsCard.loadingAccounts} />}>
						<ul className="divide-y divide-line">
							{accounts.map((account) => (
								<AccountRow
									key={account.id}
									account={account}
									runs={runs(account.id)}
									chosen={chosen?.id === account.id}
									reconnectRequested={reconnect === account.id}
									onHistory={() => void navigate({ to: syncHistoryPath, search: { account: account.id } })}
									onOpenInbox={
										goToInbox &&
										(() => {
											selectAccount(account);
											goToInbox();
										})
									}
								/>
							))}
						</ul>
					</Suspense>
				)}
			</QueryView>
		</Card>
	);
}
