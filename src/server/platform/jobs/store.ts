import { randomUUID } from "node:crypto";
import type { Job } from "#shared/contracts/jobs.ts";
import { newId } from "#shared/ids.ts";
import type { Database } from "../../db/database.ts";
import { notFound } from "../../errors.ts";
import { type JobRow, toJob } from "./job-row.ts";
import type { Enqueue, JobDescription, JobQuery } from "./jobs.ts";
import { listJobs } from "./list.ts";
import { createJobQueue, MUST_WAIT, SPACING } from "./queue.ts";
import { createJobRuns } from "./runs.ts";

/** A job that crashed its process this often fails. */
export const MAX_CRASHES = 3;
export const JOB_CRASHED = "job-crashed";
/**
 * SQL in `insert`: an identical job recently failed for crashing the server. The new one gets one chance instead of
 * three.
 */
const HAS_CRASHED = `exists (select from jobs crashed where crashed.owner_id = $2 and crashed.kind = $4
	and crashed.error_code = '${JOB_CRASHED}' and crashed.finished_at > now() - interval '1 day'
	and crashed.account_id is not distinct from $3 and crashed.input = $5)`;

/**
 * The SQL of the jobs table.
 * @param options.workerId the id of this process
 * @param options.waiting why queued jobs are waiting, as a message
 */
export function createJobStore(
	database: Database,
	leaseSeconds: number,
	{ workerId = randomUUID(), waiting = () => null }: { workerId?: string; waiting?: () => string | null } = {},
) {
	const present = (row: JobRow): Job => toJob(row, waiting());
	const one = async (text: string, values: unknown[]): Promise<JobRow | undefined> =>
		await database.one<JobRow>(text, values);
	return {
		...createJobQueue(database, leaseSeconds, workerId),
		...createJobRuns(database, present),
		/**
		 * @returns the job, and whether there is new work; an active job with the same key is returned instead of a new
		 * one
		 */
		async insert<I>(kind: JobDescription<I>, request: Enqueue<I>): Promise<{ job: Job; isNew: boolean }> {
			const values = [
				newId(),
				request.ownerId,
				request.accountId ?? null,
				kind.name,
				JSON.stringify(request.input),
				kind.unit,
				request.dedupeKey ?? null,
				request.dependsOn ?? null,
				request.background ?? false,
				MAX_CRASHES - 1,
			];
			const row = await one(INSERT, values);
			if (row !== undefined) return { job: present(row), isNew: true };
			const key = [request.ownerId, kind.name, request.dedupeKey];
			const ranNow = request.runNow === true ? await one(RUN_NOW, key) : undefined;
			if (ranNow !== undefined) return { job: present(ranNow), isNew: true };
			const live = await one(request.background === true ? FIND_LIVE : SHOW_LIVE, key);
			// The active job finished between the two statements: the key is free now.
			return live === undefined ? this.insert(kind, request) : { job: present(live), isNew: false };
		},
		async get(ownerId: string, id: string): Promise<Job> {
			const row = await one("select * from jobs where owner_id = $1 and id = $2", [ownerId, id]);
			if (row === undefined) throw notFound("The job");
			return present(row);
		},
		list: (ownerId: string, query?: JobQuery) => listJobs(database, ownerId, query, present),
		async cancel(ownerId: string, id: string): Promise<Job> {
			const row = await one(CANCEL, [ownerId, id]);
			return row === undefined ? this.get(ownerId, id) : present(row);
		},
		async live(): Promise<number> {
			const row = await database.one<{ n: number }>(
				"select count(*)::int as n from jobs where state in ('queued', 'running')",
				[],
			);
			return row?.n ?? 0;
		},
	};
}

export type JobStore = ReturnType<typeof createJobStore>;

const INSERT = `insert into jobs (id, owner_id, account_id, kind, input, unit, dedupe_key, depends_on, background, crashes, suspect, queue_position)
	select $1, $2, $3, $4, $5, $6, $7, $8, $9, case when ${HAS_CRASHED} then $10 else 0 end, ${HAS_CRASHED}, case when not exists (select from jobs leader
		where leader.owner_id = $2 and leader.id = $8 and leader.state in ('queued', 'running'))
		then greatest(now(), max(queue_position) + ${SPACING}) end from jobs
	where owner_id = $2 and kind = $4 and state = 'queued' and queue_position is not null
	on conflict (owner_id, kind, dedupe_key) where dedupe_key is not null and state in ('queued', 'running') do nothing
	returning *`;
const CANCEL = `update jobs set cancel_requested = true,
		state = case when state = 'queued' then 'cancelled' else state end,
		finished_at = case when state = 'queued' then now() else finished_at end
	where owner_id = $1 and id = $2 and state in ('queued', 'running') returning *`;
const OF_KEY = "where owner_id = $1 and kind = $2 and dedupe_key = $3";
const LIVE_OF_KEY = `${OF_KEY} and state in ('queued', 'running')`;
const FIND_LIVE = `select * from jobs ${LIVE_OF_KEY}`;
/** A user now waits for the job. */
const SHOW_LIVE = `update jobs set background = false ${LIVE_OF_KEY} returning *`;
const RUN_NOW = `update jobs set queue_position = now(), run_after = now() ${OF_KEY} and state = 'queued' and queue_position is null
	and not ${MUST_WAIT} returning *`;
