import { useInfiniteQuery } from "@tanstack/react-query";
import { ListChecks, RotateCw, X } from "lucide-react";
import { useState } from "react";
import type { AnyJob } from "#shared/contracts/operator.ts";
import { formatAgo, formatFullTime } from "#web/lib/base/format.ts";
import { jobProgress, useJobTitle } from "#web/lib/jobs/jobs.ts";
import { useChange } from "#web/settings/use-change.ts";
import { Badge, type Tone } from "#web/ui/base/badge.tsx";
import { IconButton } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Tabs } from "#web/ui/page/tabs.tsx";
import { QueryView } from "#web/ui/state/query-view.tsx";
import { ShowMore } from "#web/ui/state/show-more.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { EmptyState } from "#web/ui/state/states.tsx";
import { type Column, Table } from "#web/ui/table/table.tsx";
import { operatorApi, operatorKeys } from "./api.ts";
import { FailingSubscribers } from "./failing-subscribers.tsx";
import { OperatorFrame } from "./operator-frame.tsx";
import { t } from "./text.ts";

type State = AnyJob["state"];
type Filter = State | "all";

const tones: Record<State, Tone> = {
	queued: "neutral",
	running: "blue",
	done: "green",
	failed: "red",
	cancelled: "amber",
};
const labels: Record<Filter, string> = {
	all: t.jobsPage.all,
	running: t.jobsPage.running,
	queued: t.jobsPage.waiting,
	failed: t.jobsPage.failed,
	cancelled: t.jobsPage.canceled,
	done: t.jobsPage.done,
};
const order: readonly Filter[] = ["all", "running", "queued", "failed", "cancelled", "done"];
/** Poll interval in milliseconds. */
const every = 3000;

/** `/operator/jobs`: running jobs, their owners, and failures. */
export default function JobsPage() {
	return (
		<OperatorFrame>
			<FailingSubscribers />
			<Jobs />
		</OperatorFrame>
	);
}

function Jobs() {
	const [filter, setFilter] = useState<Filter>("all");
	const jobTitle = useJobTitle();
	const query = useInfiniteQuery({
		queryKey: [...operatorKeys.jobs, filter],
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam: cursor, signal }) =>
			operatorApi.listAllJobs(
				{ query: { cursor, limit: 100, ...(filter !== "all" && { state: filter }) } },
				{ signal },
			),
		getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
		refetchInterval: every,
		placeholderData: (old) => old,
	});
	const retry = useChange({
		make: (id: string) => operatorApi.retryAnyJob({ params: { id } }),
		failed: t.jobsPage.couldntRetryJob,
		refresh: [operatorKeys.jobs],
	});
	const cancel = useChange({
		make: (id: string) => operatorApi.cancelAnyJob({ params: { id } }),
		failed: t.jobsPage.couldntStopJob,
		refresh: [operatorKeys.jobs],
	});
	const counts = query.data?.pages[0]?.counts;
	const total = Object.entries(counts ?? {}).reduce(
		(sum, [state, count]) => (filter === "all" || state === filter ? sum + count : sum),
		0,
	);
	const tabs = order.map((value) => ({
		value,
		label: labels[value],
		...(value !== "all" && value !== "done" && counts && { count: counts[value], countLabel: t.jobsPage.jobsCount }),
	}));
	return (
		<div className="min-w-0">
			<div className="-ml-1 pb-2">
				<Tabs label={t.jobsPage.filterJobs} tabs={tabs} value={filter} onChange={setFilter} />
			</div>
			<Card flush>
				<QueryView
					query={query}
					loading={<Skeleton rows={4} label={t.jobsPage.loadingJobs} />}
					errorTitle={t.jobsPage.couldntLoadJobs}
					isEmpty={({ pages }) => pages[0]?.items.length === 0}
					empty={<EmptyState icon={ListChecks} title={t.jobsPage.noJobs} description={t.jobsPage.noJobsDescription} />}
				>
					{({ pages }) => {
						const jobs = pages.flatMap(({ items }) => items);
						return (
							<>
								<Table
									label={t.jobsPage.jobs}
									bare
									rows={jobs}
									rowKey={(job) => job.id}
									columns={jobColumns(jobTitle, { onRetry: retry.mutate, onCancel: cancel.mutate })}
								/>
								<ShowMore query={query} shown={jobs.length} total={total} />
							</>
						);
					}}
				</QueryView>
			</Card>
		</div>
	);
}

interface JobActions {
	onRetry: (id: string) => void;
	onCancel: (id: string) => void;
}

function jobColumns(titleOf: (job: AnyJob) => string, { onRetry, onCancel }: JobActions): Column<AnyJob>[] {
	return [
		{
			id: "job",
			header: t.jobsPage.job,
			cell: (job) => (
				<div className="min-w-0">
					<p className="font-medium">{titleOf(job)}</p>
					<p className="text-12 break-all text-ink-3">{job.user}</p>
					<p className="text-12 text-ink-3 md:hidden">
						<span className="sm:hidden">{jobProgress(job)} · </span>
						{formatAgo(job.createdAt)}
					</p>
					{job.error && <p className="mt-0.5 text-13 text-ink-2">{job.error}</p>}
				</div>
			),
		},
		{
			id: "state",
			header: t.jobsPage.state,
			cell: (job) => <Badge tone={tones[job.state]}>{labels[job.state]}</Badge>,
		},
		{ id: "progress", header: t.jobsPage.progress, from: "sm", align: "end", cell: jobProgress },
		{
			id: "begun",
			header: t.jobsPage.started,
			from: "md",
			cell: (job) => (
				<span className="text-13 whitespace-nowrap text-ink-2" title={formatFullTime(job.createdAt)}>
					{formatAgo(job.createdAt)}
				</span>
			),
		},
		{
			id: "act",
			header: t.jobsPage.actions,
			hideHeader: true,
			width: "48px",
			cell: (job) => <Act job={job} onRetry={() => onRetry(job.id)} onCancel={() => onCancel(job.id)} />,
		},
	];
}

function Act({ job, onRetry, onCancel }: { job: AnyJob; onRetry: () => void; onCancel: () => void }) {
	if (job.state === "failed" || job.state === "cancelled")
		return <IconButton icon={RotateCw} size="small" label={t.jobsPage.tryAgain} onClick={onRetry} />;
	if (job.state === "queued" || job.state === "running")
		return <IconButton icon={X} size="small" label={t.jobsPage.stop} onClick={onCancel} />;
	return null;
}
