import { randomUUID } from "node:crypto";
import { pause } from "#shared/pause.ts";
import type { PlatformContext } from "../context/context.ts";

/**
 * Work that must run one at a time per account: pushing changes to the provider (in the order they were made), syncing,
 * renewing credentials, and recording message ids: between a provider response with new ids and our commit of them, no
 * listing may be stored. Unsubscribe attempts against one host run one after the other.
 */
export type LockScope = "push" | "sync" | "credentials" | "ids" | "rules";

const HOLD_SECONDS = 15;
const POLL_MS = 200;

/** Within this process: resolves when the last holder in the queue is done. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Waits for the lock, then runs the work. Not reentrant for the same account and scope.
 * @throws the signal's reason when it aborts while waiting
 */
export async function withAccountLock<T>(
	ctx: Pick<PlatformContext, "database" | "log">,
	key: { ownerId: string; accountId: string; scope: LockScope },
	signal: AbortSignal,
	work: () => Promise<T>,
): Promise<T> {
	const name = `${key.scope} ${key.accountId}`;
	const before = queues.get(name) ?? Promise.resolve();
	const { promise: done, resolve: release } = Promise.withResolvers<void>();
	const mine = Promise.all([before, done]);
	queues.set(name, mine);
	try {
		await unlessAborted(before, signal);
		return await betweenProcesses(ctx, key, signal, work);
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
	key: { ownerId: string; accountId: string; scope: LockScope },
	signal: AbortSignal,
	work: () => Promise<T>,
): Promise<T> {
	if (ctx.database.embedded) return work();
	const values = [key.ownerId, key.accountId, key.scope, randomUUID()];
	while (!(await acquire(ctx, values))) {
		await pause(POLL_MS, signal);
	}
	const hold = setInterval(
		() => {
			acquire(ctx, values).catch((cause: unknown) =>
				ctx.log.warn({ err: cause }, "an account lock could not be renewed"),
			);
		},
		(HOLD_SECONDS * 1000) / 3,
	);
	try {
		return await work();
	} finally {
		clearInterval(hold);
		await ctx.database.query(
			"delete from account_locks where owner_id = $1 and account_id = $2 and scope = $3 and holder = $4",
			values,
		);
	}
}

/** Acquires or renews the lock; the lock of a crashed holder expires. */
async function acquire(ctx: Pick<PlatformContext, "database">, values: string[]): Promise<boolean> {
	const rows = await ctx.database.query(
		`insert into account_locks as t (owner_id, account_id, scope, holder, expires_at)
		values ($1, $2, $3, $4, now() + make_interval(secs => $5))
		on conflict (owner_id, account_id, scope) do update set holder = excluded.holder, expires_at = excluded.expires_at
		where t.holder = excluded.holder or t.expires_at < now()
		returning holder`,
		[...values, HOLD_SECONDS],
	);
	return rows.length > 0;
}
