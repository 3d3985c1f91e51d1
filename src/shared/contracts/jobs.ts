import { z } from "zod";
import { defineContract } from "../contract.ts";

export const jobState = z.enum(["queued", "running", "done", "failed", "cancelled"]);
export type JobState = z.infer<typeof jobState>;

/** Long-running work that outlives the request that started it. */
export const job = z.object({
	id: z.uuid(),
	/** Job kind: `sync`, `apply`, `undo`, ... */
	kind: z.string(),
	accountId: z.uuid().nullable(),
	state: jobState,
	done: z.number(),
	/** Null while unknown. */
	total: z.number().nullable(),
	/** Unit of `done` and `total`: messages, bytes. */
	unit: z.string(),
	/** One line on the current step. */
	note: z.string().nullable(),
	/** Estimate from the speed of the last half minute; null when unknown. */
	secondsLeft: z.number().nullable(),
	/** Result with a shape that depends on the kind; grows while the job runs. */
	result: z.record(z.string(), z.unknown()).nullable(),
	/** What went wrong and what to do about it, as text. */
	error: z.string().nullable(),
	/** Stable code where scripts may rely on one: `job-crashed` for a job that crashed the server three times. */
	errorCode: z.string().nullable(),
	createdAt: z.string(),
	startedAt: z.string().nullable(),
	finishedAt: z.string().nullable(),
});
export type Job = z.infer<typeof job>;

export const jobsContract = defineContract({
	listJobs: {
		method: "GET",
		path: "/api/v1/jobs",
		summary: "List jobs, newest first",
		query: z.object({
			/** Only those that wait or run. */
			active: z.stringbool().optional(),
			/** Only those of a mailbox. */
			account: z.uuid().optional(),
			limit: z.coerce.number().int().min(1).max(200).default(50),
			cursor: z.string().max(200).optional(),
		}),
		reply: z.object({ items: z.array(job), total: z.number(), nextCursor: z.string().nullable() }),
		problems: ["bad-cursor"],
	},
	getJob: {
		method: "GET",
		path: "/api/v1/jobs/{id}",
		summary: "Get a job with its progress",
		params: z.object({ id: z.uuid() }),
		reply: job,
	},
	cancelJob: {
		method: "POST",
		path: "/api/v1/jobs/{id}/cancel",
		needsSpace: false,
		summary: "Cancel a job; completed work is not reverted",
		params: z.object({ id: z.uuid() }),
		reply: job,
	},
});
