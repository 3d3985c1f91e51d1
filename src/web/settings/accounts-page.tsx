import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { History, Mailbox, Plug, Plus, RefreshCw, Trash2, Unplug } from "lucide-react";
import { useState } from "react";
import { hubPath, syncHistoryPath } from "#shared/brand.ts";
import { isConnectedBy, providerInfo } from "#shared/providers.ts";
import { api } from "#web/lib/api/api.ts";
import { keys } from "#web/lib/api/query-client.ts";
import { formatAgo, formatBytes, formatCount } from "#web/lib/base/format.ts";
import { canDisconnect, disconnectLabel } from "#web/lib/mailbox/access.ts";
import { type Account, accountsQuery } from "#web/lib/mailbox/accounts.ts";
import DisconnectDialog from "#web/lib/mailbox/disconnect-dialog.tsx";
import { Avatar } from "#web/ui/base/avatar.tsx";
import { Badge, type Tone } from "#web/ui/base/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { SettingsFrame } from "./settings-frame.tsx";
import { t } from "./text.ts";
import { useChange } from "./use-change.ts";

/** `/settings/accounts`: every mailbox, its status, and how to disconnect it. */
export default function AccountsPage() {
	const query = useQuery(accountsQuery);
	const [disconnecting, setDisconnecting] = useState<Account | null>(null);
	const [open, setOpen] = useState(false);
	return (
		<SettingsFrame>
			<Card
				title={t.accounts.connectedAccounts}
				flush
				actions={
					<ButtonLink to={hubPath} icon={Plus} size="small">
						{t.accounts.addAccount}
					</ButtonLink>
				}
			>
				<QueryView
					query={query}
					loading={<Skeleton rows={3} label={t.accounts.loadingAccounts} />}
					errorTitle={t.accounts.couldntLoadAccounts}
					isEmpty={(accounts) => accounts.length === 0}
					empty={
						<EmptyState
							icon={Mailbox}
							title={t.accounts.noMailboxConnected}
							description={t.accounts.noMailboxConnectedDescription}
							action={<ButtonLink to={hubPath}>{t.accounts.goToMailHub}</ButtonLink>}
						/>
					}
				>
					{(accounts) => (
						<ul className="divide-y divide-line">
							{accounts.map((account) => (
								<AccountItem
									key={account.id}
									account={account}
									onDisconnect={() => {
										setDisconnecting(account);
										setOpen(true);
									}}
								/>
							))}
						</ul>
					)}
				</QueryView>
			</Card>
			<p className="text-13 text-ink-3">{t.accounts.sizeNote}</p>
			{disconnecting && <DisconnectDialog account={disconnecting} open={open} onClose={() => setOpen(false)} />}
		</SettingsFrame>
	);
}

function stateOf(account: Account): { tone: Tone; label: string } {
	if (account.status === "needs_sign_in") return { tone: "amber", label: t.accounts.signInAgain };
	if (account.status === "disconnected") return { tone: "neutral", label: t.accounts.disconnected };
	if (account.status === "error" || account.syncStatus === "failed") return { tone: "red", label: t.accounts.failed };
	if (account.syncStatus === "syncing")
		return { tone: "blue", label: account.capabilities.receives ? t.accounts.syncing : t.accounts.importing };
	return account.capabilities.remote
		? { tone: "green", label: t.accounts.connected }
		: { tone: "green", label: isConnectedBy(account.provider, "sample") ? t.accounts.demo : t.accounts.imported };
}

function AccountItem({ account, onDisconnect }: { account: Account; onDisconnect: () => void }) {
	const navigate = useNavigate();
	const state = stateOf(account);
	const local = !account.capabilities.remote;
	const lost = account.status === "needs_sign_in" || account.status === "disconnected";
	const sync = useChange({
		make: () => api.syncAccount({ params: { id: account.id } }),
		failed: t.accounts.syncFailed,
		refresh: [keys.accounts, keys.jobs],
		done: () => toast({ title: t.accounts.syncStarted, description: account.name }),
	});
	const reconnect = () => {
		void navigate({ to: hubPath, search: { reconnect: account.id } });
	};
	const facts = [
		providerInfo(account.provider).name,
		formatCount(account.keptEmails, "email"),
		formatBytes(account.sizeBytes),
		account.lastSyncAt
			? `${account.capabilities.receives ? "synced" : "imported"} ${formatAgo(account.lastSyncAt)}`
			: t.accounts.notSyncedYet,
	];
	const canSync = !lost && (!local || account.syncStatus === "failed");
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
			<Avatar name={account.name} shape="square" />
			<div className="min-w-48 flex-1">
				<div className="flex items-center gap-2">
					<span className="truncate text-14 font-semibold">{account.name}</span>
					<Badge tone={state.tone}>{state.label}</Badge>
					{account.access === "read" && <Badge>{t.accounts.readOnly}</Badge>}
				</div>
				<p className="text-12 text-ink-3">{facts.join(" · ")}</p>
				{account.lastError && account.syncStatus !== "syncing" && (
					<p className="mt-1 text-13 break-words text-ink-2">{account.lastError}</p>
				)}
				{account.status === "disconnected" && <p className="mt-1 text-13 text-ink-2">{t.accounts.disconnectedHint}</p>}
			</div>
			<div className="flex flex-wrap gap-2">
				{canSync && (
					<Button
						size="small"
						icon={RefreshCw}
						busy={sync.isPending || account.syncStatus === "syncing"}
						onClick={() => sync.mutate()}
					>
						{local ? t.accounts.resumeImport : t.accounts.syncNow}
					</Button>
				)}
				{account.capabilities.remote && (
					<ButtonLink to={syncHistoryPath} search={{ account: account.id }} size="small" variant="ghost" icon={History}>
						{t.accounts.history}
					</ButtonLink>
				)}
				{lost && (
					<Button size="small" icon={Plug} onClick={reconnect}>
						{t.accounts.reconnect}
					</Button>
				)}
				<Button size="small" variant="danger" icon={canDisconnect(account) ? Unplug : Trash2} onClick={onDisconnect}>
					{disconnectLabel(account)}
				</Button>
			</div>
		</li>
	);
}
