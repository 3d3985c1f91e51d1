import { z } from "zod";
import { cutPage, type Database, readCursor, toSqlJson } from "#kernel/database.ts";
import type { FilterPlan } from "../../contract.ts";
import type { NewPlan } from "./plans.ts";

/** The SQL of `filter_plans`: what a run of the rules would do, by rule and mailbox. */

/** The plans of one run. */
export interface PlansKey {
	ownerId: string;
	/** The job that plans. */
	jobId: string;
}

/** Plans expire within an hour; what became of them can be read for a day. */
const RETENTION = "1 day";

const OF_RUN = "p.owner_id = $1 and p.job_id = $2";
/** Plans with their operations. */
const WITH_OPERATIONS = `filter_plans p left join mail_operations_v1 o
	on o.owner_id = p.owner_id and o.id = (p.plan->>'id')::uuid`;

/** @param at how many the run has stored before */
export async function addPlans(
	database: Database,
	{ ownerId, jobId }: PlansKey,
	at: number,
	plans: readonly NewPlan[],
): Promise<void> {
	await database.exec(
		`insert into filter_plans (owner_id, job_id, position, filter_id, account_id, matched, plan, reason)
		select $1, $2, r.position, r."filterId", r."accountId", r.matched, nullif(r.plan, 'null'), r.reason
		from json_to_recordset($3) as r (position integer, "filterId" uuid, "accountId" uuid, matched integer, plan jsonb,
			reason text)`,
		[ownerId, jobId, toSqlJson(plans.map((plan, n) => ({ ...plan, position: at + n })))],
	);
}

/** Forgets the plans of a run that starts again. */
export async function clearPlans(database: Database, { ownerId, jobId }: PlansKey): Promise<void> {
	await database.exec("delete from filter_plans where owner_id = $1 and job_id = $2", [ownerId, jobId]);
}

/** A page of the plans of a run, in the order of the rules. @throws AppError 400 `bad-cursor` */
export async function listPlans(
	database: Database,
	{ ownerId, jobId }: PlansKey,
	{ limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: FilterPlan[]; total: number; count: number; bytes: number; nextCursor: string | null }> {
	const [after = null] = readCursor(cursor, z.tuple([z.int32()])) ?? [];
	const rows = await database.query<FilterPlan & { position: number }>(
		`select p.position, p.filter_id as "filterId", p.account_id as "accountId", p.matched, p.plan, p.reason,
			case when o.started_at is not null then json_build_object('state', o.state, 'applied', o.applied,
				'skipped', o.skipped, 'failed', o.failed, 'canUndo', o.applied > 0 and o.undone_by is null, 'error', j.error)
			end as operation
		from ${WITH_OPERATIONS} left join jobs_v1 j on j.owner_id = o.owner_id and j.id = o.job_id
		where ${OF_RUN} and ($3::integer is null or p.position > $3) order by p.position limit $4`,
		[ownerId, jobId, after, limit + 1],
	);
	const sums = await database.one<{ total: number; count: number; bytes: number }>(
		`select count(*)::int as total, coalesce(sum((p.plan->>'count')::int), 0)::int as count,
			coalesce(sum((p.plan->>'bytes')::bigint), 0)::bigint as bytes
		from filter_plans p where ${OF_RUN}`,
		[ownerId, jobId],
	);
	const { page, nextCursor } = cutPage(rows, limit, ({ position }) => [position]);
	const items = page.map(({ position: _, ...item }) => item);
	return { items, ...(sums ?? { total: 0, count: 0, bytes: 0 }), nextCursor };
}

/** Whether an operation of the run has begun: then its plans are complete. */
export async function isBegun(database: Database, { ownerId, jobId }: PlansKey): Promise<boolean> {
	const rows = await database.query(
		`select 1 from ${WITH_OPERATIONS} where ${OF_RUN} and o.started_at is not null limit 1`,
		[ownerId, jobId],
	);
	return rows.length > 0;
}

/** A plan whose operation has not ended. */
export interface OpenPlan {
	id: string;
	filterId: string;
}

/** The plans of a run whose operation has not ended, in order, and the number of rules with a plan. */
export async function openPlans(
	database: Database,
	{ ownerId, jobId }: PlansKey,
): Promise<{ open: OpenPlan[]; rules: number }> {
	const rows = await database.query<OpenPlan & { hasEnded: boolean }>(
		`select o.id, p.filter_id as "filterId", o.started_at is not null and o.state <> 'running' as "hasEnded"
		from ${WITH_OPERATIONS} where ${OF_RUN} and o.id is not null order by p.position`,
		[ownerId, jobId],
	);
	return { open: rows.filter(({ hasEnded }) => !hasEnded), rules: new Set(rows.map(({ filterId }) => filterId)).size };
}

/** A plan of the run that was not applied in time. @param now epoch milliseconds @returns null: there is none */
export async function expiredPlan(
	database: Database,
	{ ownerId, jobId }: PlansKey,
	now: number,
): Promise<string | null> {
	const row = await database.one<{ id: string }>(
		`select p.plan->>'id' as id from ${WITH_OPERATIONS} where ${OF_RUN} and p.plan is not null
			and o.started_at is null and coalesce(o.expires_at <= $3, true) order by p.position limit 1`,
		[ownerId, jobId, new Date(now)],
	);
	return row?.id ?? null;
}

/** How many messages the run has changed. */
export async function appliedBy(database: Database, { ownerId, jobId }: PlansKey): Promise<number> {
	const row = await database.one<{ applied: number }>(
		`select coalesce(sum(o.applied), 0)::int as applied from ${WITH_OPERATIONS} where ${OF_RUN}`,
		[ownerId, jobId],
	);
	return row?.applied ?? 0;
}

/** Deletes old plans of all owners. */
export async function purgePlans(database: Database): Promise<void> {
	await database.exec(`delete from filter_plans where created_at < now() - interval '${RETENTION}'`, []);
}
