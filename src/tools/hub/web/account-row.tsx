import {
	Ellipsis,
	FileText,
	History,
	Inbox,
	Play,
	Plug,
	RefreshCw,
	RotateCcw,
	Settings2,
	ShieldPlus,
	Trash2,
	Unplug,
} from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { isConnectedBy, providerInfo } from "#shared/providers.ts";
import { ANYWHERE, searchFor } from "#shared/search/scopes.ts";
import { type Account, selectAccount } from "#web/lib/accounts.ts";
import { formatAgo, formatBytes, formatCount } from "#web/lib/format.ts";
import { isOver, type Job } from "#web/lib/jobs.ts";
import { MailLink } from "#web/lib/mail-link.tsx";
import { canDisconnect, describeProblem, disconnectLabel, fixLabel } from "#web/lib/mailbox/access.ts";
import { useFixAccess } from "#web/lib/mailbox/use-fix-access.ts";
import { providerScreens } from "#web/providers.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Menu, type MenuEntry } from "#web/ui/menu.tsx";
import { describeCounts, sumCounts } from "./import-counts.ts";
import { ProgressLine } from "./progress-line.tsx";
import { QuotaFact } from "./quota-fact.tsx";
import { t } from "./text.ts";
import { useAccountActions } from "./use-account-actions.ts";

const DisconnectDialog = lazy(() => import("#web/lib/mailbox/disconnect-dialog.tsx"));
const ImportReport = lazy(() => import("./import-report.tsx"));

interface AccountRowProps {
	account: Account;
	/** The runs of this mailbox's latest sync or import, newest first, as far as they are in the recent jobs. */
	runs: readonly Job[];
	chosen: boolean;
	/** The URL requests that its connection dialog opens, to sign in again. */
	reconnectRequested: boolean;
	onOpenInbox: (() => void) | undefined;
	onHistory: () => void;
}

