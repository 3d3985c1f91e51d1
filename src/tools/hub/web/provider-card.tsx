import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { kindConnectedBy, type ProviderKind, providerInfo, providerKinds } from "#shared/providers.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import { ProviderPanel } from "./provider-panel.tsx";
import { t } from "./text.ts";

const serverKind = kindConnectedBy("servers");

interface ProviderSelectProps {
	value: ProviderKind | null;
	onChoose: (kind: ProviderKind) => void;
	available: (kind: ProviderKind) => boolean | undefined;
}

export function ProviderSelect({ value, onChoose, available }: ProviderSelectProps) {
	return (
		<Select
			size="large"
			label={t.page.provider}
			placeholder={t.page.chooseMailProvider}
			value={value}
			onChange={onChoose}
			options={providerKinds.map((kind) => ({
				value: kind,
				label: providerInfo(kind).name,
				description: available(kind) === false ? t.page.notSetUpServer : undefined,
			}))}
		/>
	);
}

interface ProviderCardProps extends Omit<ProviderSelectProps, "value"> {
	select: ReactNode;
	provider: ProviderKind | null;
	providers: UseQueryResult<unknown>;
	accounts: readonly Account[];
	/** Absent: there is no inbox. */
	onOpenInbox: (() => void) | undefined;
}

/** Selects a provider, and connects a mailbox of it. */
export function ProviderCard(props: ProviderCardProps) {
	const { select, provider, providers, available, accounts, onOpenInbox, onChoose } = props;
	return (
		<Card title={t.page.mailProvider}>
			<div className="flex flex-col gap-4">
				{select}
				<ProvidersFailed query={providers} />
				{provider ? (
					<ProviderPanel
						provider={provider}
						available={available(provider)}
						accounts={accounts}
						onOpenInbox={onOpenInbox}
						onUsePassword={available(serverKind) === true ? () => onChoose(serverKind) : undefined}
					/>
				) : (
					<p className="text-14 text-ink-2">{t.page.connectGmailOutlookImap}</p>
				)}
			</div>
		</Card>
	);
}

/** Why the providers could not be loaded. */
export function ProvidersFailed({ query }: { query: UseQueryResult<unknown> }) {
	if (!query.error || query.data !== undefined) return null;
	return (
		<Notice
			tone="red"
			action={
				<Button size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
					{t.page.tryAgain}
				</Button>
			}
		>
			{query.error.message}
		</Notice>
	);
}
