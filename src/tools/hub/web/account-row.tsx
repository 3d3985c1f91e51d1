import { Ellipsis, Play, Plug, ShieldPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { isConnectedBy } from "#shared/providers.ts";
import type { Job } from "#web/lib/jobs/jobs.ts";
import { describeProblem, fixLabel } from "#web/lib/mailbox/access.ts";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import { ServerWaitNote } from "#web/lib/mailbox/server-wait-note.tsx";
import { useFixAccess } from "#web/lib/mailbox/use-fix-access.ts";
import { Avatar } from "#web/ui/base/avatar.tsx";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { AccountFacts } from "./account-facts.tsx";
import { accountMenu } from "./account-menu.ts";
import { accountState } from "./account-state.ts";
import { describeCounts, sumCounts } from "./import-counts.ts";
import { ProgressLine } from "./progress-line.tsx";
import { t } from "./text.ts";
import { useAccountActions } from "./use-account-actions.ts";

const DisconnectDialog = lazy(() => import("#web/lib/mailbox/disconnect-dialog.tsx"));
const ImportReport = lazy(() => import("./import-report.tsx"));

interface AccountRowProps {
	account: Account;
	/** The runs of this mailbox's latest sync or import, newest first, as far as they are among its recent jobs. */
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
	const state = accountState(account, job);
	const { running, broken, canReconnect, ConnectionDialog } = state;
	const counts = sumCounts(runs);
	const { fix, busyId } = useFixAccess();
	const fixAccess = () => (state.consents ? fix(account) : setEditing(true));
	const { remote } = account.capabilities;
	const entries = accountMenu(account, state, {
		...{ openInbox: onOpenInbox, sync: act.sync, reset: act.reset, showHistory: onHistory, fixAccess },
		showReport: counts && !remote && running === null ? () => setReporting(true) : undefined,
		editConnection: () => setEditing(true),
		disconnect: () => setDisconnecting(true),
	});
	return (
		<li className="px-4 py-3">
			<div className="flex items-center gap-3">
				<Avatar name={account.name} shape="square" />
				<AccountFacts
					account={account}
					chosen={chosen}
					lost={state.lost}
					working={running !== null}
					opensInbox={onOpenInbox !== undefined}
				/>
				<Menu
					align="end"
					trigger={<IconButton icon={Ellipsis} label={t.accountRow.actionsFor(account.name)} tooltip={false} />}
					entries={entries}
				/>
			</div>
			{running !== null && <ProgressLine job={running} counts={counts} local={!remote} />}
			<Waiting wait={account.waiting} />
			{broken && <RunFailed account={account} job={job} label={state.syncLabel} act={act} />}
			{(canReconnect || state.canAllow) && (
				<Trouble
					text={(account.status === "needs_sign_in" ? account.lastError : null) ?? describeProblem(account, false)}
				>
					<Button
						size="small"
						icon={canReconnect ? Plug : ShieldPlus}
						busy={busyId === account.id}
						autoFocus={reconnectRequested}
						onClick={fixAccess}
					>
						{fixLabel(account)}
					</Button>
				</Trouble>
			)}
			{running === null && !broken && counts && isConnectedBy(account.provider, "files") && (
				<ImportCounts counts={counts} onReport={() => setReporting(true)} />
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

function Waiting({ wait }: { wait: Account["waiting"] }) {
	if (wait === null) return null;
	return (
		<div className="mt-2 pl-12">
			<ServerWaitNote wait={wait} />
		</div>
	);
}

interface RunFailedProps {
	account: Account;
	job: Job | undefined;
	/** Label of the button. */
	label: string | null;
	act: ReturnType<typeof useAccountActions>;
}

/** Why the latest sync or import did not complete. */
function RunFailed({ account, job, label, act }: RunFailedProps) {
	const reason =
		job?.state === "cancelled"
			? t.accountRow.importStopped
			: (job?.error ?? account.lastError ?? t.accountRow.lastRunFailed);
	return (
		<Trouble text={reason}>
			<Button size="small" icon={Play} busy={act.syncing} onClick={act.sync}>
				{label}
			</Button>
		</Trouble>
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

interface ImportCountsProps {
	counts: NonNullable<ReturnType<typeof sumCounts>>;
	onReport: () => void;
}

/** What an import read, which opens its report. */
function ImportCounts({ counts, onReport }: ImportCountsProps) {
	return (
		<p className="mt-1 pl-12 text-12 break-words text-ink-3">
			<button
				type="button"
				onClick={onReport}
				className="rounded-1 text-left underline decoration-line-strong underline-offset-4 hover:text-ink"
			>
				{describeCounts(counts)}
			</button>
			{counts.excluded && <span className="mt-1 block">{counts.excluded.sentence}</span>}
		</p>
	);
}
