import { Activity, Clock, Download, RefreshCw } from "lucide-react";
import { useState } from "react";
import { formatAgo } from "#web/lib/base/format.ts";
import { formatDays } from "#web/lib/base/format-days.ts";
import { jobProgress } from "#web/lib/jobs/jobs.ts";
import { MailboxGate } from "#web/lib/mailbox/mailbox-gate.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { Page, PageHeader } from "#web/ui/page/page.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { ActivityScore } from "../contract.ts";
import { EmailsDialog } from "./emails-dialog.tsx";
import { exportCsv } from "./export-csv.ts";
import { Insights } from "./insights.tsx";
import { Metrics } from "./metrics.tsx";
import { Patterns } from "./patterns.tsx";
import { exportPicture } from "./picture.ts";
import { Recommendations } from "./recommendations.tsx";
import { ScorePanel } from "./score-panel.tsx";
import { t } from "./text.ts";
import { useAutomaticAnalysis, useGenerate, useReport } from "./use-score.ts";
import { WorkHoursDialog } from "./work-hours-dialog.tsx";

/** `/tool/activity-score`: the score of the last 90 days, what it is made of, and what to do about it. */
export default function ScorePage() {
	return (
		<Page>
			<PageHeader hasBack title={t.page.title} description={t.page.description} />
			<MailboxGate icon={Activity}>{() => <Score />}</MailboxGate>
		</Page>
	);
}

function Score() {
	const query = useReport();
	const generate = useGenerate();
	const [isEditing, setEditing] = useState(false);
	useAutomaticAnalysis(query.data?.lastAnalyzed, generate.run);
	return (
		<>
			<QueryView query={query} errorTitle={t.page.couldntLoad} loading={<Skeleton rows={8} label={t.page.loading} />}>
				{(report) => (
					<>
						<Toolbar report={report} busy={generate.isRunning} onRun={generate.run} onEdit={() => setEditing(true)} />
						{generate.isRunning && (
							<div className="flex items-end gap-3">
								<div className="min-w-0 flex-1">
									<Progress
										label={t.page.analyzing}
										done={generate.progress.done}
										total={generate.progress.total}
										detail={generate.job && jobProgress(generate.job)}
									/>
								</div>
								<Button size="small" busy={generate.isCancelling} onClick={generate.cancel}>
									{t.page.cancel}
								</Button>
							</div>
						)}
						{report.lastAnalyzed === null ? (
							<EmptyState
								icon={Activity}
								title={t.page.notAnalyzed}
								description={t.page.notAnalyzedWhy}
								action={
									<Button variant="primary" busy={generate.isRunning} onClick={() => void generate.run()}>
										{t.page.generate}
									</Button>
								}
							/>
						) : (
							<Report report={report} />
						)}
					</>
				)}
			</QueryView>
			<WorkHoursDialog open={isEditing} onClose={() => setEditing(false)} />
			<EmailsDialog />
		</>
	);
}

interface ToolbarProps {
	report: ActivityScore;
	busy: boolean;
	onRun: () => unknown;
	onEdit: () => void;
}

function Toolbar({ report, busy, onRun, onEdit }: ToolbarProps) {
	const { from, until } = report.current;
	const last = new Date(Date.parse(until) - 86_400_000).toISOString().slice(0, 10);
	const analyzed = report.lastAnalyzed === null ? t.page.never : t.page.analyzed(formatAgo(report.lastAnalyzed));
	return (
		<div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
			<p className="text-14 text-ink-2">
				{formatDays(from, last)} · {analyzed}
			</p>
			<div className="flex flex-wrap gap-2">
				<Button icon={Clock} onClick={onEdit}>
					{t.page.workHours}
				</Button>
				<Menu
					align="end"
					trigger={<Button icon={Download}>{t.page.export}</Button>}
					entries={[
						{ label: t.page.exportCsv, onSelect: () => void exportCsv(report) },
						{
							label: t.page.exportPicture,
							onSelect: () =>
								void exportPicture(report).catch((error: Error) =>
									toast({ title: t.page.pictureFailed, description: error.message, tone: "destructive" }),
								),
						},
					]}
				/>
				<Button icon={RefreshCw} busy={busy} onClick={() => void onRun()}>
					{report.lastAnalyzed === null ? t.page.generate : t.page.refresh}
				</Button>
			</div>
		</div>
	);
}

/** Charts on the left; score, recommendations and insights on the right, which come first on a phone. */
function Report({ report }: { report: ActivityScore }) {
	return (
		<>
			<Metrics report={report} />
			<div className="grid gap-x-12 gap-y-6 xl:grid-cols-[minmax(0,1fr)_360px]">
				<div className="flex min-w-0 flex-col gap-6 xl:order-2">
					<ScorePanel report={report} />
					<Recommendations report={report} />
					<Insights report={report} />
				</div>
				<div className="min-w-0 xl:order-1">
					<Patterns report={report} />
				</div>
			</div>
		</>
	);
}
