import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { History, RefreshCw } from "lucide-react";
import { hubPath, syncHistoryPath } from "#shared/brand.ts";
import { type Account, accountsQuery, useSelection } from "#web/lib/accounts.ts";
import { api } from "#web/lib/api.ts";
import { keys } from "#web/lib/query-client.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Page, PageHeader } from "#web/ui/page.tsx";
import { QueryView } from "#web/ui/query-view.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { toast } from "#web/ui/toast.ts";
import { RunsTable } from "./runs-table.tsx";
import { useSyncs } from "./use-syncs.ts";

/** `/mailstead/history`: the result of each sync of a mailbox, and why some failed. */
export default function HistoryPage() {
	const { account: asked } = useSearch({ strict: false }) as { account?: string };
	const query = useQuery(accountsQuery);
	const { account: chosen } = useSelection();
	const remote = query.data?.filter((account) => account.capabilities.remote) ?? [];
	const account =
		remote.find(({ id }) => id === asked) ?? (asked ? null : (remote.find(({ id }) => id === chosen?.id) ?? remote[0]));
	if (account) return <AccountHistory key={account.id} account={account} others={remote} />;
	return (
		<Page>
			<PageHeader title="Sync history" />
			<QueryView
				query={query}
				loading={<Skeleton rows={6} label="Loading your mailboxes" />}
				errorTitle="Your mailboxes could not be loaded"
			>
				{() => (
					<EmptyState
						icon={History}
						title={asked ? "This mailbox is not here" : "Nothing that syncs is connected"}
						description={
							asked
								? "It was disconnected, or it is one that has nothing to sync with."
								: "Connect a mailbox with a mail server behind it, and each look at it is listed here."
						}
						action={<ButtonLink to={hubPath}>Go to the mail hub</ButtonLink>}
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
		onError: (error) => toast({ title: "Sync failed", description: error.message, tone: "destructive" }),
	});
	const able = account.status === "connected" || account.status === "error";
	const syncButton = (
		<Button icon={RefreshCw} busy={sync.isPending || working} onClick={() => sync.mutate()}>
			{working ? "Syncing…" : "Sync now"}
		</Button>
	);
	return (
		<Page>
			<PageHeader
				title="Sync history"
				description={
					<>
						What each look at <span className="font-semibold break-words text-ink">{account.name}</span> found. Looks
						that found nothing new and that nobody asked for are left out.
					</>
				}
				actions={
					<>
						{others.length > 1 && (
							<div className="w-56">
								<Select
									label="Mailbox"
									options={others.map(({ id, name }) => ({ value: id, label: name }))}
									value={account.id}
									onChange={(id) => void navigate({ to: syncHistoryPath, search: { account: id } as never })}
								/>
							</div>
						)}
						{able ? (
							syncButton
						) : (
							<ButtonLink to={hubPath} search={{ reconnect: account.id }}>
								Reconnect
							</ButtonLink>
						)}
					</>
				}
			/>
			<QueryView
				query={{ ...query, data: runs }}
				loading={<Skeleton rows={8} label="Loading the history" />}
				errorTitle="The history could not be loaded"
				isEmpty={(all) => all.length === 0}
				empty={
					<EmptyState
						icon={History}
						title="No sync yet"
						description="The first look at this mailbox will be listed here, with what it found."
						action={able ? syncButton : undefined}
					/>
				}
			>
				{(all) => (
					<div className="flex flex-col gap-4">
						<RunsTable runs={all} label={`Syncs of ${account.name}`} />
						{query.hasNextPage && (
							<div className="flex justify-center">
								<Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
									Show older
								</Button>
							</div>
						)}
					</div>
				)}
			</QueryView>
		</Page>
	);
}
