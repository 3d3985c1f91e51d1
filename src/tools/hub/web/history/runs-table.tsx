import { formatDuration, formatFullTime, formatMoment, formatNumber } from "#web/lib/base/format.ts";
import { jobProgress, jobStage } from "#web/lib/jobs/jobs.ts";
import { Badge } from "#web/ui/base/badge.tsx";
import { Progress } from "#web/ui/state/progress.tsx";
import { type Column, Table } from "#web/ui/table/table.tsx";
import { countsLine, outcomeOf, problemsLine, type Run, triggerName } from "./runs.ts";
import { t } from "./text.ts";

const count = (value: number) => (value === 0 ? <span className="text-ink-3">–</span> : formatNumber(value));
const took = ({ sync }: Run) => (sync.seconds === null ? "–" : formatDuration(sync.seconds * 1000));

const columns: readonly Column<Run>[] = [
	{
		id: "when",
		header: t.history.when,
		width: "144px",
		cell: (run) => (
			<>
				<time dateTime={run.sync.startedAt} title={formatFullTime(run.sync.startedAt)} className="whitespace-nowrap">
					{formatMoment(run.sync.startedAt)}
				</time>
				<span className="block text-12 text-ink-3 md:hidden">
					{[run.sync.trigger && triggerName(run.sync.trigger), run.sync.seconds !== null && took(run)]
						.filter(Boolean)
						.join(" · ")}
				</span>
			</>
		),
	},
	{
		id: "trigger",
		header: t.history.trigger,
		from: "md",
		width: "120px",
		cell: ({ sync }) => triggerName(sync.trigger),
	},
	{ id: "took", header: t.history.duration, from: "md", align: "end", width: "80px", cell: took },
	{
		id: "added",
		header: t.history.added,
		from: "md",
		align: "end",
		width: "88px",
		cell: ({ sync }) => count(sync.added),
	},
	{
		id: "changed",
		header: t.history.changed,
		from: "md",
		align: "end",
		width: "88px",
		cell: ({ sync }) => count(sync.changed),
	},
	{
		id: "removed",
		header: t.history.removed,
		from: "md",
		align: "end",
		width: "88px",
		cell: ({ sync }) => count(sync.removed),
	},
	{ id: "outcome", header: t.history.outcome, cell: (run) => <Outcome run={run} /> },
];

/** Each sync with its counts and outcome; on a phone the counts are in the last column. */
export function RunsTable({ runs, label }: { runs: readonly Run[]; label: string }) {
	return <Table label={label} columns={columns} rows={runs} rowKey={({ sync }) => sync.id} />;
}

function Outcome({ run: { sync, job } }: { run: Run }) {
	const { tone, label } = outcomeOf(sync);
	const loss = problemsLine(sync);
	const stage = job && jobStage(job);
	if (job)
		return (
			<div className="min-w-32">
				<Progress
					label={t.history.syncInProgress}
					showLabel={false}
					done={job.done}
					total={job.total}
					detail={job.state === "queued" && job.done === 0 ? t.history.waitingToStart : jobProgress(job)}
				/>
				{stage && <p className="mt-1 text-12 text-ink-3">{stage}</p>}
			</div>
		);
	return (
		<>
			<Badge tone={tone}>{label}</Badge>
			<span className="mt-1 block text-12 text-ink-3 md:hidden">{countsLine(sync)}</span>
			{loss && <span className="mt-1 block text-13 text-ink-2 md:mt-0 md:ml-2 md:inline">{loss}</span>}
			{sync.error && <span className="mt-1 block text-13 break-words text-ink-2">{sync.error}</span>}
		</>
	);
}
