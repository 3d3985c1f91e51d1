import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { useState } from "react";
import { kindConnectedBy, type ProviderKind, providerInfo, providerKinds } from "#shared/providers.ts";
import {
	type Account,
	providersQuery,
	type Selection,
	selectAccount,
	selectProvider,
	useSelection,
} from "#web/lib/accounts.ts";
import { useInstalled } from "#web/lib/installed.ts";
import { inboxLink } from "#web/lib/links.ts";
import { hasMailbox } from "#web/lib/mailbox/missing-mailbox.ts";
import { useStartDemo } from "#web/lib/mailbox/use-start-demo.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, Section } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Page, PageHeader } from "#web/ui/page.tsx";
import { Select } from "#web/ui/select.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { AccountsCard } from "./accounts-card.tsx";
import { FeaturesGrid, Legend } from "./features-grid.tsx";
import { ProviderPanel } from "./provider-panel.tsx";
import { t } from "./text.ts";

const serverKind = kindConnectedBy("servers");
const fileKind = kindConnectedBy("files");

/** `/mailstead`: select a provider, connect a mailbox, open the tools it supports. */
export default function HubPage() {
	const navigate = useNavigate();
	const installed = useInstalled();
	const selection = useSelection();
	const { account, accounts } = selection;
	const { reconnect } = useSearch({ strict: false }) as { reconnect?: string };
	const [preview, setPreview] = useState<{ kind: ProviderKind; account: string | undefined } | null>(null);
	// Selecting a mailbox, here or in the header, ends it.
	const previewed = preview?.account === account?.id ? preview?.kind : undefined;
	const reconnected = accounts?.find(({ id }) => id === reconnect)?.provider;
	const provider = previewed ?? reconnected ?? selection.provider;
	const isPreview = provider !== null && accounts !== undefined && !accounts.some((one) => one.provider === provider);
	/** With mailboxes connected, choosing a provider shows it here; the current mailbox stays. */
	const choose = (kind: ProviderKind) => {
		if (accounts === undefined || accounts.length === 0) selectProvider(kind);
		else setPreview({ kind, account: account?.id });
	};
	const providers = useQuery(providersQuery);
	const available = (kind: ProviderKind) => providers.data?.find((item) => item.kind === kind)?.available;

	// Without a selection the tools work on all connected mailboxes.
	const shown = provider ? [provider] : [...new Set(accounts?.map((connected) => connected.provider))];

	/** Whether a tool has a mailbox to work on; shows what is missing if not. */
	const ready = (wanted: Selection): boolean => {
		if (!hasMailbox(wanted)) return false;
		if (wanted.account) selectAccount(wanted.account);
		return true;
	};
	/** A tool opens for the provider shown: its features are what the user looks at. */
	const launch = (path: string) => {
		const shownAccount = accounts?.find((one) => one.provider === provider) ?? null;
		const wanted = provider === null || account?.provider === provider ? account : shownAccount;
		if (ready({ provider, account: wanted, accounts })) void navigate({ href: path });
	};
	const hasInbox = installed.hasPath("/inbox");
	const goToInbox = () => {
		if (ready(selection)) void navigate(inboxLink);
	};

	return (
		<Page>
			<PageHeader title={t.page.mailHub} description={t.page.mailHubDescription} />
			<div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
				<Card title={t.page.mailProvider}>
					<div className="flex flex-col gap-4">
						<Field label={t.page.provider} hideLabel>
							<Select
								size="large"
								placeholder={t.page.chooseMailProvider}
								value={provider}
								onChange={choose}
								options={providerKinds.map((kind) => ({
									value: kind,
									label: providerInfo(kind).name,
									description: available(kind) === false ? t.page.notSetUpServer : undefined,
								}))}
							/>
						</Field>
						{providers.error && !providers.data && (
							<Notice
								tone="red"
								action={
									<Button size="small" busy={providers.isFetching} onClick={() => void providers.refetch()}>
										{t.page.tryAgain}
									</Button>
								}
							>
								{providers.error.message}
							</Notice>
						)}
						{provider ? (
							<ProviderPanel
								provider={provider}
								available={available(provider)}
								accounts={accounts ?? []}
								onOpenInbox={hasInbox ? goToInbox : undefined}
							/>
						) : (
							<p className="text-14 text-ink-2">{t.page.connectGmailOutlookImap}</p>
						)}
					</div>
				</Card>
				<AccountsCard goToInbox={hasInbox ? goToInbox : undefined} />
			</div>
			<Section
				title={t.page.availableFeatures}
				note={scopeName(provider, accounts ?? [], isPreview)}
				actions={
					<>
						{shown.length > 0 && (
							<div className="sm:mr-3">
								<Legend />
							</div>
						)}
						{hasInbox && (
							<Button variant={accounts && accounts.length > 0 ? "primary" : "secondary"} onClick={goToInbox}>
								{t.page.goToInbox}
							</Button>
						)}
					</>
				}
			>
				{shown.length > 0 && <FeaturesGrid providers={shown} provided={installed.features} onLaunch={launch} />}
				{shown.length === 0 && accounts && <GetStarted canConnect={available(serverKind) === true} />}
			</Section>
		</Page>
	);
}

/** What the features below apply to: a provider, the only mailbox, or all. */
function scopeName(
	provider: ProviderKind | null,
	accounts: readonly Account[],
	isPreview: boolean,
): string | undefined {
	if (provider !== null && isPreview && accounts.length > 0) return t.page.preview(providerInfo(provider).name);
	if (provider !== null) return providerInfo(provider).name;
	return accounts.length > 1 ? t.page.allAccounts : accounts[0]?.name;
}

function GetStarted({ canConnect }: { canConnect: boolean }) {
	const demo = useStartDemo();
	return (
		<div className="rounded-3 border border-line bg-surface">
			<EmptyState
				icon={Compass}
				title={t.page.getStarted}
				description={t.page.getStartedDescription}
				action={
					<>
						<Button busy={demo.isPending} onClick={() => demo.mutate()}>
							{t.page.tryTheDemo}
						</Button>
						{canConnect && <Button onClick={() => selectProvider(serverKind)}>{t.page.connectWithImap}</Button>}
						<Button onClick={() => selectProvider(fileKind)}>{t.page.uploadMailFile}</Button>
					</>
				}
			/>
		</div>
	);
}
