import type { Database } from "../../db/database.ts";
import type { ClaimedRow, JobRow, Lease } from "./job-row.ts";

/** Distance in queue order between consecutive jobs of one user, so that other users' jobs come in between. */
export const SPACING = "interval '1 minute'";
/** Maximum number of jobs that one sweep requeues. */
const SWEEP_LIMIT = 1_000;
/** Every process sweeps every two seconds; this lets one of them win. */
const SWEEP_EVERY = "interval '1500 milliseconds'";

/** SQL over `jobs`: the job it depends on has not finished. */
export const MUST_WAIT = `exists (select from jobs leader
	where leader.owner_id = jobs.owner_id and leader.id = jobs.depends_on and leader.state in ('queued', 'running'))`;

/** The SQL of the queue: claiming jobs, renewing leases, and queueing what is due. @param workerId the id of this process */
export function createJobQueue(database: Database, leaseSeconds: number, workerId: string, sweepLimit = SWEEP_LIMIT) {
	const claimed = async (text: string, values: unknown[]): Promise<ClaimedRow | null> =>
		(await database.one<ClaimedRow>(text, values)) ?? null;
	return {
		/**
		 * Claims the first unlocked queued job of a kind.
		 * @param busy owners with enough jobs running here
		 * @param maySuspect whether a job that may have crashed a process can be claimed
		 */
		claim(kind: string, busy: readonly string[], maySuspect = true): Promise<ClaimedRow | null> {
			return claimed(CLAIM, [kind, busy, leaseSeconds, workerId, maySuspect]);
		},
		/** Claims this job if it is queued and due. */
		claimOne(ownerId: string, id: string): Promise<ClaimedRow | null> {
			return claimed(CLAIM_ONE, [ownerId, id, leaseSeconds, workerId]);
		},
		/** Queues the jobs that follow this one, if it has finished. */
		async queueFollowers({ owner_id, id }: Pick<JobRow, "owner_id" | "id">): Promise<JobRow[]> {
			return database.query<JobRow>(
				`update jobs set queue_position = now() where owner_id = $1 and depends_on = $2 and state = 'queued' and queue_position is null
					and not ${MUST_WAIT} returning *`,
				[owner_id, id],
			);
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
			const rows = await database.query<{ kind: string }>(QUEUE_DUE, [sweepLimit]);
			return rows.map((row) => row.kind);
		},
		/**
		 * Requeues all running jobs. For a single process on the data: whatever is running at its start belonged to its
		 * predecessor.
		 */
		async releaseAll(): Promise<void> {
			await database.exec(
				"update jobs set state = 'queued', queue_position = now(), lease_id = null, lease_until = null where state = 'running'",
				[],
			);
		},
	};
}

const CLAIM = `with next as materialized (
	select owner_id, id from jobs
	where kind = $1 and state = 'queued' and queue_position is not null and owner_id <> all($2::text[])
		and (not suspect or $5)
	order by queue_position limit 1 for update skip locked
)
update jobs j set state = 'running', queue_position = null, lease_id = gen_random_uuid(),
	lease_until = now() + make_interval(secs => $3), attempt = attempt + 1,
	started_at = coalesce(started_at, now()), error = null, error_code = null, worker_id = $4
from next where j.owner_id = next.owner_id and j.id = next.id returning j.*`;

const CLAIM_ONE = `update jobs set state = 'running', queue_position = null, lease_id = gen_random_uuid(),
	lease_until = now() + make_interval(secs => $3), attempt = attempt + 1,
	started_at = coalesce(started_at, now()), error = null, error_code = null, worker_id = $4
where owner_id = $1 and id = $2 and state = 'queued' and queue_position is not null and not suspect returning *`;

const QUEUE_DUE = `with waited as materialized (
	select owner_id, id from jobs where state = 'queued' and queue_position is null and run_after <= now() and not ${MUST_WAIT}
	order by run_after limit $1 for update skip locked
), left_over as materialized (
	select owner_id, id from jobs where state = 'running' and lease_until < now()
	limit $1 for update skip locked
), due as (
	select * from waited union all select * from left_over
), placed as (
	select owner_id, id, now() + (row_number() over (partition by owner_id) - 1) * ${SPACING} as queue_position from due
), moved as (
	update jobs j set state = 'queued', queue_position = p.queue_position, lease_id = null, lease_until = null
	from placed p where j.owner_id = p.owner_id and j.id = p.id returning j.kind
)
select distinct kind from moved`;