/** A connected mailbox: its contents, its status, and its actions. */
export default function AccountRow({
	account,
	runs,
	chosen,
	reconnectRequested,
	onOpenInbox,
	onHistory,
}: AccountRowProps) {
	const act = useAccountActions(account);
	const [reporting, setReporting] = useState(false);
	// Undefined until first opened: the dialogs stay mounted after that, so that they close with their focus handling.
	const [disconnecting, setDisconnecting] = useState<boolean>();
	const [editing, setEditing] = useState<boolean | undefined>(reconnectRequested || undefined);
	const job = runs[0];
	const { remote } = account.capabilities;
	const isDisconnected = account.status === "disconnected";
	const lost = isDisconnected || account.status === "needs_sign_in";
	const working = job !== undefined && !isOver(job);
	const broken =
		!working && !lost && (job?.state === "cancelled" || job?.state === "failed" || account.syncStatus === "failed");
	const counts = sumCounts(runs);
	const syncLabel = lost
		? null
		: broken
			? remote
				? t.accountRow.tryAgain
				: t.accountRow.resumeImport
			: remote
				? t.accountRow.syncNow
				: null;
	const consents = isConnectedBy(account.provider, "consent");
	const ConnectionDialog = isConnectedBy(account.provider, "consent")
		? undefined
		: providerScreens[account.provider].connectionDialog;
	const canConnect = ConnectionDialog !== undefined;
	const { fix, busyId } = useFixAccess();
	const reconnect = lost && (canConnect || consents);
	const canAllow = consents && account.access === "read" && !lost;
	const fixAccess = () => (consents ? fix(account) : setEditing(true));
	const entries: MenuEntry[] = [
		...(onOpenInbox ? [{ label: t.accountRow.openInbox, icon: Inbox, onSelect: onOpenInbox }] : []),
		...(syncLabel
			? [{ label: syncLabel, icon: broken ? Play : RefreshCw, disabled: working, onSelect: act.sync }]
			: []),
		...(remote ? [{ label: t.accountRow.syncHistory, icon: History, onSelect: onHistory }] : []),
		...(counts && !remote && !working
			? [{ label: t.accountRow.importReport, icon: FileText, onSelect: () => setReporting(true) }]
			: []),
		...(reconnect ? [{ label: t.accountRow.reconnect, icon: Plug, onSelect: fixAccess }] : []),
		...(canConnect && !lost
			? [{ label: t.accountRow.editConnection, icon: Settings2, onSelect: () => setEditing(true) }]
			: []),
		...(canAllow ? [{ label: t.accountRow.allowChanges, icon: ShieldPlus, onSelect: fixAccess }] : []),
		...(isConnectedBy(account.provider, "sample")
			? [{ label: t.accountRow.resetDemo, icon: RotateCcw, disabled: working, onSelect: act.reset }]
			: []),
		{ type: "separator" },
		{
			label: disconnectLabel(account),
			icon: canDisconnect(account) ? Unplug : Trash2,
			danger: true,
			onSelect: () => setDisconnecting(true),
		},
	];
	return (
		<li className="px-4 py-3">
			<div className="flex items-center gap-3">
				<Avatar name={account.name} shape="square" />
				<div className="min-w-0 flex-1">
					<div className="flex items-center gap-2">
						<button
							type="button"
							aria-pressed={chosen}
							onClick={() => selectAccount(account)}
							className="min-h-6 truncate rounded-1 text-left text-14 font-semibold hover:underline"
						>
							{account.name}
						</button>
						{chosen && <Badge tone="green">{t.accountRow.selected}</Badge>}
						{isDisconnected && <Badge>{t.accountRow.disconnected}</Badge>}
						{account.status === "needs_sign_in" && <Badge tone="amber">{t.accountRow.signInAgain}</Badge>}
						{account.status === "error" && <Badge tone="red">{t.accountRow.needsAttention}</Badge>}
						{account.access === "read" && <Badge>{t.accountRow.readOnly}</Badge>}
					</div>
					<p className="text-12 break-words text-ink-3">
						<MailLink
							search={account.totalEmails === 0 || !onOpenInbox ? null : searchFor(ANYWHERE)}
							account={account.id}
						>
							{formatCount(account.totalEmails, "email")}
						</MailLink>
						{[
							"",
							providerInfo(account.provider).shortName,
							formatBytes(account.sizeBytes),
							account.lastSyncAt && !working && `${remote ? "synced" : "imported"} ${formatAgo(account.lastSyncAt)}`,
						]
							.filter((fact) => fact !== false && fact !== null)
							.join(" · ")}
						{account.capabilities.quota && !lost && <QuotaFact account={account} />}
					</p>
				</div>
				<Menu
					align="end"
					trigger={<IconButton icon={Ellipsis} label={t.accountRow.actionsFor(account.name)} tooltip={false} />}
					entries={entries}
				/>
			</div>
			{working && <ProgressLine job={job} counts={counts} local={!remote} />}
			{broken && (
				<Trouble
					text={
						job?.state === "cancelled"
							? t.accountRow.importStopped
							: (job?.error ?? account.lastError ?? t.accountRow.lastRunFailed)
					}
				>
					<Button size="small" icon={Play} busy={act.syncing} onClick={act.sync}>
						{syncLabel}
					</Button>
				</Trouble>
			)}
			{(reconnect || canAllow) && (
				<Trouble
					text={(account.status === "needs_sign_in" ? account.lastError : null) ?? describeProblem(account, false)}
				>
					<Button
						size="small"
						icon={reconnect ? Plug : ShieldPlus}
						busy={busyId === account.id}
						autoFocus={reconnectRequested}
						onClick={fixAccess}
					>
						{fixLabel(account)}
					</Button>
				</Trouble>
			)}
			{!working && !broken && counts && isConnectedBy(account.provider, "files") && (
				<p className="mt-1 pl-12 text-12 break-words text-ink-3">
					<button
						type="button"
						onClick={() => setReporting(true)}
						className="rounded-1 text-left underline decoration-line-strong underline-offset-4 hover:text-ink"
					>
						{describeCounts(counts)}
					</button>
					{counts.excluded && <span className="mt-1 block">{counts.excluded.sentence}</span>}
				</p>
			)}
			<Suspense>
				{counts && reporting && (
					<ImportReport name={account.name} counts={counts} onClose={() => setReporting(false)} />
				)}
				{disconnecting !== undefined && (
					<DisconnectDialog account={account} open={disconnecting} onClose={() => setDisconnecting(false)} />
				)}
				{editing !== undefined && ConnectionDialog && (
					<ConnectionDialog account={account} open={editing} onClose={() => setEditing(false)} />
				)}
			</Suspense>
		</li>
	);
}

/** Why a mailbox is not up to date, with a button to fix it. */
function Trouble({ text, children }: { text: string; children: React.ReactNode }) {
	return (
		<div className="mt-2 flex flex-wrap items-center justify-between gap-2 pl-12">
			<p role="status" className="min-w-48 flex-1 text-13 break-words text-ink-2">
				{text}
			</p>
			{children}
		</div>
	);
}
