import { useCancelJobs } from "#web/lib/jobs/cancel-jobs.ts";
import { type Job, jobProgress, jobStage } from "#web/lib/jobs/jobs.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import { t } from "../base/text.ts";

/** Progress of unsubscribing from several lists, with a cancel button. A single list shows progress in its row. */
export function UnsubscribeProgress({ job }: { job: Job | undefined }) {
	const cancel = useCancelJobs();
	if (!job || (job.total ?? 0) < 2) return null;
	const stage = jobStage(job);
	return (
		<div className="flex items-end gap-4 rounded-3 border border-line bg-surface px-4 py-3">
			<div className="min-w-0 flex-1">
				<Progress
					label={job.state === "queued" ? t.unsubscribe.waitingToUnsubscribe : t.unsubscribe.unsubscribing}
					done={job.done}
					total={job.total}
					detail={jobProgress(job)}
				/>
				{stage && <p className="mt-1 truncate text-12 text-ink-3">{stage}</p>}
			</div>
			<Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate([job.id])}>
				{t.unsubscribe.cancel}
			</Button>
		</div>
	);
}
