import { X } from "lucide-react";
import { useCancelJobs } from "#web/lib/jobs/cancel-jobs.ts";
import { type Job, jobProgress, jobStage } from "#web/lib/jobs/jobs.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import { describeCounts, type ImportCounts } from "./import-counts.ts";
import { t } from "./text.ts";

interface ProgressLineProps {
	job: Job;
	counts: ImportCounts | null;
	/** The mailbox consists of uploaded files. */
	local: boolean;
}

/** Progress of a sync or import, its current step, and a cancel button. */
export function ProgressLine({ job, counts, local }: ProgressLineProps) {
	const cancel = useCancelJobs();
	const found = local && counts && counts.imported + counts.duplicates > 0 ? describeCounts(counts) : null;
	const now = [jobStage(job), found].filter(Boolean).join(" · ");
	return (
		<div className="mt-2 flex items-end gap-2 pl-12">
			<div className="min-w-0 flex-1">
				<Progress
					label={
						job.state === "queued"
							? t.progressLine.waitingToStart
							: local
								? t.progressLine.importing
								: t.progressLine.syncing
					}
					done={job.done}
					total={job.total}
					detail={job.state === "queued" && job.done === 0 ? undefined : jobProgress(job)}
				/>
				{now !== "" && <p className="mt-1 text-12 text-ink-3 tabular-nums">{now}</p>}
			</div>
			<IconButton
				icon={X}
				size="small"
				label={t.progressLine.cancel}
				busy={cancel.isPending}
				onClick={() => cancel.mutate([job.id])}
			/>
		</div>
	);
}
