import { randomUUID } from "node:crypto";
import { pause } from "#shared/pause.ts";
import type { PlatformContext } from "../context/context.ts";
import { RetryAfter } from "../jobs/jobs.ts";

/**
 * Locks for work that must run one at a time per account. What belongs together takes the lock with the same scope, a name
 * of its own choice, such as `push` or `drafts`; two scopes do not wait for each other.
 */

const LEASE_SECONDS = 15;
const POLL_MS = 200;
/** A job that lost its lock is retried after this delay. */
const RETRY_SECONDS = 5;

/** Another process holds the lock, or may: this one could not renew it in time. The job is retried. */
export class LockLost extends RetryAfter {
	override name = "LockLost";
	constructor() {
		super(RETRY_SECONDS, "Another process took over this mailbox.");
	}
}

/** A lock that is held. */
export interface AccountLock {
	/** Aborted with the caller's signal, or with `LockLost`: end without writing. */
	signal: AbortSignal;
	/**
	 * Call it in each transaction that writes what the lock protects: until that ends, no other process gets the lock.
	 * @throws LockLost
	 */
	verify(): Promise<void>;
	/**
	 * The same for a single statement outside a transaction: a CTE named `held`, which has a row while the lock is held.
	 * @param firstParam number of its first parameter
	 */
	guardCte(firstParam: number): { cte: string; values: string[] };
	/** Whether others in this process wait for the lock. */
	isAwaited(): boolean;
}

/** Within this process: resolves when the last holder in the queue is done. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Waits for the lock, then runs the work. Not reentrant for the same account and scope.
 * @throws the signal's reason when it aborts while waiting, LockLost when the work failed after it lost the lock
 */
export async function withAccountLock<T>(
	ctx: Pick<PlatformContext, "database" | "log">,
	key: { ownerId: string; accountId: string; scope: string },
	signal: AbortSignal,
	work: (lock: AccountLock) => Promise<T>,
): Promise<T> {
	const name = `${key.scope} ${key.accountId}`;
	const before = queues.get(name) ?? Promise.resolve();
	const { promise: done, resolve: release } = Promise.withResolvers<void>();
	const mine = Promise.all([before, done]);
	queues.set(name, mine);
	try {
		await unlessAborted(before, signal);
		const isAwaited = (): boolean => queues.get(name) !== mine;
		return await betweenProcesses(ctx, key, signal, (lock) => work({ ...lock, isAwaited }));
	} finally {
		release();
		if (queues.get(name) === mine) queues.delete(name);
	}
}

function unlessAborted(wait: Promise<unknown>, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		const stop = (): void => reject(signal.reason as Error);
		if (signal.aborted) return stop();
		signal.addEventListener("abort", stop, { once: true });
		void wait.then(() => {
			signal.removeEventListener("abort", stop);
			resolve();
		});
	});
}

/** On a shared PostgreSQL, other processes compete for the lock; the embedded database has only one process. */
async function betweenProcesses<T>(
	ctx: Pick<PlatformContext, "database" | "log">,
	key: { ownerId: string; accountId: string; scope: string },
	signal: AbortSignal,
	work: (lock: Omit<AccountLock, "isAwaited">) => Promise<T>,
): Promise<T> {
	if (ctx.database.embedded)
		return work({ signal, verify: async () => undefined, guardCte: () => ({ cte: "held as (select 1)", values: [] }) });
	const values = [key.ownerId, key.accountId, key.scope, randomUUID()];
	while (!(await acquire(ctx, values))) {
		await pause(POLL_MS, signal);
	}
	const lost = new AbortController();
	let renewedAt = performance.now();
	const renew = async (): Promise<void> => {
		const at = performance.now();
		try {
			if (await acquire(ctx, values)) renewedAt = at;
			else lost.abort(new LockLost());
		} catch (cause) {
			ctx.log.warn({ event: "lock.renew_failed", err: cause }, "an account lock could not be renewed");
			if (performance.now() - renewedAt > LEASE_SECONDS * 1000) lost.abort(new LockLost());
		}
	};
	const renewing = setInterval(() => void renew(), (LEASE_SECONDS * 1000) / 3);
	try {
		return await work({
			signal: AbortSignal.any([signal, lost.signal]),
			async verify() {
				if (await isHeld(ctx, values)) return;
				lost.abort(new LockLost());
				throw lost.signal.reason;
			},
			guardCte: (firstParam) => ({ cte: `held as materialized (${heldBy(firstParam)})`, values }),
		});
	} catch (cause) {
		// What failed because of the abort is not the cause.
		throw lost.signal.aborted && !signal.aborted ? lost.signal.reason : cause;
	} finally {
		clearInterval(renewing);
		await ctx.database.exec(
			"delete from account_locks where owner_id = $1 and account_id = $2 and scope = $3 and holder = $4",
			values,
		);
	}
}

/** Which of these accounts' locks some process holds. Only on a shared PostgreSQL. */
export async function accountsLocked(
	database: PlatformContext["database"],
	{ ownerId, accountIds, scope }: { ownerId: string; accountIds: readonly string[]; scope: string },
): Promise<ReadonlySet<string>> {
	const rows = await database.query<{ id: string }>(
		`select account_id as id from account_locks
		where owner_id = $1 and account_id = any($2::uuid[]) and scope = $3 and expires_at > now()`,
		[ownerId, accountIds, scope],
	);
	return new Set(rows.map(({ id }) => id));
}

/** SQL: the row lock keeps other processes from acquiring the account lock before the transaction ends. */
const heldBy = (first: number): string =>
	`select 1 from account_locks where owner_id = $${first} and account_id = $${first + 1}::uuid and scope = $${first + 2}
		and holder = $${first + 3}::uuid and expires_at > clock_timestamp() for share`;

async function isHeld(ctx: Pick<PlatformContext, "database">, values: string[]): Promise<boolean> {
	return (await ctx.database.query(heldBy(1), values)).length > 0;
}

/** Acquires or renews the lock; the lock of a crashed holder expires. */
async function acquire(ctx: Pick<PlatformContext, "database">, values: string[]): Promise<boolean> {
	const rows = await ctx.database.query(
		`insert into account_locks as t (owner_id, account_id, scope, holder, expires_at)
		values ($1, $2, $3, $4, now() + make_interval(secs => $5))
		on conflict (owner_id, account_id, scope) do update set holder = excluded.holder, expires_at = excluded.expires_at
		where t.holder = excluded.holder or t.expires_at < now()
		returning holder`,
		[...values, LEASE_SECONDS],
	);
	return rows.length > 0;
}
