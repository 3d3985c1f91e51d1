import { ScanSearch } from "lucide-react";
import { jobProgress } from "#web/lib/jobs/jobs.ts";
import { AccessNotice } from "#web/lib/mailbox/access-notice.tsx";
import { useSelection } from "#web/lib/mailbox/accounts.ts";
import { RangeSelect } from "#web/lib/range/range-select.tsx";
import { useRange } from "#web/lib/range/use-range.ts";
import { useSession } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Page, PageHeader } from "#web/ui/page/page.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import type { Overview } from "../contract.ts";
import { BriefPanel, useBrief } from "./brief-panel.tsx";
import { DashboardPanels } from "./dashboard-panels.tsx";
import { Facts } from "./facts.tsx";
import { FirstCleanup, useFirstCleanup } from "./first-cleanup.tsx";
import { PlansPanel } from "./plans-panel.tsx";
import { StartList } from "./start-list.tsx";
import { t } from "./text.ts";
import { useOverview } from "./use-dashboard.ts";
import { useFullScan } from "./use-full-scan.ts";

/** How the mail is, why, and what to do about it: the first page after signing in. */
export default function DashboardPage() {
	const { account, accounts: known } = useSelection();
	const accounts = known ?? [];
	const session = useSession();
	const range = useRange();
	const query = useOverview();
	const scan = useFullScan();
	const cleanup = useFirstCleanup(query.data);
	const hasMailbox = query.data?.steps.connected ?? accounts.length > 0;
	const hasBrief = hasMailbox && query.data?.steps.synced === true;
	const brief = useBrief(hasBrief);
	const [name = ""] = session?.user.name.trim().split(/\s+/) ?? [];
	return (
		<Page>
			<PageHeader
				title={t.page.title}
				description={query.data && !hasMailbox ? t.start.intro : undefined}
				note={t.page.greeting(new Date().getHours(), name)}
				actions={
					hasMailbox && (
						<>
							<Button icon={ScanSearch} busy={scan.isRunning} onClick={() => void scan.run()}>
								{scan.isRunning ? t.scan.scanning : t.scan.start}
							</Button>
							<RangeSelect value={range.choice} onChange={range.choose} end={range.end} />
						</>
					)
				}
			/>
			<QueryView
				query={query}
				errorTitle={t.page.couldntLoad}
				// The header's buttons come with the mailboxes: on a phone they would move the placeholder.
				loading={known === undefined ? null : <Skeleton rows={8} label={t.page.loading} />}
			>
				{(overview: Overview) => (
					<>
						{hasMailbox && <Facts overview={overview} />}
						<AccessNotice mailboxes={account ? [account] : accounts} />
						{scan.isRunning && (
							<div className="flex items-end gap-3">
								<div className="min-w-0 flex-1">
									<Progress
										label={scan.job?.note ?? t.scan.label}
										done={scan.progress.done}
										total={scan.progress.total}
										detail={scan.job && jobProgress(scan.job)}
									/>
								</div>
								<Button size="small" busy={scan.isCancelling} onClick={scan.cancel}>
									{t.scan.cancel}
								</Button>
							</div>
						)}
						{hasBrief && <BriefPanel query={brief} />}
						{/* Loads with the brief, and shows after it: the height of the brief is not known before. */}
						<div className={hasBrief && brief.isPending ? "hidden" : "contents"}>
							<StartList done={overview.steps} scan={scan} />
							{cleanup.isOffered ? (
								<FirstCleanup overview={overview} onEnd={cleanup.end} />
							) : (
								overview.plans && <PlansPanel plans={overview.plans} />
							)}
							{hasMailbox && <DashboardPanels overview={overview} span={range.span} accounts={accounts} />}
						</div>
					</>
				)}
			</QueryView>
		</Page>
	);
}
