import type { Database } from "../../db/database.ts";

/** A worker that has not said for so long that it is there has died: others take its accounts. */
const ALIVE_SECONDS = 15;
/** How often a mailbox is looked at that reports nothing by itself. */
const POLL_SECONDS = 300;
/** And one that does: for what its connection may have swallowed. */
const SAFETY_SECONDS = 1_800;
/** And one whose last sync has failed, in a way that trying again does not better. */
const FAILED_SECONDS = 3_600;

export interface LeasedAccount {
	ownerId: string;
	accountId: string;
	provider: string;
	/** Another one when its settings or credentials were changed. */
	version: string;
}

/**
 * Which accounts this worker watches. Every worker takes its fair share; its row in `watchers` is the lease of all it
 * has, so that any number of accounts costs the same few statements.
 * @param worker an id of this run of the process
 * @param kinds of mailboxes that have a server
 */
export function createLeases(database: Database, worker: string, kinds: readonly string[]) {
	return {
		/** Says that this worker is there. */
		async renew(): Promise<void> {
			await database.query(
				`with buried as (delete from watchers where alive_until < now() - interval '1 hour')
				insert into watchers (id, alive_until) values ($1, now() + make_interval(secs => $2))
				on conflict (id) do update set alive_until = excluded.alive_until`,
				[worker, ALIVE_SECONDS],
			);
		},
		/** Gives away what is beyond this worker's share, and what is no longer to be watched. */
		async release(): Promise<void> {
			await database.query(RELEASE, [worker, kinds]);
		},
		/** Takes what nobody has, up to this worker's share. @returns how many, and how many of them of workers that died */
		async claim(): Promise<{ taken: number; takeovers: number }> {
			const [row] = await database.query<{ taken: number; takeovers: number }>(CLAIM, [worker, kinds]);
			return row ?? { taken: 0, takeovers: 0 };
		},
		/** Those that have waited longest for a look first. */
		async held(): Promise<LeasedAccount[]> {
			const rows = await database.query<{ owner_id: string; account_id: string; provider: string; updated_at: Date }>(
				`select w.owner_id, w.account_id, a.provider, a.updated_at from account_watches w
				join connected_accounts a on a.owner_id = w.owner_id and a.id = w.account_id and a.status = 'connected'
				where w.holder = $1 order by w.look_at, w.account_id`,
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
		 * Accounts whose time for a look has come, those that have waited longest first; their next time is set, not in
		 * step with others.
		 * @param reporting accounts that report changes by themselves at the moment
		 */
		async due(reporting: readonly string[], limit: number): Promise<Pick<LeasedAccount, "ownerId" | "accountId">[]> {
			const rows = await database.query<{ owner_id: string; account_id: string }>(DUE, [worker, reporting, limit]);
			return rows.map((row) => ({ ownerId: row.owner_id, accountId: row.account_id }));
		},
		async forgetOthers(): Promise<void> {
			await database.query("delete from watchers where id <> $1", [worker]);
		},
		/** This worker stops: others need not wait to find out. */
		async leave(): Promise<void> {
			await database.query(
				`with gone as (delete from watchers where id = $1) update account_watches set holder = null where holder = $1`,
				[worker],
			);
		},
	};
}

export type WatchLeases = ReturnType<typeof createLeases>;

const WANTED = "a.status = 'connected' and a.provider = any($2::text[])";
const SHARE = `ceil((select count(*) from connected_accounts a where ${WANTED})::float8
	/ greatest((select count(*) from watchers where alive_until > now()), 1))::bigint`;

const RELEASE = `
with held as materialized (
	select w.owner_id, w.account_id, w.look_at, a.id is not null as wanted from account_watches w
	left join connected_accounts a on a.owner_id = w.owner_id and a.id = w.account_id and ${WANTED}
	where w.holder = $1
), surplus as (
	select owner_id, account_id from held where wanted order by look_at, account_id offset (select ${SHARE})
)
update account_watches w set holder = null
from (select owner_id, account_id from held where not wanted union all select * from surplus) as x
where w.owner_id = x.owner_id and w.account_id = x.account_id and w.holder = $1`;

// Whoever comes second finds the row held by somebody who is alive.
const CLAIM = `
with wanted as materialized (
	select a.owner_id, a.id as account_id, w.holder, w.look_at from connected_accounts a
	left join account_watches w on w.owner_id = a.owner_id and w.account_id = a.id where ${WANTED}
), free as materialized (
	select owner_id, account_id, holder from wanted
	where holder is null or not exists (select from watchers where id = holder and alive_until > now())
	order by look_at nulls first, account_id
	limit (select greatest(0, ${SHARE} - count(*)) from account_watches where holder = $1)
), taken as (
	insert into account_watches as w (owner_id, account_id, holder)
	select owner_id, account_id, $1::uuid from free order by owner_id, account_id
	on conflict (owner_id, account_id) do update set holder = excluded.holder
		where w.holder is null or not exists (select from watchers o where o.id = w.holder and o.alive_until > now())
	returning owner_id, account_id
)
select count(*)::int as taken, (count(*) filter (where free.holder is not null))::int as takeovers
from taken join free using (owner_id, account_id)`;

const DUE = `
with due as materialized (
	select owner_id, account_id from account_watches where holder = $1 and look_at <= now()
	order by look_at limit $3 for update skip locked
)
update account_watches w set look_at = now() + make_interval(secs => (0.8 + 0.4 * random()) *
	case when w.account_id = any($2::uuid[]) then ${SAFETY_SECONDS} when s.sync_status = 'failed' then ${FAILED_SECONDS}
		else ${POLL_SECONDS} end)
from due left join email_sync_status s on s.owner_id = due.owner_id and s.account_id = due.account_id
where w.owner_id = due.owner_id and w.account_id = due.account_id
returning w.owner_id, w.account_id`;
