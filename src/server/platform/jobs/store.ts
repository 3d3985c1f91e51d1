import { randomUUID } from "node:crypto";
import type { Job, JobState } from "#shared/contracts/jobs.ts";
import { newId } from "#shared/ids.ts";
import type { Database, Queryable } from "../../db/database.ts";
import { notFound } from "../../errors.ts";
import type { Enqueue, JobDescription, Progress } from "./jobs.ts";

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
	crash_done: number;
	lease_id: string | null;
	cancel_requested: boolean;
	background: boolean;
	created_at: Date;
	started_at: Date | null;
	finished_at: Date | null;
}

/** A claimed job. */
export type ClaimedRow = JobRow & { lease_id: string };

/** Identifies a run of a job. A runner that has lost its lease can no longer change the row. */
export type Lease = Pick<ClaimedRow, "owner_id" | "id" | "lease_id">;

/** Distance in queue order between consecutive jobs of one user, so that other users' jobs come in between. */
const SPACING = "interval '1 minute'";
/** Maximum number of jobs that one sweep requeues. */
const SWEEP_LIMIT = 1_000;
/** Every process sweeps every two seconds; this lets one of them win. */
const SWEEP_EVERY = "interval '1500 milliseconds'";

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

/** SQL over `jobs`: the job it follows has not finished. */
const MUST_WAIT = `exists (select from jobs leader
	where leader.owner_id = jobs.owner_id and leader.id = jobs.follows and leader.state in ('queued', 'running'))`;

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

/**
 * The SQL of the jobs table: queue and leases.
 * @param options.runner the id of this process
 * @param options.waiting why queued jobs are waiting, as a message
 */
