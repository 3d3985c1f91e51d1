import type { Database } from "#kernel/database.ts";

/**
 * What each rule has acted on. New mail is counted in `custom_filters` when a rule matches it; plans for stored mail, and
 * every undo, are counted from their operations, so that an undo takes its messages out of the count again.
 */

/** How many messages a rule has acted on, less those that were restored. */
export interface Hits {
	count: number;
	lastAt: Date | null;
	/** Of these, those of the past 30 days. */
	recent: number;
	/** Whether it has ever acted on a message; those that were restored count until their rows are folded. */
	hasMatched: boolean;
}

/** As long as the matches of new mail are stored, see `filtered_emails`. */
export const RECENT = "30 days";

/** Records the rule that a plan was made by. @param isNewMail its messages are counted already */
export async function recordOperation(
	database: Database,
	ownerId: string,
	operation: { id: string; filterId: string; isNewMail: boolean },
): Promise<void> {
	await database.exec(
		`insert into filter_operations (owner_id, operation_id, filter_id, is_new_mail) values ($1, $2, $3, $4)
		on conflict do nothing`,
		[ownerId, operation.id, operation.filterId, operation.isNewMail],
	);
}

/**
 * Effect of the operations in `filter_operations f` where the condition holds: an undo subtracts what it restored, and an
 * undo of that adds it again.
 */
function effects(condition: string): string {
	return `with recursive chain as (
			select f.owner_id, f.operation_id, f.filter_id, f.is_new_mail, 0 as depth, o.applied, o.undone_by, o.started_at
			from filter_operations f join mail_operations_v1 o on o.owner_id = f.owner_id and o.id = f.operation_id
			where ${condition}
			union all
			select c.owner_id, c.operation_id, c.filter_id, c.is_new_mail, c.depth + 1, o.applied, o.undone_by, null
			from chain c join mail_operations_v1 o on o.owner_id = c.owner_id and o.id = c.undone_by
		)
		select owner_id, operation_id, filter_id, max(started_at) as started_at, bool_or(applied > 0) as has_applied,
			sum(case when depth = 0 and is_new_mail then 0 when depth % 2 = 0 then applied else -applied end)::int as count
		from chain group by owner_id, operation_id, filter_id`;
}

/** Hits of all rules of an owner, by id. */
export async function hitsOf(database: Database, ownerId: string): Promise<Map<string, Hits>> {
	const rows = await database.query<Hits & { id: string }>(
		`select r.id, (r.hit_count + coalesce(sum(e.count), 0))::int as count,
			greatest(r.last_hit_at, max(e.started_at) filter (where e.count > 0)) as "lastAt",
			(coalesce(max(m.count), 0)
				+ coalesce(sum(e.count) filter (where e.started_at >= now() - interval '${RECENT}'), 0))::int as recent,
			r.last_hit_at is not null or coalesce(bool_or(e.has_applied), false) as "hasMatched"
		from custom_filters r left join (${effects("f.owner_id = $1")}) e on e.owner_id = r.owner_id and e.filter_id = r.id
		left join (select filter_id, count(*)::int as count from filtered_emails
			where owner_id = $1 and matched_at >= now() - interval '${RECENT}' group by filter_id) m on m.filter_id = r.id
		where r.owner_id = $1 group by r.owner_id, r.id`,
		[ownerId],
	);
	return new Map(
		rows.map(({ id, count, lastAt, recent, hasMatched }) => {
			const hits = Math.max(0, count);
			return [
				id,
				{ count: hits, lastAt: hits > 0 ? lastAt : null, recent: Math.min(hits, Math.max(0, recent)), hasMatched },
			];
		}),
	);
}

/** An undo, and the undo of that, are each possible for 90 days. */
const FINAL = "200 days";
/** Older plans are not applied anymore. */
const PLAN_RETENTION = "1 day";

/** Forgets plans that were not applied, and adds operations that can no longer be undone to the stored counts. @param limit operations per statement */
export async function maintainHits(database: Database, limit: number): Promise<void> {
	await database.exec(
		`delete from filter_operations f where f.created_at < now() - interval '${PLAN_RETENTION}' and not exists (
			select from mail_operations_v1 o
			where o.owner_id = f.owner_id and o.id = f.operation_id and o.started_at is not null)`,
		[],
	);
	while (await foldOld(database, limit));
}

/** @returns whether there may be more */
async function foldOld(database: Database, limit: number): Promise<boolean> {
	const row = await database.one<{ folded: number }>(
		`with old as materialized (
			select owner_id, operation_id from filter_operations where created_at < now() - interval '${FINAL}' limit $1
		), effect as materialized (
			${effects("(f.owner_id, f.operation_id) in (select owner_id, operation_id from old)")}
		), gone as (
			delete from filter_operations f using old
			where f.owner_id = old.owner_id and f.operation_id = old.operation_id returning 1
		), counted as (
			update custom_filters r set hit_count = greatest(0, r.hit_count + e.count),
				last_hit_at = greatest(r.last_hit_at, e.started_at)
			from (select owner_id, filter_id, sum(count)::int as count, max(started_at) filter (where count > 0) as started_at
				from effect group by owner_id, filter_id) e
			where r.owner_id = e.owner_id and r.id = e.filter_id
		)
		select count(*)::int as folded from gone`,
		[limit],
	);
	return (row?.folded ?? 0) === limit;
}
