/**
 * Work longer than a request: jobs, and batches of items with limits per key (`ctx.jobs`, `ctx.work`).
 */

/** Works on several items at a time. */
export { forEachConcurrent } from "../platform/blobs/for-each-concurrent.ts";
/** Whether the user canceled a job. */
export { isCancelled } from "../platform/jobs/cancelled.ts";
/** Jobs: at least once, resumable, with progress. */
export {
	type JobDescription,
	type JobKind,
	type Jobs,
	RetryAfter,
	type RunningJob,
	Yield,
} from "../platform/jobs/jobs.ts";
/** Waiting in a job for another one. */
export { finishJob, waitForJob } from "../platform/jobs/wait.ts";
/** When the record that a tool keeps of a batch can go. */
export { isBatchDeleted } from "../platform/work/batch-deleted.ts";
/** Batches of items: limited, paused, resumed, cancelled; results as CSV. */
export type { Reconciled, RunningItem, Work, WorkDescription, WorkKind } from "../platform/work/work.ts";
