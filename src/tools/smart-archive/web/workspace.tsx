import { useNavigate, useSearch } from "@tanstack/react-router";
import { HardDrive, RefreshCw } from "lucide-react";
import { useState } from "react";
import { jobProgress, jobStage } from "#web/lib/jobs/jobs.ts";
import { isChangeable } from "#web/lib/mailbox/access.ts";
import { AccessNotice } from "#web/lib/mailbox/access-notice.tsx";
import type { Account } from "#web/lib/mailbox/accounts.ts";
import type { GatedMailbox } from "#web/lib/mailbox/mailbox-gate.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { TabFrame, TabList, TabPanel } from "#web/ui/page/tabs.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { WorkbenchAction } from "#web/ui/workbench/action.tsx";
import { Workbench, WorkbenchPane } from "#web/ui/workbench/workbench.tsx";
import type { Analysis, SweepDraft } from "../contract.ts";
import { tool } from "../tool.ts";
import { BackupsView } from "./backups/backups-view.tsx";
import { t } from "./base/text.ts";
import { CleanupView } from "./cleanup/cleanup-view.tsx";
import { DuplicatesView } from "./duplicates/duplicates-view.tsx";
import { OverviewStrip } from "./overview-strip.tsx";
import { SpaceView } from "./space/space-view.tsx";
import { SweepsView } from "./sweeps/sweeps-view.tsx";
import { useAnalysis } from "./use-analysis.ts";
import { readSearch, type SmartArchiveSearch, type View } from "./views.ts";

/** The page once a mailbox is connected: the overview, and its tabs. */
export function Workspace({ mailbox }: { mailbox: GatedMailbox }) {
	const navigate = useNavigate();
	const { view = "cleanup", kind } = readSearch(useSearch({ strict: false }));
	const account = mailbox.account?.id;
	const { query, job, isBusy, message, begin } = useAnalysis(account);
	const changeable = mailbox.mailboxes.filter(isChangeable);
	const [sweep, setSweep] = useState<Partial<SweepDraft> | null>(null);
	const hasResult = query.data !== undefined && query.data.analyzedAt !== null;
	const show = (next: View) => void navigate({ to: tool.path, search: next === "cleanup" ? {} : { view: next } });
	const analysis = hasResult ? query.data : undefined;
	return (
		<TabFrame value={view} onChange={show}>
			<Workbench
				title={tool.title}
				facts={
					<span role="status">
						{message ??
							(analysis?.analyzedAt ? t.overview.analyzed(analysis.analyzedAt) : t.page.smartArchiveUtilityDescription)}
					</span>
				}
				actions={
					hasResult && (
						<WorkbenchAction icon={RefreshCw} busy={isBusy} onClick={begin}>
							{t.workspace.refresh}
						</WorkbenchAction>
					)
				}
				strip={analysis && <OverviewStrip analysis={analysis} account={account} />}
				notices={
					<>
						<AccessNotice mailboxes={mailbox.mailboxes} />
						{job && (
							<Progress
								label={jobStage(job) ?? t.workspace.analyzingYourEmail}
								done={job.done}
								total={job.total}
								detail={job.total === null ? undefined : jobProgress(job)}
							/>
						)}
					</>
				}
				filters={hasResult ? <TabList label={t.workspace.sections(tool.title)} tabs={tabs} /> : undefined}
			>
				<QueryView query={query} errorTitle={t.workspace.analysisFailed}>
					{(data) =>
						data.analyzedAt === null ? (
							<WorkbenchPane>
								<EmptyState
									icon={HardDrive}
									title={t.workspace.introduction}
									description={t.workspace.introductionDescription}
									action={
										<Button variant="primary" busy={isBusy} onClick={begin}>
											{t.workspace.analyzeStorageUsage}
										</Button>
									}
								/>
							</WorkbenchPane>
						) : (
							<TabPanel value={view} fill>
								<WorkbenchPane>
									<ViewPane
										{...{ analysis: data, view, kind, account, changeable, sweep }}
										onSweep={(draft) => {
											setSweep(draft);
											if (draft !== null) show("sweeps");
										}}
									/>
								</WorkbenchPane>
							</TabPanel>
						)
					}
				</QueryView>
			</Workbench>
		</TabFrame>
	);
}

interface ViewPaneProps {
	analysis: Analysis;
	view: View;
	/** The kind of duplicates that is opened first. */
	kind: SmartArchiveSearch["kind"];
	account: string | undefined;
	/** Mailboxes in which mail can be changed. */
	changeable: readonly Account[];
	/** The sweep rule that another tab has begun. */
	sweep: Partial<SweepDraft> | null;
	onSweep: (draft: Partial<SweepDraft> | null) => void;
}

/** What the selected tab shows. */
function ViewPane({ analysis, view, kind, account, changeable, sweep, onSweep }: ViewPaneProps) {
	const readOnly = changeable.length === 0;
	if (view === "space") return <SpaceView account={account} readOnly={readOnly} />;
	if (view === "duplicates") return <DuplicatesView key={kind} account={account} first={kind} readOnly={readOnly} />;
	if (view === "sweeps")
		return <SweepsView account={account} mailboxes={changeable} begun={sweep} onApplied={() => onSweep(null)} />;
	if (view === "backups") return <BackupsView />;
	return (
		<CleanupView
			analysis={analysis}
			account={account}
			mailboxes={changeable}
			onSweep={(senderEmail) => onSweep({ senderEmail })}
		/>
	);
}

const tabs = [
	{ value: "cleanup", label: t.workspace.cleanup },
	{ value: "space", label: t.workspace.space },
	{ value: "duplicates", label: t.workspace.duplicates },
	{ value: "sweeps", label: t.workspace.sweepRules },
	{ value: "backups", label: t.workspace.backups },
] as const;
