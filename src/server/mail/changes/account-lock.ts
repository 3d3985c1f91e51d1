import { randomUUID } from "node:crypto";
import { pause } from "#shared/pause.ts";
import type { MailContext } from "../context/context.ts";

/**
 * One at a time does something with an account that two must not do at once: telling the provider about changes (it has
 * to hear of them in the order they were made), syncing, renewing its credentials, or writing down which ids its messages
 * have: between a provider's answer that names new ids and our writing them down, no listing may be stored. Tools hear of new
 * mail in its order, and leave the lists of one host one after the other.
 */
export type LockScope = "push" | "sync" | "credentials" | "ids" | "arrivals" | "rules" | `leave ${string}`;

const HOLD_SECONDS = 15;
const LOOK_AGAIN_MS = 200;

/** Within this process: when the last in the queue will be done. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Waits for its turn, then does the work. Not to be nested for the same account and purpose.
 * @throws the signal's reason when it is aborted while waiting
 */
export async function withAccountLock<T>(
	ctx: Pick<MailContext, "database" | "log">,
	key: { ownerId: string; accountId: string; what: LockScope },
	signal: AbortSignal,
	work: () => Promise<T>,
): Promise<T> {
	const name = `${key.what} ${key.accountId}`;
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

/** On a shared PostgreSQL other processes may be at it, too; the embedded database has none. */
async function betweenProcesses<T>(
	ctx: Pick<MailContext, "database" | "log">,
	key: { ownerId: string; accountId: string; what: LockScope },
	signal: AbortSignal,
	work: () => Promise<T>,
): Promise<T> {
	if (ctx.database.embedded) return work();
	const values = [key.ownerId, key.accountId, key.what, randomUUID()];
	while (!(await take(ctx, values))) {
		await pause(LOOK_AGAIN_MS, signal);
	}
	const hold = setInterval(
		() => {
			take(ctx, values).catch((cause: unknown) =>
				ctx.log.warn({ err: cause }, "an account's turn could not be prolonged"),
			);
		},
		(HOLD_SECONDS * 1000) / 3,
	);
	try {
		return await work();
	} finally {
		clearInterval(hold);
		await ctx.database.query(
			"delete from account_turns where owner_id = $1 and account_id = $2 and what = $3 and holder = $4",
			values,
		);
	}
}

/** Takes the turn, or keeps it; a holder that died loses it after a while. */
async function take(ctx: Pick<MailContext, "database">, values: string[]): Promise<boolean> {
	const rows = await ctx.database.query(
		`insert into account_turns as t (owner_id, account_id, what, holder, held_until)
		values ($1, $2, $3, $4, now() + make_interval(secs => $5))
		on conflict (owner_id, account_id, what) do update set holder = excluded.holder, held_until = excluded.held_until
		where t.holder = excluded.holder or t.held_until < now()
		returning holder`,
		[...values, HOLD_SECONDS],
	);
	return rows.length > 0;
}
