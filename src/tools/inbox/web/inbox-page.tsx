import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Inbox } from "lucide-react";
import { useEffect } from "react";
import { hubPath } from "#shared/brand.ts";
import { providerInfo } from "#shared/providers.ts";
import { ALL_MAILBOXES } from "#web/lib/base/links.ts";
import { accountsQuery, selectAccount, selectAllAccounts, useSelection } from "#web/lib/mailbox/accounts.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Page, PageHeader } from "#web/ui/page/page.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/state/states.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { tool } from "../tool.ts";
import { useAddress } from "./base/search-params.ts";
import { t } from "./base/text.ts";
import { ChangesContext, useNewChanges } from "./changes/use-changes.ts";
import { Mailbox } from "./mailbox.tsx";

/** The inbox page: resolves the mailbox to show, or explains why there is none. */
export default function InboxPage() {
	const { provider, account, accounts } = useSelection();
	const loading = useQuery(accountsQuery);
	const { search, emailId, show } = useAddress();
	const changes = useNewChanges();
	const navigate = useNavigate();

	// A link from elsewhere may select the mailbox.
	const named = accounts?.find((one) => one.id === search.account);
	const isAll = search.account === ALL_MAILBOXES;
	useEffect(() => {
		if ((!named && !isAll) || emailId !== null) return;
		if (named) selectAccount(named);
		else selectAllAccounts();
		show({ ...search, account: undefined }, { replace: true });
	}, [named, isAll, emailId, search, show]);

	const notConnected = accounts !== undefined && provider !== null && account === null;
	useEffect(() => {
		if (!notConnected || provider === null) return;
		const name = providerInfo(provider).name;
		toast({
			id: "not-connected",
			title: t.page.notConnected(name),
			description: t.page.pleaseConnectAccountFirst(name),
			tone: "destructive",
		});
		void navigate({ to: hubPath, replace: true });
	}, [notConnected, provider, navigate]);

	if (accounts === undefined || notConnected)
		return (
			<Page>
				<PageHeader title={tool.title} />
				{loading.error && accounts === undefined ? (
					<ErrorState
						title={t.page.couldntLoadMailboxes}
						error={loading.error}
						busy={loading.isFetching}
						onRetry={() => void loading.refetch()}
					/>
				) : (
					<Skeleton rows={8} label={t.page.loadingYourMailboxes} />
				)}
			</Page>
		);
	if (accounts.length === 0)
		return (
			<Page>
				<PageHeader title={tool.title} />
				<EmptyState
					icon={Inbox}
					title={t.page.noProviderSelected}
					description={t.page.pleaseSelectMailProvider}
					action={
						<ButtonLink to={hubPath} variant="primary">
							{t.page.selectProvider}
						</ButtonLink>
					}
				/>
			</Page>
		);
	return (
		<ChangesContext value={changes}>
			<Mailbox key={account?.id ?? "all"} account={account} accounts={accounts} />
		</ChangesContext>
	);
}
