import type { Batch, BatchState } from "#shared/contracts/work.ts";

/** A row of `work_batches`. */
export interface BatchRow {
	owner_id: string;
	id: string;
	kind: string;
	state: BatchState;
	input: unknown;
	job_id: string | null;
	background: boolean;
	run_at: Date | null;
	is_sealed: boolean;
	total: number;
	done: number;
	failed: number;
	unknown: number;
	outcomes: Record<string, number>;
	error: string | null;
	created_at: Date;
	finished_at: Date | null;
}

/** Changes of the counters. */
export interface Counts {
	done: number;
	failed: number;
	unknown: number;
	outcomes: Record<string, number>;
}

export function toBatch(row: BatchRow): Batch {
	return {
		id: row.id,
		kind: row.kind,
		state: row.state,
		jobId: row.job_id,
		isSealed: row.is_sealed,
		total: row.total,
		done: row.done,
		failed: row.failed,
		unknown: row.unknown,
		outcomes: row.outcomes,
		runAt: row.run_at?.toISOString() ?? null,
		error: row.error,
		createdAt: row.created_at.toISOString(),
		finishedAt: row.finished_at?.toISOString() ?? null,
	};
}

/** Items that have not ended. */
export function openItems(row: Pick<BatchRow, "total" | "done" | "failed" | "unknown">): number {
	return row.total - row.done - row.failed - row.unknown;
}
