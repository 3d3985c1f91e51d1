import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, FileText, Inbox, Play, RefreshCw, RotateCcw, Trash2, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { type Account, providerShortNames, selectAccount } from "#web/lib/accounts.ts";
import { api } from "#web/lib/api.ts";
import { formatAgo, formatBytes, formatCount } from "#web/lib/format.ts";
import { isOver, type Job, jobProgress } from "#web/lib/jobs.ts";
import { keys } from "#web/lib/query-client.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { confirm } from "#web/ui/confirm.ts";
import { Menu, type MenuEntry } from "#web/ui/menu.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { toast } from "#web/ui/toast.ts";
import { type Findings, findingsLine, sumFindings } from "./findings.ts";

const ImportReport = lazy(() => import("./import-report.tsx"));

interface AccountRowProps {
	account: Account;
	/** The runs of this mailbox's latest sync or import, newest first, as far as they are remembered. */
	runs: readonly Job[];
	chosen: boolean;
	onOpenInbox: (() => void) | undefined;
}

/** One connected mailbox: what it holds, what it is doing, and what can be done with it. */
export function AccountRow({ account, runs, chosen, onOpenInbox }: AccountRowProps) {
	const act = useAccountActions(account);
	const [reporting, setReporting] = useState(false);
	const job = runs[0];
	const local = !account.capabilities.remote;
	const working = job !== undefined && !isOver(job);
	const broken =
		!working &&
		account.status !== "disconnected" &&
		(job?.state === "cancelled" || job?.state === "failed" || account.syncStatus === "failed");
	const findings = sumFindings(runs);
	const cut = account.status === "disconnected";
	const goOn = cut ? null : broken ? (local ? "Resume import" : "Try again") : local ? null : "Sync now";
	const entries: MenuEntry[] = [
		...(onOpenInbox ? [{ label: "Open inbox", icon: Inbox, onSelect: onOpenInbox }] : []),
		...(goOn ? [{ label: goOn, icon: broken ? Play : RefreshCw, disabled: working, onSelect: act.sync }] : []),
		...(findings && !working ? [{ label: "Import report", icon: FileText, onSelect: () => setReporting(true) }] : []),
		...(account.provider === "demo"
			? [{ label: "Reset demo", icon: RotateCcw, disabled: working, onSelect: act.reset }]
			: []),
		{ type: "separator" },
		{ label: "Disconnect", icon: Trash2, danger: true, onSelect: act.disconnect },
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
							className="truncate rounded-1 text-left text-14 font-semibold hover:underline"
						>
							{account.name}
						</button>
						{chosen && <Badge tone="green">Selected</Badge>}
						{account.status === "disconnected" && <Badge>Disconnected</Badge>}
						{account.status === "needs_sign_in" && <Badge tone="amber">Sign in again</Badge>}
					</div>
					<p className="text-12 break-words text-ink-3">
						{[
							providerShortNames[account.provider],
							formatCount(account.totalEmails, "email"),
							formatBytes(account.sizeBytes),
							account.lastSyncAt && !working && formatAgo(account.lastSyncAt),
						]
							.filter(Boolean)
							.join(" · ")}
					</p>
				</div>
				<Menu
					align="end"
					trigger={<IconButton icon={Ellipsis} label={`Actions for ${account.name}`} tooltip={false} />}
					entries={entries}
				/>
			</div>
			{working && <WorkingLine job={job} findings={findings} local={local} />}
			{broken && (
				<div className="mt-2 flex flex-wrap items-center justify-between gap-2 pl-12">
					<p role="status" className="min-w-0 text-13 break-words text-ink-2">
						{job?.state === "cancelled"
							? "Stopped before the end. What has arrived stays."
							: (job?.error ?? account.lastError ?? "The last run failed.")}
					</p>
					<Button size="small" icon={Play} busy={act.syncing} onClick={act.sync}>
						{goOn}
					</Button>
				</div>
			)}
			{!working && !broken && findings && account.provider === "mbox" && (
				<p className="mt-1 pl-12 text-12 text-ink-3">
					<button
						type="button"
						onClick={() => setReporting(true)}
						className="rounded-1 text-left underline decoration-line-strong underline-offset-4 hover:text-ink"
					>
						{findingsLine(findings)}
					</button>
				</p>
			)}
			{findings && reporting && (
				<Suspense>
					<ImportReport name={account.name} findings={findings} onClose={() => setReporting(false)} />
				</Suspense>
			)}
		</li>
	);
}

function WorkingLine({ job, findings, local }: { job: Job; findings: Findings | null; local: boolean }) {
	const cancel = useMutation({
		mutationFn: () => api.cancelJob({ params: { id: job.id } }),
		onError: (error) => toast({ title: "Could not cancel", description: error.message, tone: "destructive" }),
	});
	return (
		<div className="mt-2 flex items-end gap-2 pl-12">
			<div className="min-w-0 flex-1">
				<Progress
					label={job.state === "queued" ? "Waiting to start" : local ? "Importing" : "Syncing"}
					done={job.done}
					total={job.total}
					detail={jobProgress(job)}
				/>
				{findings && findings.imported + findings.duplicates > 0 && (
					<p className="mt-1 text-12 text-ink-3 tabular-nums">{findingsLine(findings)}</p>
				)}
			</div>
			<IconButton icon={X} size="small" label="Cancel" busy={cancel.isPending} onClick={() => cancel.mutate()} />
		</div>
	);
}

function useAccountActions(account: Account) {
	const client = useQueryClient();
	const params = { id: account.id };
	const refresh = () =>
		Promise.all([keys.accounts, keys.jobs, keys.mail].map((queryKey) => client.invalidateQueries({ queryKey })));
	const fail = (title: string) => (error: Error) => toast({ title, description: error.message, tone: "destructive" });
	const sync = useMutation({
		mutationFn: () => api.syncAccount({ params }),
		onSuccess: refresh,
		onError: fail("Sync failed"),
	});
	const reset = useMutation({
		mutationFn: () => api.resetDemo({ params }),
		onSuccess: refresh,
		onError: fail("Reset failed"),
	});
	const remove = useMutation({
		mutationFn: () => api.deleteAccount({ params }),
		onSuccess: async () => {
			toast({ title: "Mailbox disconnected", description: account.name });
			await refresh();
		},
		onError: fail("Disconnection Failed"),
	});
	const askReset = async () => {
		const yes = await confirm({
			title: "Reset the demo mailbox?",
			description: "Everything you changed in it goes back to how it started.",
			confirm: "Reset demo",
			danger: true,
		});
		if (yes) reset.mutate();
	};
	const askDisconnect = async () => {
		const kept = account.capabilities.remote ? "The mailbox itself is not touched." : "Your file is not touched.";
		const yes = await confirm({
			title: `Disconnect ${account.name}?`,
			description: `The copy of ${formatCount(account.totalEmails, "email")} on this server is deleted for good. ${kept}`,
			confirm: "Disconnect",
			danger: true,
		});
		if (yes) remove.mutate();
	};
	return {
		sync: () => sync.mutate(),
		syncing: sync.isPending,
		reset: () => void askReset(),
		disconnect: () => void askDisconnect(),
	};
}
