import type { Job, JobState } from "#shared/contracts/jobs.ts";

/** A row of `jobs`. */
export interface JobRow {
	id: string;
	owner_id: string;
	account_id: string | null;
	kind: string;
	input: unknown;
	state: JobState;
	done: number;
	total: number | null;
	unit: string;
	note: string | null;
	seconds_left: number | null;
	result: Record<string, unknown> | null;
	error: string | null;
	error_code: string | null;
	attempt: number;
	suspect: boolean;
	crashes: number;
	done_at_crash: number;
	lease_id: string | null;
	cancel_requested: boolean;
	background: boolean;
	created_at: Date;
	started_at: Date | null;
	finished_at: Date | null;
}

/** A claimed job. */
export type ClaimedRow = JobRow & { lease_id: string };

/** Identifies a run of a job. A worker that has lost its lease can no longer change the row. */
export type Lease = Pick<ClaimedRow, "owner_id" | "id" | "lease_id">;

/** @param waiting why queued jobs are waiting, as a message */
export function toJob(row: JobRow, waiting: string | null = null): Job {
	return {
		id: row.id,
		kind: row.kind,
		accountId: row.account_id,
		state: row.state,
		done: row.done,
		total: row.total,
		unit: row.unit,
		note: (row.state === "queued" ? waiting : null) ?? row.note,
		secondsLeft: row.state === "running" ? row.seconds_left : null,
		result: row.result,
		error: row.error,
		errorCode: row.error_code,
		createdAt: row.created_at.toISOString(),
		startedAt: row.started_at?.toISOString() ?? null,
		finishedAt: row.finished_at?.toISOString() ?? null,
	};
}
