import type { Job } from "#shared/contracts/jobs.ts";
import type { JobKind, JobsContext } from "./jobs.ts";
import type { Leases } from "./leases.ts";
import type { JobStore } from "./store.ts";
import type { SuspectSlot } from "./suspects.ts";
import type { Workers } from "./workers.ts";

/** What the parts of the job engine share. */
export interface EngineParts {
	ctx: Omit<JobsContext, "jobs">;
	/** The context of jobs, with the engine itself. */
	jobsContext(): JobsContext;
	/** The id of this process in exit notes. */
	processId: string;
	/** By name. */
	kinds: ReadonlyMap<string, JobKind<unknown, JobsContext>>;
	store: JobStore;
	leases: Leases;
	suspects: SuspectSlot;
	/** By kind; empty in a process that runs no jobs. */
	workers: Map<string, Workers>;
	/** Jobs that run in the enqueuing process, in addition to its workers. */
	localJobs: Set<Promise<void>>;
	isStopping: boolean;
}

/** Lets the kind of a job follow up on its end. */
export async function notifyEnded(
	{ ctx, kinds, jobsContext }: EngineParts,
	ownerId: string,
	job: Job | null,
): Promise<void> {
	try {
		if (job?.finishedAt != null) await kinds.get(job.kind)?.onEnded?.(jobsContext(), ownerId, job);
	} catch (cause) {
		ctx.log.error(
			{ event: "job.callback_failed", err: cause, job: job?.id, kind: job?.kind },
			"a callback after the end of a job failed",
		);
	}
}

/** On a full disk, only jobs that free space run. */
export function hasRoom({ ctx }: EngineParts, kind: JobKind<unknown, JobsContext>): boolean {
	return ctx.disk.state !== "full" || kind.freesSpace === true;
}

export function wakeAll(workers: ReadonlyMap<string, Workers>): void {
	for (const one of workers.values()) one.wake();
}
