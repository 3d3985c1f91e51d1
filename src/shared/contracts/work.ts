import { z } from "zod";

export const batchState = z.enum(["active", "paused", "done", "cancelled", "failed"]);
export type BatchState = z.infer<typeof batchState>;

/** A batch of items that the server processes one by one. */
export const batch = z.object({
	id: z.uuid(),
	kind: z.string(),
	state: batchState,
	/** The job that runs it; null before it has started. */
	jobId: z.uuid().nullable(),
	/** All items are in: `total` is final. */
	isSealed: z.boolean(),
	total: z.number(),
	/** Items that have ended, by how. */
	done: z.number(),
	failed: z.number(),
	/** A crash left it open whether they were processed. */
	unknown: z.number(),
	/** Results by labels that depend on the kind. */
	outcomes: z.record(z.string(), z.number()),
	runAt: z.string().nullable(),
	/** Why the batch failed, as text. */
	error: z.string().nullable(),
	createdAt: z.string(),
	finishedAt: z.string().nullable(),
});
export type Batch = z.infer<typeof batch>;
