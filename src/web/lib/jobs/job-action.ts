import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { toast } from "#web/ui/toast/toast.ts";
import { api } from "../api/api.ts";
import { t } from "../base/text.ts";
import { useCancelJobs } from "./cancel-jobs.ts";
import { isOver, type Job, jobOver } from "./jobs.ts";

/** Response to starting work: its jobs, none when there is nothing to do. */
export interface StartedJobs {
	jobs: readonly Job[];
}

/** Work that ended. */
export interface JobResult<Input, Started> {
	/** In their final states. */
	jobs: readonly Job[];
	/** Undefined: it was started elsewhere, and followed. */
	input: Input | undefined;
	/** What `start` returned, or the followed job alone. */
	started: Started | StartedJobs;
}

interface JobActionOptions<Input, Started extends StartedJobs> {
	/** Starts the work. */
	start: (input: Input) => Promise<Started>;
	/** Id of a job that runs already, started in another tab or before a reload: it is followed too. */
	running?: string | null;
	/** All jobs are done. An error thrown here is reported as a failure. */
	onDone?: (result: JobResult<Input, Started>) => void | Promise<void>;
	/** It was cancelled. */
	onCancelled?: (result: JobResult<Input, Started>) => void | Promise<void>;
	/** Title of the toast, or what to do instead. @param result null: it could not start */
	failed: string | ((error: Error, result: JobResult<Input, Started> | null) => void | Promise<void>);
	/** Queries that are out of date when it is over, in any state; refetched before the result is reported. */
	refresh?: readonly QueryKey[];
}

/** Work in progress. */
interface Run<Input> {
	serial: number;
	input: Input | undefined;
	/** Empty while it is being started. */
	jobs: readonly Job[];
}

const noReason = t.plan.serverGaveNoReason;

/**
 * Starts work that runs as jobs, follows it, and reports how it ended. It continues, and is reported, when the component
 * is gone. Several runs at a time are possible.
 */
export function useJobAction<Input = void, Started extends StartedJobs = StartedJobs>(
	options: JobActionOptions<Input, Started>,
) {
	const client = useQueryClient();
	const latest = useRef(options);
	useEffect(() => {
		latest.current = options;
	});
	const serial = useRef(0);
	const [runs, setRuns] = useState<readonly Run<Input>[]>([]);
	const [last, setLast] = useState<readonly Job[]>([]);
	const followed = useRef(new Set<string>());

	const follow = useCallback(
		async ({ input, begin }: { input?: Input; begin: () => Promise<Started | StartedJobs> }): Promise<void> => {
			const mine = ++serial.current;
			const update = (jobs: readonly Job[]) => {
				setLast(jobs);
				setRuns((now) => now.map((run) => (run.serial === mine ? { ...run, jobs } : run)));
			};
			const { refresh = [] } = latest.current;
			setRuns((now) => [...now, { serial: mine, input, jobs: [] }]);
			let result: JobResult<Input, Started> | null = null;
			try {
				const started = await begin();
				for (const { id } of started.jobs) followed.current.add(id);
				update(started.jobs);
				const jobs = await jobsOver(started.jobs, update);
				update(jobs);
				await Promise.all(refresh.map((queryKey) => client.invalidateQueries({ queryKey })));
				result = { jobs, input, started };
				const broken = jobs.find(({ state }) => state === "failed");
				if (broken) throw new Error(broken.error ?? noReason);
				if (jobs.some(({ state }) => state === "cancelled")) await latest.current.onCancelled?.(result);
				else await latest.current.onDone?.(result);
			} catch (error) {
				const { failed } = latest.current;
				if (result === null) await Promise.all(refresh.map((queryKey) => client.invalidateQueries({ queryKey })));
				if (typeof failed === "function") await failed(error as Error, result);
				else toast({ title: failed, description: (error as Error).message, tone: "destructive" });
			} finally {
				setRuns((now) => now.filter((run) => run.serial !== mine));
			}
		},
		[client],
	);
	const run = useCallback((input: Input) => follow({ input, begin: () => latest.current.start(input) }), [follow]);

	const { running = null } = options;
	const isStarting = runs.some(({ jobs }) => jobs.length === 0);
	useEffect(() => {
		// The response to starting it may come after the event that it runs.
		if (running === null || isStarting || followed.current.has(running)) return;
		followed.current.add(running);
		void follow({ begin: async () => ({ jobs: [await api.getJob({ params: { id: running } })] }) });
	}, [running, isStarting, follow]);

	const cancel = useCancelJobs();
	return useMemo(() => {
		const jobs = runs.flatMap((one) => one.jobs);
		return {
			/** Resolves when it is over and reported; never rejects. */
			run,
			/** Work in progress, oldest first. */
			runs,
			isRunning: runs.length > 0,
			/** Requested; the job does not exist yet. */
			isStarting,
			/** The job in progress, or the last one. */
			job: jobs[0] ?? last[0],
			/** Of all jobs in progress together; `total` null: unknown. */
			progress: progressOf(jobs),
			cancel: () => cancel.mutate(jobs.filter((job) => !isOver(job)).map(({ id }) => id)),
			isCancelling: !cancel.isError && jobs.some(({ id }) => cancel.variables?.includes(id)),
		};
	}, [run, runs, isStarting, last, cancel.mutate, cancel.isError, cancel.variables]);
}

/** Waits until all jobs are over. @param onChange gets them with each change of one */
function jobsOver(started: readonly Job[], onChange: (jobs: readonly Job[]) => void): Promise<readonly Job[]> {
	let jobs = started;
	const note = (job: Job) => {
		jobs = jobs.map((one) => (one.id === job.id ? job : one));
		onChange(jobs);
	};
	return Promise.all(started.map((job) => (isOver(job) ? Promise.resolve(job) : jobOver(job.id, note))));
}

/** Sum of the progress of several jobs; null as total when one of them does not know its own. */
export function progressOf(jobs: readonly Pick<Job, "done" | "total">[]): { done: number; total: number | null } {
	return jobs.reduce<{ done: number; total: number | null }>(
		(sum, job) => ({
			done: sum.done + job.done,
			total: sum.total === null || job.total === null ? null : sum.total + job.total,
		}),
		{ done: 0, total: 0 },
	);
}