export function createJobStore(
	database: Database,
	leaseSeconds: number,
	{ runner = randomUUID(), waiting = () => null }: { runner?: string; waiting?: () => string | null } = {},
) {
	const present = (row: JobRow): Job => toJob(row, waiting());
	const one = async (text: string, values: unknown[], tx?: Queryable): Promise<JobRow | undefined> =>
		(await database.query<JobRow>(text, values, tx))[0];
	/** Updates one run: $1 owner, $2 job, $3 lease. @returns null when the lease was lost, or for a background job */
	const ofRun = async (set: string, lease: Lease, values: unknown[]): Promise<Job | null> => {
		const row = await one(
			`update jobs set ${set} where owner_id = $1 and id = $2 and lease_id = $3 and state = 'running' returning *`,
			[lease.owner_id, lease.id, lease.lease_id, ...values],
		);
		return row === undefined || row.background ? null : present(row);
	};
	return {
		/**
		 * @returns the job, and whether there is new work; an active job with the same key is returned instead of a new
		 * one
		 */
		async insert<I>(
			kind: JobDescription<I>,
			request: Enqueue<I>,
			tx?: Queryable,
		): Promise<{ job: Job; isNew: boolean }> {
			const values = [
				newId(),
				request.ownerId,
				request.accountId ?? null,
				kind.name,
				JSON.stringify(request.input),
				kind.unit,
				request.dedupeKey ?? null,
				request.follows ?? null,
				request.background ?? false,
				MAX_CRASHES - 1,
			];
			const row = await one(
				`insert into jobs (id, owner_id, account_id, kind, input, unit, dedupe_key, follows, background, crashes, suspect, queue_position)
				 select $1, $2, $3, $4, $5, $6, $7, $8, $9, case when ${HAS_CRASHED} then $10 else 0 end, ${HAS_CRASHED}, case when not exists (select from jobs leader
					where leader.owner_id = $2 and leader.id = $8 and leader.state in ('queued', 'running'))
					then greatest(now(), max(queue_position) + ${SPACING}) end from jobs
				 where owner_id = $2 and kind = $4 and state = 'queued' and queue_position is not null
				 on conflict (owner_id, kind, dedupe_key) where dedupe_key is not null and state in ('queued', 'running') do nothing
				 returning *`,
				values,
				tx,
			);
			if (row !== undefined) return { job: present(row), isNew: true };
			const key = [request.ownerId, kind.name, request.dedupeKey];
			const ranNow = request.runNow === true ? await one(RUN_NOW, key, tx) : undefined;
			if (ranNow !== undefined) return { job: present(ranNow), isNew: true };
			const live = await one(request.background === true ? FIND_LIVE : SHOW_LIVE, key, tx);
			// The active job finished between the two statements: the key is free now.
			return live === undefined ? this.insert(kind, request, tx) : { job: present(live), isNew: false };
		},
		async get(ownerId: string, id: string): Promise<Job> {
			const row = await one("select * from jobs where owner_id = $1 and id = $2", [ownerId, id]);
			if (row === undefined) throw notFound("The job");
			return present(row);
		},
		/** A background job that is done is deleted: null. */
		async find({ owner_id, id }: Pick<JobRow, "owner_id" | "id">): Promise<Job | null> {
			const row = await one("select * from jobs where owner_id = $1 and id = $2", [owner_id, id]);
			return row === undefined ? null : present(row);
		},
		async list(ownerId: string, activeOnly: boolean): Promise<Job[]> {
			const active = activeOnly ? "and state in ('queued', 'running')" : "";
			const rows = await database.query<JobRow>(
				`select * from jobs where owner_id = $1 and not background ${active} order by created_at desc limit 50`,
				[ownerId],
			);
			return rows.map(present);
		},
		/**
		 * Claims the first unlocked queued job of a kind.
		 * @param busy owners with enough jobs running here
		 * @param maySuspect whether a job that may have crashed a process can be claimed
		 */
		async claim(kind: string, busy: readonly string[], maySuspect = true): Promise<ClaimedRow | null> {
			const row = await one(
				`with next as materialized (
					select owner_id, id from jobs
					where kind = $1 and state = 'queued' and queue_position is not null and owner_id <> all($2::text[])
						and (not suspect or $5)
					order by queue_position limit 1 for update skip locked
				)
				update jobs j set state = 'running', queue_position = null, lease_id = gen_random_uuid(),
					lease_until = now() + make_interval(secs => $3), attempt = attempt + 1,
					started_at = coalesce(started_at, now()), error = null, error_code = null, runner = $4
				from next where j.owner_id = next.owner_id and j.id = next.id returning j.*`,
				[kind, busy, leaseSeconds, runner, maySuspect],
			);
			return (row as ClaimedRow | undefined) ?? null;
		},
		/** Claims this job if it is queued and due. */
		async claimOne(ownerId: string, id: string): Promise<ClaimedRow | null> {
			const row = await one(
				`update jobs set state = 'running', queue_position = null, lease_id = gen_random_uuid(),
					lease_until = now() + make_interval(secs => $3), attempt = attempt + 1,
					started_at = coalesce(started_at, now()), error = null, error_code = null, runner = $4
				where owner_id = $1 and id = $2 and state = 'queued' and queue_position is not null and not suspect returning *`,
				[ownerId, id, leaseSeconds, runner],
			);
			return (row as ClaimedRow | undefined) ?? null;
		},
		/** Queues the jobs that follow this one, if it has finished. */
		async queueFollowers({ owner_id, id }: Pick<JobRow, "owner_id" | "id">): Promise<JobRow[]> {
			return database.query<JobRow>(
				`update jobs set queue_position = now() where owner_id = $1 and follows = $2 and state = 'queued' and queue_position is null
					and not ${MUST_WAIT} returning *`,
				[owner_id, id],
			);
		},
		/** Makes a long-running background job visible to its user. */
		async show({ owner_id, id, lease_id }: Lease): Promise<Job | null> {
			const row = await one(
				"update jobs set background = false where owner_id = $1 and id = $2 and lease_id = $3 returning *",
				[owner_id, id, lease_id],
			);
			return row === undefined ? null : present(row);
		},
		/** Deletes a background job that finished without becoming visible. */
		async forget({ owner_id, id }: Pick<JobRow, "owner_id" | "id">): Promise<void> {
			await database.query("delete from jobs where owner_id = $1 and id = $2 and background and state = 'done'", [
				owner_id,
				id,
			]);
		},
		/** Which of these kinds have jobs in the queue. */
		async queuedKinds(kinds: readonly string[]): Promise<string[]> {
			const rows = await database.query<{ kind: string }>(
				// Ordered by queue position, so that the first entry of the queue's index is enough.
				`select kind from unnest($1::text[]) as k (kind) cross join lateral (
					select 1 from jobs j where j.kind = k.kind and j.state = 'queued' and j.queue_position is not null
					order by j.queue_position limit 1) first`,
				[kinds],
			);
			return rows.map((row) => row.kind);
		},
		/** Renews the leases of runs. @returns those still valid, by lease id; `cancel` where the user cancelled */
		async renew(leases: readonly Lease[]): Promise<Map<string, { cancel: boolean }>> {
			const rows = await database.query<{ lease_id: string; cancel_requested: boolean }>(
				`update jobs j set lease_until = now() + make_interval(secs => $4)
				from unnest($1::text[], $2::uuid[], $3::uuid[]) as l (owner_id, id, lease_id)
				where j.owner_id = l.owner_id and j.id = l.id and j.lease_id = l.lease_id and j.state = 'running'
				returning j.lease_id, j.cancel_requested`,
				[
					leases.map((lease) => lease.owner_id),
					leases.map((lease) => lease.id),
					leases.map((lease) => lease.lease_id),
					leaseSeconds,
				],
			);
			return new Map(rows.map((row) => [row.lease_id, { cancel: row.cancel_requested }]));
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
		 * Requeues a run, immediately or when a sweep finds it due. Stopping the process does not count as an attempt.
		 * @param isAttempt whether the run counts as an attempt; by default, when there is an error
		 */
		requeue(lease: Lease, delaySeconds: number, error: string | null, isAttempt = error !== null): Promise<Job | null> {
			return ofRun(
				`state = 'queued', lease_id = null, lease_until = null, error = $5, suspect = false,
				run_after = now() + make_interval(secs => $4), queue_position = case when $4 = 0 then now() end,
				attempt = attempt - case when $6 then 0 else 1 end`,
				lease,
				[delaySeconds, error, isAttempt],
			);
		},
		async cancel(ownerId: string, id: string): Promise<Job> {
			const row = await one(
				`update jobs set cancel_requested = true,
					state = case when state = 'queued' then 'cancelled' else state end,
					finished_at = case when state = 'queued' then now() else finished_at end
				 where owner_id = $1 and id = $2 and state in ('queued', 'running') returning *`,
				[ownerId, id],
			);
			return row === undefined ? this.get(ownerId, id) : present(row);
		},
		/**
		 * Queues jobs that are due: those whose lease expired, and those whose delay or predecessor is over. Of all
		 * processes, one does it every two seconds.
		 * @returns the kinds of these jobs
		 */
		async sweep(): Promise<string[]> {
			const acquired = await database.query(
				`update job_sweeps set swept_at = now() where swept_at < now() - ${SWEEP_EVERY} returning 1`,
				[],
			);
			if (acquired.length === 0) return [];
			const rows = await database.query<{ kind: string }>(
				`with waited as materialized (
					select owner_id, id from jobs where state = 'queued' and queue_position is null and run_after <= now() and not ${MUST_WAIT}
					order by run_after limit ${SWEEP_LIMIT} for update skip locked
				), left_over as materialized (
					select owner_id, id from jobs where state = 'running' and lease_until < now()
					limit ${SWEEP_LIMIT} for update skip locked
				), due as (
					select * from waited union all select * from left_over
				), placed as (
					select owner_id, id, now() + (row_number() over (partition by owner_id) - 1) * ${SPACING} as queue_position from due
				), moved as (
					update jobs j set state = 'queued', queue_position = p.queue_position, lease_id = null, lease_until = null
					from placed p where j.owner_id = p.owner_id and j.id = p.id returning j.kind
				)
				select distinct kind from moved`,
				[],
			);
			return rows.map((row) => row.kind);
		},
		/**
		 * Requeues all running jobs. For a single process on the data: whatever is running at its start belonged to its
		 * predecessor.
		 */
		async releaseAll(): Promise<void> {
			await database.query(
				"update jobs set state = 'queued', queue_position = now(), lease_id = null, lease_until = null where state = 'running'",
				[],
			);
		},
		async live(): Promise<number> {
			const [row] = await database.query<{ n: number }>(
				"select count(*)::int as n from jobs where state in ('queued', 'running')",
				[],
			);
			return row?.n ?? 0;
		},
	};
}

export type JobStore = ReturnType<typeof createJobStore>;

const OF_KEY = "where owner_id = $1 and kind = $2 and dedupe_key = $3";
const LIVE_OF_KEY = `${OF_KEY} and state in ('queued', 'running')`;
const FIND_LIVE = `select * from jobs ${LIVE_OF_KEY}`;
/** A user now waits for the job. */
const SHOW_LIVE = `update jobs set background = false ${LIVE_OF_KEY} returning *`;
const RUN_NOW = `update jobs set queue_position = now(), run_after = now() ${OF_KEY} and state = 'queued' and queue_position is null
	and not ${MUST_WAIT} returning *`;
