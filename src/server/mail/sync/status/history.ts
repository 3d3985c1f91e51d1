import type { SyncRun, SyncTrigger } from "#shared/contracts/accounts.ts";
import type { Database } from "../../../db/database.ts";
import { badCursor } from "../../../errors.ts";
import type { MailContext } from "../../context/context.ts";

/** Sync history of a mailbox, newest first: what each sync did, and why it failed. */

/** Per mailbox. */
const MAX_RUNS = 200;
const RETENTION_MS = 90 * 24 * 3_600_000;
/** Rows deleted per statement. */
const CHUNK = 2_000;

export interface SyncOfAccount {
	ownerId: string;
	accountId: string;
	jobId: string;
	trigger: SyncTrigger;
}

/**
 * Records the result of a sync or of one attempt. An automatic sync that found nothing is not recorded.
 * @param state `queued`: it will be retried
 * @param error a sentence for the user
 */
export async function recordSync(
	database: Database,
	sync: SyncOfAccount,
	state: "queued" | "done" | "failed" | "cancelled",
	error: string | null,
): Promise<void> {
	const { ownerId, accountId, jobId, trigger } = sync;
	const recorded = await database.query(RECORD, [ownerId, accountId, jobId, trigger, state, error]);
	if (recorded.length > 0) await database.exec(TRIM, [ownerId, accountId]);
}

// The stats belong to another job if this one failed before it began.
const RECORD = `
with t as (
	select stats from email_sync_status where owner_id = $1 and account_id = $2 and stats->>'jobId' = $3::uuid::text
), run as (
	select date_trunc('milliseconds', coalesce(to_timestamp((stats->>'startedAt')::float8 / 1000), now())) as started_at,
		coalesce((stats->>'added')::int, 0) as added, coalesce((stats->>'changed')::int, 0) as changed,
		coalesce((stats->>'removed')::int, 0) as removed, coalesce((stats->>'skippedCount')::int, 0) as skipped,
		coalesce((stats->>'damaged')::int, 0) as damaged
	from (select 1) one left join t on true
)
insert into email_syncs as s (owner_id, account_id, id, trigger, state, error, started_at, finished_at, added, changed,
	removed, skipped, damaged)
select $1, $2, $3, $4, $5, $6, started_at, case when $5 <> 'queued' then now() end, added, changed, removed, skipped, damaged
from run where ($4 in ('user', 'first') or $5 <> 'done' or added + changed + removed + skipped + damaged > 0
		or exists (select from email_syncs where owner_id = $1 and account_id = $2 and id = $3))
	and exists (select from connected_accounts where owner_id = $1 and id = $2 and status <> 'deleting')
on conflict (owner_id, account_id, id) do update set state = excluded.state, error = excluded.error,
	finished_at = excluded.finished_at, added = excluded.added, changed = excluded.changed, removed = excluded.removed,
	skipped = excluded.skipped, damaged = excluded.damaged
returning 1`;

const TRIM = `
delete from email_syncs s where owner_id = $1 and account_id = $2 and (started_at, id) < (
	select started_at, id from email_syncs where owner_id = $1 and account_id = $2
	order by started_at desc, id desc offset ${MAX_RUNS - 1} limit 1)`;

interface Row {
	id: string;
	trigger: SyncRun["trigger"];
	state: SyncRun["state"];
	started_at: Date;
	finished_at: Date | null;
	added: number;
	changed: number;
	removed: number;
	skipped: number;
	damaged: number;
	error: string | null;
	note: string | null;
}

/** @param cursor from the previous page; null for the first, which starts with running syncs */
export async function listSyncs(
	database: Database,
	ownerId: string,
	accountId: string,
	{ cursor, limit }: { cursor: string | null; limit: number },
): Promise<{ items: SyncRun[]; nextCursor: string | null }> {
	const [startedAt, id] = cursor === null ? [null, null] : readCursor(cursor);
	const rows = await database.query<Row>(
		`select id, trigger, state, started_at, finished_at, added, changed, removed, skipped, damaged, error, null as note
		from email_syncs where owner_id = $1 and account_id = $2
			and ($3::timestamptz is null or (started_at, id) < ($3::timestamptz, $4::uuid))
		order by started_at desc, id desc limit $5`,
		[ownerId, accountId, startedAt, id, limit + 1],
	);
	const more = rows.length > limit;
	const page = rows.slice(0, limit);
	const live = cursor === null ? await runningSyncs(database, ownerId, accountId) : [];
	const liveIds = new Set(live.map((row) => row.id));
	const last = page.at(-1);
	return {
		items: [...live, ...page.filter((row) => !liveIds.has(row.id))].map(present),
		nextCursor: more && last !== undefined ? `${last.started_at.toISOString()}_${last.id}` : null,
	};
}

/** Syncs that have started but not finished; counts come from the job's progress. */
function runningSyncs(database: Database, ownerId: string, accountId: string): Promise<Row[]> {
	return database.query<Row>(
		`select id, input->>'trigger' as trigger, 'running' as state, started_at, null as finished_at,
			coalesce((result->>'added')::int, 0) as added, coalesce((result->>'changed')::int, 0) as changed,
			coalesce((result->>'removed')::int, 0) as removed, coalesce((result->>'skippedCount')::int, 0) as skipped,
			coalesce((result->>'damaged')::int, 0) as damaged, null as error, note
		from jobs where owner_id = $1 and account_id = $2 and kind in ('sync', 'reset-demo') and state = 'running' and not background
		order by started_at desc`,
		[ownerId, accountId],
	);
}

function present({ started_at, finished_at, skipped, ...row }: Row): SyncRun {
	return {
		...row,
		skippedCount: skipped,
		startedAt: started_at.toISOString(),
		finishedAt: finished_at?.toISOString() ?? null,
		seconds: finished_at === null ? null : (finished_at.getTime() - started_at.getTime()) / 1000,
	};
}

function readCursor(cursor: string): [startedAt: string, id: string] {
	const [, startedAt, id] = /^([\d:.TZ-]{20,30})_([0-9a-f-]{36})$/.exec(cursor) ?? [];
	if (startedAt === undefined || id === undefined || Number.isNaN(Date.parse(startedAt))) throw badCursor();
	return [startedAt, id];
}

/** Deletes rows past the retention period, for all owners. */
export async function expireSyncHistory({ database, now }: Pick<MailContext, "database" | "now">): Promise<void> {
	const before = new Date(now() - RETENTION_MS);
	for (;;) {
		const rows = await database.query(
			`delete from email_syncs where ctid = any(array(
				select ctid from email_syncs where started_at < $1 limit ${CHUNK})) returning 1`,
			[before],
		);
		if (rows.length < CHUNK) return;
	}
}
