import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { type ProviderKind, providerInfo } from "#shared/providers.ts";
import { inboxLink } from "#web/lib/base/links.ts";
import {
	type Account,
	providersQuery,
	type Selection,
	selectAccount,
	selectProvider,
	useSelection,
} from "#web/lib/mailbox/accounts.ts";
import { hasMailbox } from "#web/lib/mailbox/missing-mailbox.ts";
import { useInstalled } from "#web/lib/screens/installed.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Section } from "#web/ui/page/card.tsx";
import { Page, PageHeader } from "#web/ui/page/page.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { tool } from "../tool.ts";
import { AccountsCard } from "./accounts-card.tsx";
import { FeaturesGrid, Legend } from "./features-grid.tsx";
import { GetStarted } from "./get-started.tsx";
import { ProviderCard, ProviderSelect, ProvidersFailed } from "./provider-card.tsx";
import { t } from "./text.ts";

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

	const select = <ProviderSelect value={provider} onChoose={choose} available={available} />;
	// Without a provider, what is shown depends on the mailboxes.
	if (accounts === undefined && provider === null)
		return (
			<HubFrame>
				<Skeleton rows={4} label={t.accountsCard.loadingAccounts} />
			</HubFrame>
		);
	if (accounts?.length === 0 && provider === null)
		return (
			<HubFrame>
				<ProvidersFailed query={providers} />
				<GetStarted select={select} available={available} onChoose={choose} />
			</HubFrame>
		);
	return (
		<HubFrame>
			<div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
				<ProviderCard
					{...{ select, provider, available }}
					providers={providers}
					accounts={accounts ?? []}
					onOpenInbox={hasInbox ? goToInbox : undefined}
					onChoose={choose}
				/>
				<AccountsCard goToInbox={hasInbox ? goToInbox : undefined} />
			</div>
			{shown.length > 0 && (
				<FeaturesSection
					shown={shown}
					note={scopeName(provider, accounts ?? [], isPreview)}
					onLaunch={launch}
					onInbox={hasInbox ? goToInbox : undefined}
					isInboxPrimary={accounts !== undefined && accounts.length > 0}
				/>
			)}
		</HubFrame>
	);
}

function HubFrame({ children }: { children: ReactNode }) {
	return (
		<Page>
			<PageHeader title={tool.title} description={t.page.mailHubDescription} />
			{children}
		</Page>
	);
}

interface FeaturesSectionProps {
	shown: readonly ProviderKind[];
	/** What the features apply to. */
	note: string | undefined;
	onLaunch: (path: string) => void;
	/** Absent: there is no inbox. */
	onInbox: (() => void) | undefined;
	isInboxPrimary: boolean;
}

/** The tools that the shown providers support. */
function FeaturesSection({ shown, note, onLaunch, onInbox, isInboxPrimary }: FeaturesSectionProps) {
	const { features } = useInstalled();
	return (
		<Section
			title={t.page.availableFeatures}
			note={note}
			actions={
				<>
					<div className="sm:mr-3">
						<Legend />
					</div>
					{onInbox && (
						<Button variant={isInboxPrimary ? "primary" : "secondary"} onClick={onInbox}>
							{t.page.goToInbox}
						</Button>
					)}
				</>
			}
		>
			<FeaturesGrid providers={shown} provided={features} onLaunch={onLaunch} />
		</Section>
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
