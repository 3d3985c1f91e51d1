import type { Database } from "#server/db/database.ts";
import { outcome } from "./outcome.ts";

/** Queued attempts of a job, and cleanup after the job has ended. */

/** Counts of a job's lists by status: each list counts once, with its latest attempt. */
export interface QueueCount {
	total: number;
	/** Queued or in progress. */
	open: number;
	confirmed: number;
	requested: number;
	needsYou: number;
	failed: number;
}

export async function countOf(database: Database, ownerId: string, jobId: string): Promise<QueueCount> {
	const [row] = await database.query<QueueCount>(
		`select count(*)::int as total, (count(*) filter (where state in ('waiting', 'sending')))::int as open,
			(count(*) filter (where state = 'confirmed'))::int as confirmed,
			(count(*) filter (where state = 'requested'))::int as requested,
			(count(*) filter (where state = 'needs_you'))::int as "needsYou",
			(count(*) filter (where state = 'failed'))::int as failed
		from (
			select distinct on (account_id, list_key) state from unsubscribe_attempts
			where owner_id = $1 and job_id = $2 order by account_id, list_key, position desc
		) a`,
		[ownerId, jobId],
	);
	return row ?? { total: 0, open: 0, confirmed: 0, requested: 0, needsYou: 0, failed: 0 };
}

const LOST = outcome("requested", "answer-lost");

/** Requests in flight when a process died: the answer is lost. */
export async function closeRequest(database: Database, ownerId: string, jobId: string, now: number): Promise<void> {
	await database.query(
		`update unsubscribe_attempts set state = $3, reason = $4, explanation = $5, answered_at = $6
		where owner_id = $1 and job_id = $2 and state = 'sending'`,
		[ownerId, jobId, LOST.state, LOST.reason, LOST.explanation, new Date(now)],
	);
}

/** Canceled by the user: attempts that were not sent yet are deleted. */
export async function forgetWaiting(database: Database, ownerId: string, jobId: string): Promise<void> {
	await database.query("delete from unsubscribe_attempts where owner_id = $1 and job_id = $2 and state = 'waiting'", [
		ownerId,
		jobId,
	]);
}

/**
 * Finalizes attempts of jobs that will not resume: canceled before they started, or failed permanently.
 * @param ownerId null: all users
 */
export async function closeAbandoned(database: Database, ownerId: string | null, now: number): Promise<void> {
	const isLeft = `($1::text is null or a.owner_id = $1) and not exists (
		select 1 from jobs j where j.owner_id = a.owner_id and j.id = a.job_id and j.state in ('queued', 'running'))`;
	await database.query(`delete from unsubscribe_attempts a where a.state = 'waiting' and ${isLeft}`, [ownerId]);
	await database.query(
		`update unsubscribe_attempts a set state = $2, reason = $3, explanation = $4, answered_at = $5
		where a.state = 'sending' and ${isLeft}`,
		[ownerId, LOST.state, LOST.reason, LOST.explanation, new Date(now)],
	);
}
