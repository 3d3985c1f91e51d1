import { useNavigate, useSearch } from "@tanstack/react-router";
import { HardDrive, RefreshCw } from "lucide-react";
import { useState } from "react";
import { jobProgress, jobStage } from "#web/lib/jobs.ts";
import { isChangeable } from "#web/lib/mailbox/access.ts";
import { AccessNotice } from "#web/lib/mailbox/access-notice.tsx";
import type { GatedMailbox } from "#web/lib/mailbox/mailbox-gate.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { QueryView } from "#web/ui/query-view.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import type { SweepDraft } from "../contract.ts";
import { tool } from "../tool.ts";
import { BackupsView } from "./backups/backups-view.tsx";
import { CleanupView } from "./cleanup/cleanup-view.tsx";
import { DuplicatesView } from "./duplicates/duplicates-view.tsx";
import { heading } from "./heading.ts";
import { OverviewCard } from "./overview-card.tsx";
import { SpaceView } from "./space/space-view.tsx";
import { SweepsView } from "./sweeps/sweeps-view.tsx";
import { t } from "./text.ts";
import { useAnalysis } from "./use-analysis.ts";
import type { View } from "./views.ts";

/** The page once a mailbox is connected: the overview, and its tabs. */
export function Workspace({ mailbox }: { mailbox: GatedMailbox }) {
	const navigate = useNavigate();
	const { view = "cleanup" } = useSearch({ strict: false }) as { view?: View };
	const account = mailbox.account?.id;
	const { query, job, isBusy, begin } = useAnalysis(account);
	const changeable = mailbox.mailboxes.filter(isChangeable);
	const readOnly = changeable.length === 0;
	const [sweep, setSweep] = useState<Partial<SweepDraft> | null>(null);
	const hasResult = query.data !== undefined && query.data.analyzedAt !== null;
	const show = (next: View) => void navigate({ to: tool.path, search: next === "cleanup" ? {} : { view: next } });
	return (
		<>
			<PageHeader
				hasBack
				{...heading}
				actions={
					hasResult && (
						<Button icon={RefreshCw} busy={isBusy} onClick={begin}>
							{t.workspace.refresh}
						</Button>
					)
				}
			/>
			<AccessNotice mailboxes={mailbox.mailboxes} />
			{job && (
				<Progress
					label={jobStage(job) ?? t.workspace.analyzingYourEmail}
					done={job.done}
					total={job.total}
					detail={job.total === null ? undefined : jobProgress(job)}
				/>
			)}
			<QueryView query={query} errorTitle={t.workspace.analysisFailed}>
				{(analysis) =>
					analysis.analyzedAt === null ? (
						<div className="rounded-3 border border-line bg-surface">
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
						</div>
					) : (
						<>
							<OverviewCard analysis={analysis} />
							<Tabs label={t.workspace.smartArchiveSections} tabs={tabs} value={view} onChange={show}>
								{view === "cleanup" && (
									<CleanupView
										analysis={analysis}
										account={account}
										mailboxes={changeable}
										onSweep={(senderEmail) => {
											setSweep({ senderEmail });
											show("sweeps");
										}}
									/>
								)}
								{view === "space" && <SpaceView account={account} readOnly={readOnly} />}
								{view === "duplicates" && <DuplicatesView account={account} readOnly={readOnly} />}
								{view === "sweeps" && (
									<SweepsView account={account} mailboxes={changeable} begun={sweep} onApplied={() => setSweep(null)} />
								)}
								{view === "backups" && <BackupsView />}
							</Tabs>
						</>
					)
				}
			</QueryView>
		</>
	);
}

const tabs = [
	{ value: "cleanup", label: t.workspace.cleanup },
	{ value: "space", label: t.workspace.space },
	{ value: "duplicates", label: t.workspace.duplicates },
	{ value: "sweeps", label: t.workspace.sweepRules },
	{ value: "backups", label: t.workspace.backups },
] as const;
