import type { Database } from "../../db/database.ts";

/** A worker that has not renewed for this long has crashed: others claim its accounts. */
const ALIVE_SECONDS = 15;
/** Polling interval of an account that does not report changes. */
const POLL_SECONDS = 300;
/** Polling interval of an account that does, in case its connection missed a change. */
const SAFETY_SECONDS = 1_800;
/** Polling interval of an account whose last sync failed with an error that a retry does not fix. */
const FAILED_SECONDS = 3_600;

export interface LeasedAccount {
	ownerId: string;
	accountId: string;
	provider: string;
	/** Changes when the account's settings or credentials change. */
	version: string;
}

/**
 * Which accounts this worker watches. Every worker claims its fair share; its row in `watchers` is the lease for all of
 * them, so that any number of accounts costs the same few statements.
 * @param worker an id of this run of the process
 * @param kinds of accounts that receive mail
 */
export function createLeases(database: Database, worker: string, kinds: readonly string[]) {
	return {
		/** Renews this worker's lease. */
		async renew(): Promise<void> {
			await database.exec(
				`with expired as (delete from watchers where lease_until < now() - interval '1 hour')
				insert into watchers (id, lease_until) values ($1, now() + make_interval(secs => $2))
				on conflict (id) do update set lease_until = excluded.lease_until`,
				[worker, ALIVE_SECONDS],
			);
		},
		/** Releases what exceeds this worker's share, and what must no longer be watched. */
		async release(): Promise<void> {
			await database.exec(RELEASE, [worker, kinds]);
		},
		/**
		 * Claims unassigned accounts, up to this worker's share.
		 * @returns how many, and how many of them from crashed workers
		 */
		async claim(): Promise<{ claimed: number; takeovers: number }> {
			const row = await database.one<{ claimed: number; takeovers: number }>(CLAIM, [worker, kinds]);
			return row ?? { claimed: 0, takeovers: 0 };
		},
		/** This worker's accounts; those due first come first. */
		async assigned(): Promise<LeasedAccount[]> {
			const rows = await database.query<{ owner_id: string; account_id: string; provider: string; updated_at: Date }>(
				`select w.owner_id, w.account_id, a.provider, a.updated_at from account_watches w
				join connected_accounts a on a.owner_id = w.owner_id and a.id = w.account_id and a.status = 'connected'
				where w.watcher_id = $1 order by w.poll_at, w.account_id`,
				[worker],
			);
			return rows.map((row) => ({
				ownerId: row.owner_id,
				accountId: row.account_id,
				provider: row.provider,
				version: row.updated_at.toISOString(),
			}));
		},
		/**
		 * Accounts that are due to be polled, longest waiting first; sets their next time, with jitter.
		 * @param reporting accounts whose connections currently report changes
		 */
		async due(reporting: readonly string[], limit: number): Promise<Pick<LeasedAccount, "ownerId" | "accountId">[]> {
			const rows = await database.query<{ owner_id: string; account_id: string }>(DUE, [worker, reporting, limit]);
			return rows.map((row) => ({ ownerId: row.owner_id, accountId: row.account_id }));
		},
		async forgetOthers(): Promise<void> {
			await database.exec("delete from watchers where id <> $1", [worker]);
		},
		/** Releases everything when this worker stops, so that others need not wait for the lease to expire. */
		async releaseAll(): Promise<void> {
			await database.exec(
				`with gone as (delete from watchers where id = $1) update account_watches set watcher_id = null where watcher_id = $1`,
				[worker],
			);
		},
	};
}

export type WatchLeases = ReturnType<typeof createLeases>;

const WANTED = "a.status = 'connected' and a.provider = any($2::text[])";
const SHARE = `ceil((select count(*) from connected_accounts a where ${WANTED})::float8
	/ greatest((select count(*) from watchers where lease_until > now()), 1))::bigint`;

const RELEASE = `
with assigned as materialized (
	select w.owner_id, w.account_id, w.poll_at, a.id is not null as wanted from account_watches w
	left join connected_accounts a on a.owner_id = w.owner_id and a.id = w.account_id and ${WANTED}
	where w.watcher_id = $1
), surplus as (
	select owner_id, account_id from assigned where wanted order by poll_at, account_id offset (select ${SHARE})
)
update account_watches w set watcher_id = null
from (select owner_id, account_id from assigned where not wanted union all select * from surplus) as x
where w.owner_id = x.owner_id and w.account_id = x.account_id and w.watcher_id = $1`;

// In a race, the second worker finds the row assigned to a live one.
const CLAIM = `
with wanted as materialized (
	select a.owner_id, a.id as account_id, w.watcher_id, w.poll_at from connected_accounts a
	left join account_watches w on w.owner_id = a.owner_id and w.account_id = a.id where ${WANTED}
), free as materialized (
	select owner_id, account_id, watcher_id from wanted
	where watcher_id is null or not exists (select from watchers where id = watcher_id and lease_until > now())
	order by poll_at nulls first, account_id
	limit (select greatest(0, ${SHARE} - count(*)) from account_watches where watcher_id = $1)
), claimed as (
	insert into account_watches as w (owner_id, account_id, watcher_id)
	select owner_id, account_id, $1::uuid from free order by owner_id, account_id
	on conflict (owner_id, account_id) do update set watcher_id = excluded.watcher_id
		where w.watcher_id is null or not exists (select from watchers o where o.id = w.watcher_id and o.lease_until > now())
	returning owner_id, account_id
)
select count(*)::int as claimed, (count(*) filter (where free.watcher_id is not null))::int as takeovers
from claimed join free using (owner_id, account_id)`;

const DUE = `
with due as materialized (
	select owner_id, account_id from account_watches where watcher_id = $1 and poll_at <= now()
	order by poll_at limit $3 for update skip locked
)
update account_watches w set poll_at = now() + make_interval(secs => (0.8 + 0.4 * random()) *
	case when w.account_id = any($2::uuid[]) then ${SAFETY_SECONDS} when s.sync_status = 'failed' then ${FAILED_SECONDS}
		else ${POLL_SECONDS} end)
from due left join email_sync_status s on s.owner_id = due.owner_id and s.account_id = due.account_id
where w.owner_id = due.owner_id and w.account_id = due.account_id
returning w.owner_id, w.account_id`;
