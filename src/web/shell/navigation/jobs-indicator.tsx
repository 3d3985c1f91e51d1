import { useQuery } from "@tanstack/react-query";
import { CircleAlert, X } from "lucide-react";
import { useState } from "react";
import { useEvents } from "#web/lib/api/events.ts";
import { useCancelJobs } from "#web/lib/jobs/cancel-jobs.ts";
import { activeJobsQuery, type Job, jobProgress, jobStage, useJobTitle } from "#web/lib/jobs/jobs.ts";
import { useSelection } from "#web/lib/mailbox/accounts.ts";
import { ServerWaitNote } from "#web/lib/mailbox/server-wait-note.tsx";
import { Spinner } from "#web/ui/base/spinner.tsx";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import { t } from "../base/text.ts";

/** Running jobs with progress and a cancel button; failures stay until they are dismissed. */
export default function JobsIndicator() {
	const { data: active = [] } = useQuery(activeJobsQuery);
	const [failed, setFailed] = useState<Job[]>([]);
	const { accounts } = useSelection();
	const jobTitle = useJobTitle();
	useEvents((event) => {
		if (event.type !== "job" || event.job.state !== "failed") return;
		const job = event.job;
		setFailed((before) => [job, ...before.filter(({ id }) => id !== job.id)].slice(0, 5));
	});
	const jobs = active.filter(({ state }) => state === "queued" || state === "running");
	if (jobs.length === 0 && failed.length === 0) return null;
	const nameOf = (job: Job) =>
		jobTitle(
			job,
			accounts?.find(({ id }) => id === job.accountId),
		);
	return (
		<Popover
			title={t.jobs.inProgress}
			trigger={
				<Button size="small" variant="ghost">
					{jobs.length > 0 ? <Spinner /> : <CircleAlert aria-hidden="true" size={16} className="text-red" />}
					<span className="max-sm:sr-only">{summary(jobs, failed.length)}</span>
				</Button>
			}
		>
			<ul className="divide-y divide-line">
				{jobs.map((job) => (
					<RunningJob key={job.id} job={job} title={nameOf(job)} />
				))}
				{accounts?.map(
					({ id, waiting }) =>
						waiting !== null && (
							<li key={id} className="px-4 py-3">
								<ServerWaitNote wait={waiting} />
							</li>
						),
				)}
				{failed.map((job) => (
					<li key={job.id} className="flex items-start gap-2 py-3 pr-2 pl-4">
						<CircleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-red" />
						<p className="min-w-0 flex-1 text-13">
							<span className="block font-medium">{t.jobs.failed(nameOf(job))}</span>
							<span className="block break-words text-ink-2">{job.error}</span>
						</p>
						<IconButton
							icon={X}
							size="small"
							label={t.jobs.dismiss(nameOf(job))}
							tooltip={false}
							onClick={() => setFailed(failed.filter(({ id }) => id !== job.id))}
						/>
					</li>
				))}
			</ul>
		</Popover>
	);
}

function summary(jobs: readonly Job[], failed: number): string {
	const [only] = jobs;
	if (!only) return t.jobs.failedCount(failed);
	if (jobs.length > 1) return t.jobs.jobCount(jobs.length);
	return only.total ? `${Math.floor(Math.min(1, only.done / only.total) * 100)}%` : t.jobs.jobCount(1);
}

function RunningJob({ job, title }: { job: Job; title: string }) {
	const cancel = useCancelJobs();
	const stage = jobStage(job);
	return (
		<li className="flex items-end gap-3 py-3 pr-2 pl-4">
			<div className="min-w-0 flex-1">
				<Progress
					label={title}
					done={job.done}
					total={job.total}
					detail={job.state === "queued" ? t.jobs.waiting : jobProgress(job)}
				/>
				{stage && <p className="mt-1.5 truncate text-12 text-ink-3">{stage}</p>}
			</div>
			<IconButton
				icon={X}
				size="small"
				label={t.jobs.cancel(title)}
				tooltip={false}
				busy={cancel.isPending}
				onClick={() => cancel.mutate([job.id])}
			/>
		</li>
	);
}
