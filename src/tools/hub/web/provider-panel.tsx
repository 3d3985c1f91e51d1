import { lazy, Suspense } from "react";
import { isConnectedBy, type ProviderKind, providerInfo } from "#shared/providers.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { providerScreens } from "#web/providers.ts";
import { Notice } from "#web/ui/state/notice.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { t } from "./text.ts";

const ConsentPanel = lazy(() => import("./connect/consent-panel.tsx"));

interface ProviderPanelProps {
	provider: ProviderKind;
	/** Undefined while loading. */
	available: boolean | undefined;
	accounts: readonly Account[];
	/** Absent if there is no inbox to go to. */
	onOpenInbox: (() => void) | undefined;
	/** Shows the form for IMAP; absent: this server does not offer it. */
	onUsePassword: (() => void) | undefined;
}

/** Connects mailboxes of the selected provider. */
export function ProviderPanel({ provider, available, accounts, onOpenInbox, onUsePassword }: ProviderPanelProps) {
	if (available === undefined) return null;
	const connected = accounts.filter((account) => account.provider === provider);
	const loading = <Skeleton shape="text" rows={5} label={t.providerPanel.loadingForm} />;
	if (isConnectedBy(provider, "consent"))
		return (
			<Suspense fallback={loading}>
				<ConsentPanel
					key={provider}
					kind={provider}
					available={available}
					connected={connected}
					onUsePassword={onUsePassword}
				/>
			</Suspense>
		);
	if (!available)
		return (
			<Notice tone="amber">
				<strong className="font-semibold">{t.providerPanel.notSetUp(providerInfo(provider).name)}</strong>{" "}
				{t.providerPanel.notSetUpHint}
			</Notice>
		);
	const { panel: Panel } = providerScreens[provider];
	return (
		<Suspense fallback={loading}>
			<Panel connected={connected} onOpenInbox={onOpenInbox} />
		</Suspense>
	);
}
