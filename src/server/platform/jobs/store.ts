import { randomUUID } from "node:crypto";
import type { Job, JobState } from "#shared/contracts/jobs.ts";
import { newId } from "#shared/ids.ts";
import type { Database, Queryable } from "../../db/database.ts";
import { notFound } from "../../errors.ts";
import type { Enqueue, JobDescription, Progress } from "./jobs.ts";

/** A row of the table. */
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

/** A job in the hands of its runner. */
export type ClaimedRow = JobRow & { lease_id: string };

/** What names a run of a job: a runner that has lost its lease changes nothing any more. */
export type Lease = Pick<ClaimedRow, "owner_id" | "id" | "lease_id">;

/** Of one person's waiting jobs each stands so far behind the one before: others come in between. */
const APART = "interval '1 minute'";
/** Jobs that one sweep puts in line; the next goes on. */
const SWEEP_LIMIT = 1_000;
/** Processes come by every two seconds each; one of them sweeps. */
const SWEEP_EVERY = "interval '1500 milliseconds'";

/** A job that its process died of so often does not run again. */
export const MOST_CRASHES = 3;
export const JOB_CRASHED = "job-crashed";
/** SQL in `insert`: the same was given up lately for crashing the server. It has one more chance, not three. */
const HAS_CRASHED = `exists (select from jobs crashed where crashed.owner_id = $2 and crashed.kind = $4
	and crashed.error_code = '${JOB_CRASHED}' and crashed.finished_at > now() - interval '1 day'
	and crashed.account_id is not distinct from $3 and crashed.input = $5)`;

/** SQL over `jobs`: what it was to follow is not over. */
const MUST_WAIT = `exists (select from jobs leader
	where leader.owner_id = jobs.owner_id and leader.id = jobs.follows and leader.state in ('queued', 'running'))`;

/** @param waiting why jobs in the queue wait at the moment, in words */
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
 * The SQL of the jobs table: the line of those that wait, and the leases of those that run.
 * @param options.runner the id of this process @param options.waiting why queued jobs wait at the moment, in words
 */
