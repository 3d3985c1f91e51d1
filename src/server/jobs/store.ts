import type { Job, JobState } from "#shared/contracts/jobs.ts";
import { newId } from "#shared/ids.ts";
import type { Database, Queryable } from "../db/database.ts";
import { notFound } from "../errors.ts";
import type { Enqueue, JobKind, Progress } from "./jobs.ts";

interface Row {
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
	result: Record<string, unknown> | null;
	error: string | null;
	attempt: number;
	cancel_requested: boolean;
	created_at: Date;
	started_at: Date | null;
	finished_at: Date | null;
}

export type ClaimedRow = Row;

function present(row: Row): Job {
	return {
		id: row.id,
		kind: row.kind,
		accountId: row.account_id,
		state: row.state,
		done: row.done,
		total: row.total,
		unit: row.unit,
		note: row.note,
		result: row.result,
		error: row.error,
		createdAt: row.created_at.toISOString(),
		startedAt: row.started_at?.toISOString() ?? null,
		finishedAt: row.finished_at?.toISOString() ?? null,
	};
}

/** The SQL of the jobs table. Leases decide who runs a job: the queue only says that there is something to look at. */
export function createJobStore(database: Database, leaseSeconds: number) {
	const one = async (text: string, values: unknown[], tx?: Queryable): Promise<Row | undefined> =>
		(await database.query<Row>(text, values, tx))[0];
	return {
		/** @returns the job, and whether it is new: a live one with the same key is given back instead */
		async insert<I>(kind: JobKind<I>, request: Enqueue<I>, tx?: Queryable): Promise<{ job: Job; isNew: boolean }> {
			const values = [
				newId(),
				request.ownerId,
				request.accountId ?? null,
				kind.name,
				JSON.stringify(request.input),
				kind.unit,
				request.dedupeKey ?? null,
			];
			const row = await one(
				`insert into jobs (id, owner_id, account_id, kind, input, unit, dedupe_key) values ($1, $2, $3, $4, $5, $6, $7)
				 on conflict (kind, dedupe_key) where dedupe_key is not null and state in ('queued', 'running') do nothing
				 returning *`,
				values,
				tx,
			);
			if (row !== undefined) return { job: present(row), isNew: true };
			const live = await one(
				"select * from jobs where kind = $1 and dedupe_key = $2 and owner_id = $3 and state in ('queued', 'running')",
				[kind.name, request.dedupeKey, request.ownerId],
				tx,
			);
			// It ended between the two statements: the second try finds the key free.
			return live === undefined ? this.insert(kind, request, tx) : { job: present(live), isNew: false };
		},
		async get(ownerId: string, id: string): Promise<Job> {
			const row = await one("select * from jobs where id = $1 and owner_id = $2", [id, ownerId]);
			if (row === undefined) throw notFound("The job");
			return present(row);
		},
		async list(ownerId: string, activeOnly: boolean): Promise<Job[]> {
			const active = activeOnly ? "and state in ('queued', 'running')" : "";
			const rows = await database.query<Row>(
				`select * from jobs where owner_id = $1 ${active} order by created_at desc limit 50`,
				[ownerId],
			);
			return rows.map(present);
		},
		/** Takes a job that waits, or whose runner has died. Null: somebody else has it, or it is over. */
		async claim(id: string, leaseId: string): Promise<ClaimedRow | null> {
			const row = await one(
				`update jobs set state = 'running', lease_id = $2, lease_until = now() + make_interval(secs => $3),
					attempt = attempt + 1, started_at = coalesce(started_at, now()), error = null
				 where id = $1 and (state = 'queued' and run_after <= now() or state = 'running' and lease_until < now())
				 returning *`,
				[id, leaseId, leaseSeconds],
			);
			return row ?? null;
		},
		/** @returns false when the lease was lost; `cancel` when the person asked to stop */
		async renew(id: string, leaseId: string): Promise<"held" | "cancel" | "lost"> {
			const row = await one(
				`update jobs set lease_until = now() + make_interval(secs => $3)
				 where id = $1 and lease_id = $2 and state = 'running' returning *`,
				[id, leaseId, leaseSeconds],
			);
			if (row === undefined) return "lost";
			return row.cancel_requested ? "cancel" : "held";
		},
		async progress(id: string, leaseId: string, p: Progress): Promise<Job | null> {
			const row = await one(
				`update jobs set done = coalesce($3, done), total = case when $4 then $5 else total end, unit = coalesce($6, unit),
					note = case when $7 then $8 else note end, result = coalesce($9, result)
				 where id = $1 and lease_id = $2 and state = 'running' returning *`,
				[
					id,
					leaseId,
					p.done ?? null,
					p.total !== undefined,
					p.total ?? null,
					p.unit ?? null,
					p.note !== undefined,
					p.note ?? null,
					p.result === undefined ? null : JSON.stringify(p.result),
				],
			);
			return row === undefined ? null : present(row);
		},
		async finish(
			id: string,
			leaseId: string,
			state: "done" | "failed" | "cancelled",
			end: { result?: Record<string, unknown>; error?: string },
		): Promise<Job | null> {
			const row = await one(
				`update jobs set state = $3, finished_at = now(), lease_id = null, lease_until = null, note = null,
					done = case when $3 = 'done' and total is not null then total else done end,
					result = coalesce($4, result), error = $5
				 where id = $1 and lease_id = $2 and state = 'running' returning *`,
				[id, leaseId, state, end.result === undefined ? null : JSON.stringify(end.result), end.error ?? null],
			);
			return row === undefined ? null : present(row);
		},
		/** Back into the queue; a stop of the process does not count as an attempt. */
		async requeue(id: string, leaseId: string, delaySeconds: number, error: string | null): Promise<Job | null> {
			const row = await one(
				`update jobs set state = 'queued', lease_id = null, lease_until = null, error = $4,
					run_after = now() + make_interval(secs => $3), attempt = attempt - case when $4::text is null then 1 else 0 end
				 where id = $1 and lease_id = $2 and state = 'running' returning *`,
				[id, leaseId, delaySeconds, error],
			);
			return row === undefined ? null : present(row);
		},
		async cancel(ownerId: string, id: string): Promise<Job> {
			const row = await one(
				`update jobs set cancel_requested = true,
					state = case when state = 'queued' then 'cancelled' else state end,
					finished_at = case when state = 'queued' then now() else finished_at end
				 where id = $1 and owner_id = $2 and state in ('queued', 'running') returning *`,
				[id, ownerId],
			);
			return row === undefined ? this.get(ownerId, id) : present(row);
		},
		/** Jobs that nobody works on although they are due: after a crash, or when a queue message was lost. */
		async due(): Promise<{ id: string; kind: string }[]> {
			return database.query(
				`select id, kind from jobs where (state = 'queued' and run_after <= now()) or (state = 'running' and lease_until < now())
				 order by created_at limit 500`,
				[],
			);
		},
		/** With one process alone on the data, whatever was running at its start has died with the one before. */
		async releaseAll(): Promise<void> {
			await database.query("update jobs set lease_until = now() - interval '1 second' where state = 'running'", []);
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
