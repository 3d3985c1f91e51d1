import { FlaskConical } from "lucide-react";
import { lazy, Suspense } from "react";
import { isConnectedBy, type ProviderKind, providerInfo } from "#shared/providers.ts";
import type { Account } from "#web/lib/accounts.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { t } from "./text.ts";
import { useStartDemo } from "./use-start-demo.ts";

const MboxPanel = lazy(() => import("./mbox-panel.tsx"));
const ImapPanel = lazy(() => import("./imap/imap-panel.tsx"));
const ConsentPanel = lazy(() => import("./connect/consent-panel.tsx"));

interface ProviderPanelProps {
	provider: ProviderKind;
	/** Undefined while loading. */
	available: boolean | undefined;
	accounts: readonly Account[];
	/** Absent if there is no inbox to go to. */
	onOpenInbox: (() => void) | undefined;
}

/** Connects mailboxes of the selected provider. */
export function ProviderPanel({ provider, available, accounts, onOpenInbox }: ProviderPanelProps) {
	if (available === undefined) return null;
	if (isConnectedBy(provider, "consent"))
		return (
			<Suspense fallback={<Skeleton shape="text" rows={5} label={t.providerPanel.loadingForm} />}>
				<ConsentPanel
					key={provider}
					kind={provider}
					available={available}
					connected={accounts.filter((account) => account.provider === provider)}
				/>
			</Suspense>
		);
	if (!available)
		return (
			<Notice tone="amber">
				<strong className="font-semibold">{t.providerPanel.notSetUp(providerInfo(provider).name)}</strong>{" "}
				{t.providerPanel.askAdministratorUntilThen}
			</Notice>
		);
	if (provider === "demo") return <DemoPanel started={accounts.some((account) => account.provider === "demo")} />;
	if (provider === "mbox")
		return (
			<Suspense fallback={<Skeleton shape="text" rows={3} label={t.providerPanel.loadingTheUpload} />}>
				<MboxPanel />
			</Suspense>
		);
	if (provider === "imap")
		return (
			<Suspense fallback={<Skeleton shape="text" rows={5} label={t.providerPanel.loadingTheForm} />}>
				<ImapPanel connected={accounts.filter((account) => account.provider === "imap")} onOpenInbox={onOpenInbox} />
			</Suspense>
		);
	return null;
}

function DemoPanel({ started }: { started: boolean }) {
	const start = useStartDemo();
	return (
		<div className="flex flex-col gap-3">
			<p className="text-14 text-ink-2">{t.providerPanel.demoDescription}</p>
			{started ? (
				<p className="text-13 text-ink-3">{t.providerPanel.demoMailboxRunningReset}</p>
			) : (
				<div>
					<Button variant="primary" icon={FlaskConical} busy={start.isPending} onClick={() => start.mutate()}>
						{t.providerPanel.startDemoMailbox}
					</Button>
				</div>
			)}
		</div>
	);
}
