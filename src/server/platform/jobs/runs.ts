import type { Job } from "#shared/contracts/jobs.ts";
import type { Database } from "../../db/database.ts";
import type { JobRow, Lease } from "./job-row.ts";
import type { Progress } from "./jobs.ts";

/** The SQL of running jobs: progress, and how they end. */
export function createJobRuns(database: Database, present: (row: JobRow) => Job) {
	const one = async (text: string, values: unknown[]): Promise<JobRow | undefined> =>
		await database.one<JobRow>(text, values);
	/** Updates one run: $1 owner, $2 job, $3 lease. @returns null when the lease was lost, or for a background job */
	const ofRun = async (set: string, lease: Lease, values: unknown[]): Promise<Job | null> => {
		const row = await one(
			`update jobs set ${set} where owner_id = $1 and id = $2 and lease_id = $3 and state = 'running' returning *`,
			[lease.owner_id, lease.id, lease.lease_id, ...values],
		);
		return row === undefined || row.background ? null : present(row);
	};
	return {
		/** Makes a long-running background job visible to its user. */
		async show({ owner_id, id, lease_id }: Lease): Promise<Job | null> {
			const row = await one(
				"update jobs set background = false where owner_id = $1 and id = $2 and lease_id = $3 returning *",
				[owner_id, id, lease_id],
			);
			return row === undefined ? null : present(row);
		},
		/** Deletes a background job that is done. @returns false: it has become visible, or has lost its lease */
		async forget({ owner_id, id, lease_id }: Lease): Promise<boolean> {
			const rows = await database.query(
				`delete from jobs where owner_id = $1 and id = $2 and lease_id = $3 and state = 'running' and background returning 1`,
				[owner_id, id, lease_id],
			);
			return rows.length > 0;
		},
		progress(lease: Lease, p: Progress): Promise<Job | null> {
			return ofRun(
				`done = coalesce($4, done), total = case when $5 then $6 else total end, unit = coalesce($7, unit),
				note = case when $8 then $9 else note end, result = coalesce($10, result),
				seconds_left = case when $11 then $12 else seconds_left end`,
				lease,
				[
					p.done ?? null,
					p.total !== undefined,
					p.total ?? null,
					p.unit ?? null,
					p.note !== undefined,
					p.note ?? null,
					p.result === undefined ? null : JSON.stringify(p.result),
					p.secondsLeft !== undefined,
					p.secondsLeft ?? null,
				],
			);
		},
		finish(
			lease: Lease,
			state: "done" | "failed" | "cancelled",
			end: { result?: Record<string, unknown>; error?: string; errorCode?: string },
		): Promise<Job | null> {
			return ofRun(
				`state = $4, finished_at = now(), lease_id = null, lease_until = null, note = null,
				done = case when $4 = 'done' and total is not null then total else done end,
				background = background and $4 = 'done', suspect = false,
				result = coalesce($5, result), error = $6, error_code = $7`,
				lease,
				[state, end.result === undefined ? null : JSON.stringify(end.result), end.error ?? null, end.errorCode ?? null],
			);
		},
		/**
		 * Requeues a run, immediately or when a sweep finds it due, or cancels it if the user asked for that in the
		 * meantime. Stopping the process does not count as an attempt.
		 * @param isAttempt whether the run counts as an attempt; by default, when there is an error
		 */
		requeue(lease: Lease, delaySeconds: number, error: string | null, isAttempt = error !== null): Promise<Job | null> {
			return ofRun(
				`state = case when cancel_requested then 'cancelled' else 'queued' end,
				finished_at = case when cancel_requested then now() end, background = background and not cancel_requested,
				error = case when cancel_requested then null else $5 end, lease_id = null, lease_until = null, suspect = false,
				run_after = now() + make_interval(secs => $4),
				queue_position = case when $4 = 0 and not cancel_requested then now() end,
				attempt = attempt - case when $6 then 0 else 1 end`,
				lease,
				[delaySeconds, error, isAttempt],
			);
		},
	};
}
