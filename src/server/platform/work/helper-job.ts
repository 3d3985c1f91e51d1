import { z } from "zod";
import type { JobKind, RunningJob } from "../jobs/jobs.ts";
import { TIME_SLICE_MS } from "./batch-job.ts";
import { type BatchRow, openItems } from "./batch-row.ts";
import { type EngineParts, knownKind, runHere, wakeRuns } from "./engine-parts.ts";
import type { WorkContext, WorkKind } from "./work.ts";

const input = z.object({ batchId: z.uuid(), kind: z.string() });
type Input = z.infer<typeof input>;

/** A job that helps the job of a batch in another process. */
type HelperJobKind<Ctx> = JobKind<Input, Ctx & WorkContext>;

const PROCESSES = 4;

/** The job kind that shares large batches between processes. */
export function helperJob<Ctx>(engine: EngineParts<Ctx>): HelperJobKind<Ctx> {
	return {
		name: "work-helper",
		input,
		unit: "items",
		concurrency: 2,
		attempts: 1,
		hidden: true,
		timeSliceMs: TIME_SLICE_MS,
		run: (ctx, job) => help(engine, ctx, job),
	};
}

/** Asks other processes to share a batch. */
export async function callHelpers<Ctx>(
	{ getJobs, log }: EngineParts<Ctx>,
	helper: HelperJobKind<Ctx>,
	kind: WorkKind<unknown, unknown, Ctx>,
	{ owner_id: ownerId, id: batchId }: BatchRow,
): Promise<void> {
	try {
		for (let n = 1; n < (kind.processes ?? PROCESSES); n++)
			await getJobs().enqueue(helper, {
				...{ ownerId, input: { batchId, kind: kind.name }, dedupeKey: `${batchId} ${n}`, background: true },
			});
	} catch (cause) {
		log.warn({ event: "work.no_helpers", err: cause, batch: batchId }, "Helpers for a batch could not be queued");
	}
}

async function help<Ctx>(engine: EngineParts<Ctx>, ctx: Ctx & WorkContext, job: RunningJob<Input>) {
	const kind = knownKind(engine, job.input.kind);
	const key = { ownerId: job.ownerId, id: job.input.batchId };
	const onChange = (row: BatchRow): void => {
		if (row.is_sealed && openItems(row) === 0) wakeRuns(engine, key.id);
	};
	if (!engine.runningHere.has(key.id)) await runHere(engine, { ctx, kind, key, job, onChange }, false);
	return {};
}
