import { pause } from "#shared/pause.ts";
import type { Database } from "../../db/database.ts";
import type { AccountKey } from "../context/account-scope.ts";
import type { Budget, BudgetLimit } from "../provider/budget.ts";
import { RateLimited } from "../provider/errors.ts";

/**
 * Share of the limit that may be spent at once. The rest refills evenly, so that no window of the limit's length
 * exceeds it.
 */
export const BURST_SHARE = 0.25;
/**
 * Share of the limit taken from the table at once, so that not every request needs a query. A crash loses what is
 * unspent.
 */
const CHUNK_SHARE = 0.02;
/** Longer waits are thrown as `RateLimited`, so that the caller can do something else meanwhile. */
const MAX_WAIT_SECONDS = 60;
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** Owner of the budget; null: shared by the whole server. */
export type BudgetOwner = AccountKey | null;

/** A budget shared by all processes: a token bucket in the database. Calls within one process are served in order. */
export function createBudget(database: Database, owner: BudgetOwner, limit: BudgetLimit): Budget {
	const key = [owner?.ownerId ?? "", owner?.accountId ?? NOBODY, limit.name];
	const [capacity, perSecond] = bucketOf(limit);
	const portion = limit.isExact ? 0 : Math.max(1, limit.units * CHUNK_SHARE);
	let reserved = 0;
	let isWaiting = false;
	let last: Promise<unknown> = Promise.resolve();

	/** Takes a portion for these units from the table. @returns the seconds to wait for it; null: it is in hand */
	async function refill(units: number): Promise<number | null> {
		const wanted = Math.min(Math.max(units - reserved, portion), capacity);
		const values = [...key, wanted, capacity, perSecond];
		const row = await database.one<{ granted: boolean; wait: number }>(SPEND_UNITS, values);
		if (row?.granted !== true) return row?.wait ?? 0;
		reserved += wanted;
		return null;
	}

	async function fill(units: number, signal: AbortSignal): Promise<void> {
		for (let seconds = await refill(units); seconds !== null; seconds = await refill(units)) {
			if (seconds > MAX_WAIT_SECONDS) throw new RateLimited(Math.ceil(seconds));
			isWaiting = true;
			await pause(Math.max(20, seconds * 1000), signal).finally(() => {
				isWaiting = false;
			});
		}
	}

	return {
		consume(units, signal) {
			const request = last.then(async () => {
				signal.throwIfAborted();
				while (reserved < units) await fill(units, signal);
				reserved -= units;
			});
			last = request.catch(() => undefined);
			return request;
		},
		async take(units) {
			if (isWaiting) return false;
			if (reserved < units) await refill(units);
			if (reserved < units) return false;
			reserved -= units;
			return true;
		},
		async pause(seconds) {
			const unspent = reserved;
			reserved = 0;
			await database.exec(PAUSE, [...key, capacity, seconds, unspent]);
		},
	};
}

/** Takes units that the budget does not have from what it gets later. */
export async function overdraw(database: Database, owner: AccountKey, name: string, units: number): Promise<void> {
	await database.exec(OVERDRAW, [owner.ownerId, owner.accountId, name, units]);
}

/** How much of a limit may be spent at once, and how much is added per second. */
const bucketOf = (limit: BudgetLimit): [capacity: number, perSecond: number] => [
	limit.units * BURST_SHARE,
	(limit.units * (1 - BURST_SHARE)) / limit.seconds,
];

/**
 * Spends from several exact budgets in one statement, without waiting: from each only if all before it could be spent from.
 * @returns from how many
 */
export async function spendInOrder(
	database: Database,
	owner: AccountKey,
	spendings: readonly { limit: BudgetLimit; units: number }[],
): Promise<number> {
	const values: unknown[] = [owner.ownerId, owner.accountId];
	const ctes = spendings.map(({ limit, units }, index) => {
		const parameter = (n: number): string => `$${n + index * 4}`;
		const bucket = { wanted: parameter(4), capacity: parameter(5), perSecond: parameter(6) };
		values.push(limit.name, units, ...bucketOf(limit));
		const isAllowed = index === 0 ? "" : `where exists (select from spent${index - 1})`;
		return `spent${index} as (${spendFrom(parameter(3), bucket, isAllowed)})`;
	});
	const count = spendings.map((_, index) => `(select count(*) from spent${index})`).join(" + ");
	const row = await database.one<{ count: number }>(`with ${ctes.join(", ")} select ${count} as count`, values);
	return row?.count ?? 0;
}

/** Parameters of a statement, such as `$3`. */
interface BucketParameters {
	wanted: string;
	capacity: string;
	perSecond: string;
}

/** SQL: what a budget has now. */
const remainingIn = ({ capacity, perSecond }: Omit<BucketParameters, "wanted">): string =>
	`least(${capacity}, b.units + extract(epoch from clock_timestamp() - b.counted_at)::float8 * ${perSecond})`;

/** SQL: takes units from a budget of $1 and $2 if it has them, and returns a row then. @param where a condition for it, or nothing */
function spendFrom(name: string, bucket: BucketParameters, where: string): string {
	const remaining = remainingIn(bucket);
	return `
	insert into provider_budgets as b (owner_id, account_id, name, units, counted_at)
	select $1, $2::uuid, ${name}, ${bucket.capacity}::float8 - ${bucket.wanted}::float8, clock_timestamp() ${where}
	on conflict (owner_id, account_id, name) do update
		set units = ${remaining} - ${bucket.wanted}, counted_at = clock_timestamp(), paused_until = null
		where ${remaining} >= ${bucket.wanted} and (b.paused_until is null or b.paused_until <= clock_timestamp())
	returning 1`;
}

const ONE_BUDGET: BucketParameters = { wanted: "$4", capacity: "$5", perSecond: "$6" };

/** Takes the units if available; otherwise returns the seconds until they are. */
const SPEND_UNITS = `
with fresh as (${spendFrom("$3", ONE_BUDGET, "")})
select exists (select from fresh) as granted,
	coalesce((select greatest(extract(epoch from b.paused_until - clock_timestamp())::float8, ($4 - ${remainingIn(ONE_BUDGET)}) / $6, 0)
		from provider_budgets b where b.owner_id = $1 and b.account_id = $2 and b.name = $3), 0)::float8 as wait`;

const OVERDRAW = `
update provider_budgets set units = units - $4::float8 where owner_id = $1 and account_id = $2 and name = $3`;

/** Gives back what this process has taken and not spent. */
const PAUSE = `
insert into provider_budgets as b (owner_id, account_id, name, units, counted_at, paused_until)
values ($1, $2, $3, $4::float8, clock_timestamp(), clock_timestamp() + make_interval(secs => $5))
on conflict (owner_id, account_id, name) do update
	set paused_until = greatest(b.paused_until, excluded.paused_until), units = b.units + $6::float8`;
