import { FlaskConical } from "lucide-react";
import { lazy, Suspense } from "react";
import { type Account, type ProviderKindName, providerNames } from "#web/lib/accounts.ts";
import { isConsentKind } from "#web/lib/consent.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useStartDemo } from "./use-start-demo.ts";

const MboxPanel = lazy(() => import("./mbox-panel.tsx"));
const ImapPanel = lazy(() => import("./imap/imap-panel.tsx"));
const ConsentPanel = lazy(() => import("./connect/consent-panel.tsx"));

interface ProviderPanelProps {
	provider: ProviderKindName;
	/** Undefined while loading. */
	available: boolean | undefined;
	accounts: readonly Account[];
	/** Absent if there is no inbox to go to. */
	onOpenInbox: (() => void) | undefined;
}

/** Connects mailboxes of the selected provider. */
export function ProviderPanel({ provider, available, accounts, onOpenInbox }: ProviderPanelProps) {
	if (available === undefined) return null;
	if (isConsentKind(provider))
		return (
			<Suspense fallback={<Skeleton shape="text" rows={5} label="Loading the form" />}>
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
				<strong className="font-semibold">{providerNames[provider]} is not set up on this server.</strong> The person
				who runs it can change that. Until then, upload a mail file or try the demo mailbox.
			</Notice>
		);
	if (provider === "demo") return <DemoPanel started={accounts.some((account) => account.provider === "demo")} />;
	if (provider === "mbox")
		return (
			<Suspense fallback={<Skeleton shape="text" rows={3} label="Loading the upload" />}>
				<MboxPanel />
			</Suspense>
		);
	if (provider === "imap")
		return (
			<Suspense fallback={<Skeleton shape="text" rows={5} label="Loading the form" />}>
				<ImapPanel connected={accounts.filter((account) => account.provider === "imap")} onOpenInbox={onOpenInbox} />
			</Suspense>
		);
	return null;
}

function DemoPanel({ started }: { started: boolean }) {
	const start = useStartDemo();
	return (
		<div className="flex flex-col gap-3">
			<p className="text-14 text-ink-2">
				A made-up mailbox of some 1,700 messages with dates up to today. What you change in it is real and can be reset.
			</p>
			{started ? (
				<p className="text-13 text-ink-3">Your demo mailbox is running. Reset or remove it under Connected accounts.</p>
			) : (
				<div>
					<Button variant="primary" icon={FlaskConical} busy={start.isPending} onClick={() => start.mutate()}>
						Start demo mailbox
					</Button>
				</div>
			)}
		</div>
	);
}
