import type { Batch } from "#shared/contracts/work.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { type BatchRow, toBatch } from "./batch-row.ts";
import type { BatchRun } from "./batch-run.ts";
import type { BatchStore } from "./batches.ts";
import { runBatch } from "./runner.ts";
import type { WorkContext, WorkKind } from "./work.ts";

/** What the parts of the work engine share. */
export interface EngineParts<Ctx> extends WorkContext {
	batches: BatchStore;
	/** By name. */
	kinds: ReadonlyMap<string, WorkKind<unknown, unknown, Ctx>>;
	/** Runs per batch in this process: a helper does not join one. */
	runningHere: Map<string, number>;
	getJobs(): Jobs;
}

/** @throws when the kind is not registered */
export function knownKind<Ctx>({ kinds }: EngineParts<Ctx>, name: string): WorkKind<unknown, unknown, Ctx> {
	const kind = kinds.get(name);
	if (kind === undefined) throw new Error(`The work kind ${name} is not registered`);
	return kind;
}

/** Shows a batch to browsers. */
export function publish<Ctx>({ events }: EngineParts<Ctx>, row: BatchRow): void {
	events.publish(row.owner_id, { type: "batch", batch: toBatch(row) });
}

/** Announces a change by a caller: to browsers, and to the processes that run the batch. */
export function announce<Ctx>(engine: EngineParts<Ctx>, row: BatchRow): Batch {
	publish(engine, row);
	wakeRuns(engine, row.id);
	return toBatch(row);
}

/** Wakes the runs of a batch in all processes. */
export function wakeRuns<Ctx>({ events }: EngineParts<Ctx>, batchId: string): void {
	events.wake(wakeName(batchId));
}

/**
 * Runs a batch and marks it as running, so that the `concurrency` of its kind holds per process.
 * @param isLead false: a helper
 */
export async function runHere<Ctx>(
	{ batches, events, runningHere }: EngineParts<Ctx>,
	run: Omit<BatchRun<Ctx>, "batches" | "onWake">,
	isLead: boolean,
): Promise<BatchRow> {
	const { id } = run.key;
	const onWake = (listener: () => void) => events.onWake((name) => name === wakeName(id) && listener());
	runningHere.set(id, (runningHere.get(id) ?? 0) + 1);
	try {
		return await runBatch({ ...run, batches, onWake }, isLead);
	} finally {
		const remaining = (runningHere.get(id) ?? 0) - 1;
		if (remaining > 0) runningHere.set(id, remaining);
		else runningHere.delete(id);
	}
}

function wakeName(batchId: string): string {
	return `batch ${batchId}`;
}
