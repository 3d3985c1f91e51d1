import type { Database } from "#server/db/database.ts";
import { outcome } from "../unsubscribe/outcome.ts";

/** The line that a job's attempts stand in, and what is left of it when the job is gone. */

/** How a job's lists stand: each counts once, with its last attempt. */
export interface QueueCount {
	total: number;
	/** In line, or being asked. */
	open: number;
	confirmed: number;
	requested: number;
	needsYou: number;
	failed: number;
}

export async function countOf(database: Database, ownerId: string, jobId: string): Promise<QueueCount> {
	const [row] = await database.query<QueueCount>(
		`select count(*)::int as total, (count(*) filter (where state in ('waiting', 'asking')))::int as open,
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

/** What was being asked when a process died: its answer is lost. */
export async function closeRequest(database: Database, ownerId: string, jobId: string, now: number): Promise<void> {
	await database.query(
		`update unsubscribe_attempts set state = $3, reason = $4, explanation = $5, answered_at = $6
		where owner_id = $1 and job_id = $2 and state = 'asking'`,
		[ownerId, jobId, LOST.state, LOST.reason, LOST.explanation, new Date(now)],
	);
}

/** The person cancelled: what was not asked yet never happened. */
export async function forgetWaiting(database: Database, ownerId: string, jobId: string): Promise<void> {
	await database.query("delete from unsubscribe_attempts where owner_id = $1 and job_id = $2 and state = 'waiting'", [
		ownerId,
		jobId,
	]);
}

/**
 * Settles what jobs left behind that will not go on: cancelled before they began, or given up.
 * @param ownerId null: everybody's
 */
export async function closeAbandoned(database: Database, ownerId: string | null, now: number): Promise<void> {
	const isLeft = `($1::text is null or a.owner_id = $1) and not exists (
		select 1 from jobs j where j.owner_id = a.owner_id and j.id = a.job_id and j.state in ('queued', 'running'))`;
	await database.query(`delete from unsubscribe_attempts a where a.state = 'waiting' and ${isLeft}`, [ownerId]);
	await database.query(
		`update unsubscribe_attempts a set state = $2, reason = $3, explanation = $4, answered_at = $5
		where a.state = 'asking' and ${isLeft}`,
		[ownerId, LOST.state, LOST.reason, LOST.explanation, new Date(now)],
	);
}
