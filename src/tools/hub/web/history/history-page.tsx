import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { History, RefreshCw } from "lucide-react";
import { hubPath, syncHistoryPath } from "#shared/brand.ts";
import { api } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import { type Account, accountsQuery, useSelection } from "#web/lib/mailbox/accounts.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Page, PageHeader } from "#web/ui/page/page.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { RunsTable } from "./runs-table.tsx";
import { t } from "./text.ts";
import { useSyncs } from "./use-syncs.ts";

/** `/mailstead/history`: the result of each sync of a mailbox, and why some failed. */
export default function HistoryPage() {
	const { account: requestedId } = useSearch({ strict: false }) as { account?: string };
	const query = useQuery(accountsQuery);
	const { account: chosen } = useSelection();
	const remote = query.data?.filter((account) => account.capabilities.remote) ?? [];
	const account =
		remote.find(({ id }) => id === requestedId) ??
		(requestedId ? null : (remote.find(({ id }) => id === chosen?.id) ?? remote[0]));
	if (account) return <AccountHistory key={account.id} account={account} others={remote} />;
	return (
		<Page>
			<PageHeader title={t.history.syncHistory} />
			<QueryView
				query={query}
				loading={<Skeleton rows={6} label={t.history.loadingMailboxes} />}
				errorTitle={t.history.couldntLoadMailboxes}
			>
				{() => (
					<EmptyState
						icon={History}
						title={requestedId ? t.history.mailboxNotFound : t.history.noMailboxSync}
						description={requestedId ? t.history.notFoundDescription : t.history.nothingToSyncDescription}
						action={<ButtonLink to={hubPath}>{t.history.goToMailHub}</ButtonLink>}
					/>
				)}
			</QueryView>
		</Page>
	);
}

function AccountHistory({ account, others }: { account: Account; others: readonly Account[] }) {
	const navigate = useNavigate();
	const client = useQueryClient();
	const { query, runs, working } = useSyncs(account.id);
	const sync = useMutation({
		mutationFn: () => api.syncAccount({ params: { id: account.id } }),
		onSuccess: () => client.invalidateQueries({ queryKey: keys.jobs }),
		onError: (error) => toast({ title: t.history.syncFailed, description: error.message, tone: "destructive" }),
	});
	const able = account.status === "connected" || account.status === "error";
	const syncButton = (
		<Button icon={RefreshCw} busy={sync.isPending || working} onClick={() => sync.mutate()}>
			{working ? t.history.syncing : t.history.syncNow}
		</Button>
	);
	return (
		<Page>
			<PageHeader
				title={t.history.syncHistory}
				description={
					<>
						{t.history.eachSyncOf} <span className="font-semibold break-words text-ink">{account.name}</span>
						{t.history.quietSyncsOmitted}
					</>
				}
				actions={
					<>
						{others.length > 1 && (
							<div className="w-56">
								<Select
									label={t.history.mailbox}
									options={others.map(({ id, name }) => ({ value: id, label: name }))}
									value={account.id}
									onChange={(id) => void navigate({ to: syncHistoryPath, search: { account: id } })}
								/>
							</div>
						)}
						{able ? (
							syncButton
						) : (
							<ButtonLink to={hubPath} search={{ reconnect: account.id }}>
								{t.history.reconnect}
							</ButtonLink>
						)}
					</>
				}
			/>
			<QueryView
				query={{ ...query, data: runs }}
				loading={<Skeleton rows={8} label={t.history.loadingHistory} />}
				errorTitle={t.history.couldntLoadHistory}
				isEmpty={(all) => all.length === 0}
				empty={
					<EmptyState
						icon={History}
						title={t.history.noSyncYet}
						description={t.history.noSyncYetDescription}
						action={able ? syncButton : undefined}
					/>
				}
			>
				{(all) => (
					<div className="flex flex-col gap-4">
						<RunsTable runs={all} label={t.history.syncsOf(account.name)} />
						{query.hasNextPage && (
							<div className="flex justify-center">
								<Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
									{t.history.showOlder}
								</Button>
							</div>
						)}
					</div>
				)}
			</QueryView>
		</Page>
	);
}