export function createJobStore(
	database: Database,
	leaseSeconds: number,
	{ runner = randomUUID(), waiting = () => null }: { runner?: string; waiting?: () => string | null } = {},
) {
	const present = (row: JobRow): Job => toJob(row, waiting());
	const one = async (text: string, values: unknown[], tx?: Queryable): Promise<JobRow | undefined> =>
		(await database.query<JobRow>(text, values, tx))[0];
	/** A statement about one run: $1 owner, $2 job, $3 lease. @returns null when the lease was lost, or nobody is to hear of it */
	const ofRun = async (set: string, lease: Lease, values: unknown[]): Promise<Job | null> => {
		const row = await one(
			`update jobs set ${set} where owner_id = $1 and id = $2 and lease_id = $3 and state = 'running' returning *`,
			[lease.owner_id, lease.id, lease.lease_id, ...values],
		);
		return row === undefined || row.background ? null : present(row);
	};
	return {
		/** @returns the job, and whether there is something new to do: a live one with the same key is given back instead */
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
				MOST_CRASHES - 1,
			];
			const row = await one(
				`insert into jobs (id, owner_id, account_id, kind, input, unit, dedupe_key, follows, background, crashes, suspect, place)
				 select $1, $2, $3, $4, $5, $6, $7, $8, $9, case when ${HAS_CRASHED} then $10 else 0 end, ${HAS_CRASHED}, case when not exists (select from jobs leader
					where leader.owner_id = $2 and leader.id = $8 and leader.state in ('queued', 'running'))
					then greatest(now(), max(place) + ${APART}) end from jobs
				 where owner_id = $2 and kind = $4 and state = 'queued' and place is not null
				 on conflict (owner_id, kind, dedupe_key) where dedupe_key is not null and state in ('queued', 'running') do nothing
				 returning *`,
				values,
				tx,
			);
			if (row !== undefined) return { job: present(row), isNew: true };
			const key = [request.ownerId, kind.name, request.dedupeKey];
			const ranNow = request.runNow === true ? await one(HASTEN, key, tx) : undefined;
			if (ranNow !== undefined) return { job: present(ranNow), isNew: true };
			const live = await one(request.background === true ? FIND_LIVE : SHOW_LIVE, key, tx);
			// It ended between the two statements: the second try finds the key free.
			return live === undefined ? this.insert(kind, request, tx) : { job: present(live), isNew: false };
		},
		async get(ownerId: string, id: string): Promise<Job> {
			const row = await one("select * from jobs where owner_id = $1 and id = $2", [ownerId, id]);
			if (row === undefined) throw notFound("The job");
			return present(row);
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
		 * Takes the first job in the line of a kind that nobody else is just taking.
		 * @param busy owners who have enough jobs running here
		 * @param maySuspect also one that may have crashed a process
		 */
		async claim(kind: string, busy: readonly string[], maySuspect = true): Promise<ClaimedRow | null> {
			const row = await one(
				`with next as materialized (
					select owner_id, id from jobs
					where kind = $1 and state = 'queued' and place is not null and owner_id <> all($2::text[])
						and (not suspect or $5)
					order by place limit 1 for update skip locked
				)
				update jobs j set state = 'running', place = null, lease_id = gen_random_uuid(),
					lease_until = now() + make_interval(secs => $3), attempt = attempt + 1,
					started_at = coalesce(started_at, now()), error = null, error_code = null, runner = $4
				from next where j.owner_id = next.owner_id and j.id = next.id returning j.*`,
				[kind, busy, leaseSeconds, runner, maySuspect],
			);
			return (row as ClaimedRow | undefined) ?? null;
		},
		/** Takes this job, if it stands in line. */
		async claimOne(ownerId: string, id: string): Promise<ClaimedRow | null> {
			const row = await one(
				`update jobs set state = 'running', place = null, lease_id = gen_random_uuid(),
					lease_until = now() + make_interval(secs => $3), attempt = attempt + 1,
					started_at = coalesce(started_at, now()), error = null, error_code = null, runner = $4
				where owner_id = $1 and id = $2 and state = 'queued' and place is not null and not suspect returning *`,
				[ownerId, id, leaseSeconds, runner],
			);
			return (row as ClaimedRow | undefined) ?? null;
		},
		/** Puts jobs in line that have waited for this one, if it is over. */
		async queueFollowers({ owner_id, id }: Pick<JobRow, "owner_id" | "id">): Promise<JobRow[]> {
			return database.query<JobRow>(
				`update jobs set place = now() where owner_id = $1 and follows = $2 and state = 'queued' and place is null
					and not ${MUST_WAIT} returning *`,
				[owner_id, id],
			);
		},
		/** A job that takes long is no longer only the server's own affair. */
		async show({ owner_id, id, lease_id }: Lease): Promise<Job | null> {
			const row = await one(
				"update jobs set background = false where owner_id = $1 and id = $2 and lease_id = $3 returning *",
				[owner_id, id, lease_id],
			);
			return row === undefined ? null : present(row);
		},
		/** Forgets a job that nobody has heard of. */
		async forget({ owner_id, id }: Pick<JobRow, "owner_id" | "id">): Promise<void> {
			await database.query("delete from jobs where owner_id = $1 and id = $2 and background and state = 'done'", [
				owner_id,
				id,
			]);
		},
		/** Which of these kinds have jobs in line. */
		async queuedKinds(kinds: readonly string[]): Promise<string[]> {
			const rows = await database.query<{ kind: string }>(
				// In the order of the line, so that the line's own index is looked at and its first entry is enough.
				`select kind from unnest($1::text[]) as k (kind) cross join lateral (
					select 1 from jobs j where j.kind = k.kind and j.state = 'queued' and j.place is not null
					order by j.place limit 1) first`,
				[kinds],
			);
			return rows.map((row) => row.kind);
		},
		/** Prolongs the leases of runs. @returns those that still hold theirs; `cancel` where the person asked to stop */
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
		 * Back into the line, at once or when a sweep finds it due; a stop of the process does not count as an attempt.
		 * @param isAttempt when absent, an error says that it was one
		 */
		requeue(lease: Lease, delaySeconds: number, error: string | null, isAttempt = error !== null): Promise<Job | null> {
			return ofRun(
				`state = 'queued', lease_id = null, lease_until = null, error = $5, suspect = false,
				run_after = now() + make_interval(secs => $4), place = case when $4 = 0 then now() end,
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
		 * Puts jobs in line that are due although they do not stand there: those whose runner has died, and those that
		 * were to wait. Of all processes one does it, every two seconds.
		 * @returns their kinds
		 */
		async sweep(): Promise<string[]> {
			const turn = await database.query(
				`update job_sweeps set swept_at = now() where swept_at < now() - ${SWEEP_EVERY} returning 1`,
				[],
			);
			if (turn.length === 0) return [];
			const rows = await database.query<{ kind: string }>(
				`with waited as materialized (
					select owner_id, id from jobs where state = 'queued' and place is null and run_after <= now() and not ${MUST_WAIT}
					order by run_after limit ${SWEEP_LIMIT} for update skip locked
				), left_over as materialized (
					select owner_id, id from jobs where state = 'running' and lease_until < now()
					limit ${SWEEP_LIMIT} for update skip locked
				), due as (
					select * from waited union all select * from left_over
				), placed as (
					select owner_id, id, now() + (row_number() over (partition by owner_id) - 1) * ${APART} as place from due
				), moved as (
					update jobs j set state = 'queued', place = p.place, lease_id = null, lease_until = null
					from placed p where j.owner_id = p.owner_id and j.id = p.id returning j.kind
				)
				select distinct kind from moved`,
				[],
			);
			return rows.map((row) => row.kind);
		},
		/** With one process alone on the data, whatever was running at its start has died with the one before. */
		async releaseAll(): Promise<void> {
			await database.query(
				"update jobs set state = 'queued', place = now(), lease_id = null, lease_until = null where state = 'running'",
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
/** Now somebody waits for it. */
const SHOW_LIVE = `update jobs set background = false ${LIVE_OF_KEY} returning *`;
const HASTEN = `update jobs set place = now(), run_after = now() ${OF_KEY} and state = 'queued' and place is null
	and not ${MUST_WAIT} returning *`;
