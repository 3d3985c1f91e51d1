import type { Job, JobState } from "#shared/contracts/jobs.ts";
import type { AnyJob } from "#shared/contracts/operator.ts";
import { conflict, notFound } from "../../errors.ts";
import { cutPage, readCursor, timeKey } from "../../key-cursor.ts";
import { SYSTEM_OWNER } from "../../platform/schedule/task.ts";
import type { Context } from "../auth/context.ts";

/** All users' jobs. Only these statements query without an owner: their routes are for the operator. */

interface Row
	extends Omit<Job, "createdAt" | "startedAt" | "finishedAt" | "result" | "accountId" | "secondsLeft" | "errorCode"> {
	error_code: string | null;
	seconds_left: number | null;
	account_id: string | null;
	created_at: Date;
	started_at: Date | null;
	finished_at: Date | null;
	user: string | null;
	owner_id: string;
}

/** A page, newest first. @throws AppError 400 `bad-cursor` */
export async function listAllJobs(
	ctx: Pick<Context, "database">,
	{ state, limit, cursor }: { state?: JobState | undefined; limit: number; cursor?: string | undefined },
): Promise<{ items: AnyJob[]; nextCursor: string | null; counts: Record<JobState, number> }> {
	const [time = null, id = null] = readCursor(cursor, timeKey) ?? [];
	const rows = await ctx.database.query<Row>(
		`select j.id, j.owner_id, j.kind, j.account_id, j.state, j.done, j.total, j.unit, j.note, j.seconds_left, j.error, j.error_code, j.created_at, j.started_at,
			j.finished_at, u.email as "user"
		from jobs j left join users u on u.id = j.owner_id
		where ($1::text is null or j.state = $1)
			and ($2::timestamptz is null or (date_trunc('milliseconds', j.created_at), j.id) < ($2::timestamptz, $3::uuid))
		order by date_trunc('milliseconds', j.created_at) desc, j.id desc limit $4`,
		[state ?? null, time, id, limit + 1],
	);
	const counted = await ctx.database.query<{ state: JobState; n: number }>(
		"select state, count(*)::int as n from jobs group by state",
		[],
	);
	const counts = { queued: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
	for (const one of counted) counts[one.state] = one.n;
	const { page, nextCursor } = cutPage(rows, limit, (row) => [row.created_at.toISOString(), row.id]);
	return { items: page.map(present), nextCursor, counts };
}

function present({
	account_id,
	error_code,
	seconds_left,
	created_at,
	started_at,
	finished_at,
	user,
	owner_id,
	...row
}: Row): AnyJob {
	return {
		...row,
		secondsLeft: row.state === "running" ? seconds_left : null,
		accountId: account_id,
		errorCode: error_code,
		createdAt: created_at.toISOString(),
		startedAt: started_at?.toISOString() ?? null,
		finishedAt: finished_at?.toISOString() ?? null,
		user: user ?? (owner_id === SYSTEM_OWNER ? "this server" : "somebody who has left"),
	};
}

async function ownerOf(ctx: Pick<Context, "database">, id: string): Promise<string> {
	const row = await ctx.database.one<{ owner_id: string }>("select owner_id from jobs where id = $1", [id]);
	if (row === undefined) throw notFound("The job");
	return row.owner_id;
}

/** @throws AppError 404 */
export async function cancelAnyJob(ctx: Context, id: string): Promise<void> {
	await ctx.jobs.cancel(await ownerOf(ctx, id), id);
}

/**
 * Puts a failed or canceled job back into the queue, with all its attempts; workers find it within seconds.
 * @throws AppError 404, 409 `not-over`, 409 `already-running` when another job with the same key is live
 */
export async function retryAnyJob(ctx: Context, id: string): Promise<void> {
	const ownerId = await ownerOf(ctx, id);
	const rows = await ctx.database
		.query(
			`update jobs set state = 'queued', attempt = 0, error = null, error_code = null, crashes = 0, suspect = false, cancel_requested = false, run_after = now(),
				finished_at = null, lease_id = null, lease_until = null
			where owner_id = $2 and id = $1 and state in ('failed', 'cancelled') returning id`,
			[id, ownerId],
		)
		.catch((cause: { code?: string }) => {
			// Violates the unique index on live jobs with the same key.
			if (cause.code === "23505") throw conflict("already-running", "Another job is already doing this.");
			throw cause;
		});
	if (rows.length === 0) throw conflict("not-over", "Only failed or canceled jobs can be retried.");
	ctx.events.publish(ownerId, { type: "job", job: await ctx.jobs.get(ownerId, id) });
}
