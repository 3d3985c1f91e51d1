import type { Database } from "../../db/database.ts";
import { NO_KEY, type Usage } from "./limits.ts";

/** The SQL of `work_limit_usage`: how many items of each key are in progress, and when the next may start. */

/** Whose limits apply: those of an owner, or of the whole server (''). */
export interface LimitScope {
	ownerId: string;
	kind: string;
}

/**
 * Locks the use of these keys and of the overall limit.
 * @returns without the keys that another process has locked just now
 */
export async function lockUsage(
	database: Database,
	{ ownerId, kind }: LimitScope,
	keys: readonly string[],
): Promise<Map<string, Usage>> {
	const all = [...new Set([NO_KEY, ...keys])].sort();
	await database.exec(
		`insert into work_limit_usage (owner_id, kind, key) select $1, $2, key from unnest($3::text[]) as k (key)
		on conflict do nothing`,
		[ownerId, kind, all],
	);
	const columns = `key, running, extract(epoch from next_start_at)::float8 * 1000 as "nextStartAt"`;
	const locked = await database.query<Usage & { key: string }>(
		`select ${columns} from work_limit_usage where owner_id = $1 and kind = $2 and key = $3 for update`,
		[ownerId, kind, NO_KEY],
	);
	const rows = await database.query<Usage & { key: string }>(
		`select ${columns} from work_limit_usage where owner_id = $1 and kind = $2 and key = any($3::text[]) and key <> $4
		order by key for update skip locked`,
		[ownerId, kind, all, NO_KEY],
	);
	return new Map([...locked, ...rows].map(({ key, running, nextStartAt }) => [key, { running, nextStartAt }]));
}

/** Stores the use of locked keys. */
export async function storeUsage(
	database: Database,
	{ ownerId, kind }: LimitScope,
	usage: ReadonlyMap<string, Usage>,
): Promise<void> {
	await database.exec(
		`update work_limit_usage l set running = u.running, next_start_at = to_timestamp(u.next_start_at / 1000)
		from unnest($3::text[], $4::int[], $5::float8[]) as u (key, running, next_start_at)
		where l.owner_id = $1 and l.kind = $2 and l.key = u.key`,
		[
			...[ownerId, kind, [...usage.keys()]],
			...[[...usage.values()].map(({ running }) => running), [...usage.values()].map(({ nextStartAt }) => nextStartAt)],
		],
	);
}

/** Releases the slots of items that are no longer in progress. @param keys one for each item */
export async function releaseUsage(
	database: Database,
	{ ownerId, kind }: LimitScope,
	keys: readonly string[],
): Promise<void> {
	if (keys.length === 0) return;
	const counts = new Map<string, number>([[NO_KEY, keys.length]]);
	for (const key of keys) if (key !== NO_KEY) counts.set(key, (counts.get(key) ?? 0) + 1);
	await database.exec(
		// Locked in order, so that two processes cannot wait for each other.
		`with locked as materialized (
			select key from work_limit_usage where owner_id = $1 and kind = $2 and key = any($3::text[]) order by key for update
		)
		update work_limit_usage l set running = greatest(0, l.running - f.n)
		from unnest($3::text[], $4::int[]) as f (key, n) join locked on locked.key = f.key
		where l.owner_id = $1 and l.kind = $2 and l.key = f.key`,
		[ownerId, kind, [...counts.keys()], [...counts.values()]],
	);
}

/** Postpones the next start with this key. */
export async function postpone(
	database: Database,
	{ ownerId, kind }: LimitScope,
	key: string,
	until: number,
): Promise<void> {
	await database.exec(
		`insert into work_limit_usage as l (owner_id, kind, key, next_start_at) values ($1, $2, $3, $4)
		on conflict (owner_id, kind, key) do update set next_start_at = greatest(l.next_start_at, excluded.next_start_at)`,
		[ownerId, kind, key, new Date(until)],
	);
}
